"""Describes a match to one viewer, for pages, sockets, emails and the API: view, decisions and events in words.

Everything shown of a match goes through describe(), which starts from the seat's own view, never from the state; so no
client can show more than another.
"""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec import Struct, structs

from accounts.names import DELETED_PREFIX
from games.clocks import time_control
from games.errors import Refusal
from games.kernel import engine
from games.kernel.data import Meta
from games.kernel.display import Fact
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Decision, Move
from games.kernel.words import Sentences, read_by
from games.matches import move_forms, platform_events
from games.matches.decision_clocks import hold_left
from games.matches.loaded import AskedRow, Cup, LoadedMatch, Rematch
from games.table import log_words
from games.table.chat_writing import why_silent
from games.table.local_times import Due, at_words, iso

SEAT = re.compile(r"\{([0-9])\}")  # placeholder in a label for the name of the player in this seat


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking: user id (None: not logged in), seat (None: a spectator), time zone, CSRF token; `silent`: why
    they may not write here, if so."""

    user: int | None = None
    seat: int | None = None
    zone: str = "UTC"
    csrf: str = ""
    silent: Refusal | None = None


class Chosen(Struct, frozen=True):
    """A choice in progress: the values of its fields so far, and the raw form values by name."""

    verb: str
    args: dict[str, Any]
    sent: dict[str, str] = {}


@dataclass(slots=True)
class Extras:
    """What a page adds: who is here, a refusal to show, a choice in progress, other URLs for its forms and links.

    `only`: show just the decision with this id, as an email does.
    """

    here: Collection[int] = ()
    refusal: Refusal | None = None
    chosen: Chosen | None = None
    form_action: str = ""
    only: str = ""


class FormTarget(Struct, frozen=True):
    """What a form needs: the URL to post to, the match, the CSRF token and the choice in progress."""

    action: str
    match_id: int
    csrf: str
    chosen: Chosen | None


class FurtherDecision(Struct, frozen=True):
    """A further decision on the page. `hold`: seconds until it may be answered."""

    open: Open
    due: Due | None
    default_words: str
    hold: int
    hold_words: str


class Place(Struct, frozen=True):
    """A line of the result. `note`: what the rank is based on, whether the player left, and who sat there before."""

    rank: int | None
    seat: int
    name: str
    is_me: bool
    note: str
    rating: int | None
    change: int | None


class Description(Struct, frozen=True):
    """Everything templates may show about a match to one viewer, by these names.

    `view`: what the seat may know; `facts`: what the title derives from it; `asked` to `further`: see Own;
    `order_words`: the standing orders, in titles that describe them; `default_words`: what the clock would play;
    `last`: what the newest move did; `may_speak`: this player can still leave a last word; `is_guest`: they have no
    account; `postmark`: the stamp on the result; `rematch`: one that somebody wants; `cup`: for its players.
    """

    game: Meta
    match_id: int
    is_unstored: bool
    version: int
    view: Any
    facts: Any
    names: list[str]
    me: int | None
    asked: Open | None
    sealed: Open | None
    orders: Open | None
    further: tuple[FurtherDecision, ...]
    order_words: str
    chosen: Chosen | None
    refusal: Refusal | None
    is_over: bool
    answer: FormTarget
    has_order: bool
    headline: str
    due: Due | None
    clock_total: int
    default_words: str
    last: str
    viewer: Viewer
    here: Collection[int]
    ranks: list[Place]
    last_words: list[tuple[str, str]]
    may_speak: bool
    is_guest: bool
    postmark: str
    rematch: Rematch | None
    cup: Cup | None

    @property
    def own(self) -> list[Open]:
        """All decisions of this seat in one list."""
        return Own(self.asked, self.sealed, self.orders, tuple(one.open for one in self.further)).all

    def in_the_past(self) -> "Description":
        """The same table without anything to answer."""
        return structs.replace(self, asked=None, sealed=None, orders=None, further=(), has_order=False)


def viewer_of(loaded: LoadedMatch, user: Any, zone: str = "UTC", csrf: str = "") -> Viewer:
    """The Viewer for the user of a request or socket."""
    if user is None or not user.is_authenticated:
        return Viewer(zone=zone, csrf=csrf)
    return Viewer(user.pk, loaded.seat_of(user.pk), zone, csrf, why_silent(loaded, user))


def describe(loaded: LoadedMatch, viewer: Viewer, extras: Extras | None = None) -> Description:
    """Everything templates may show about a running or finished match to this viewer."""
    extras = extras or Extras()
    game, me, names, is_over = loaded.game, viewer.seat, loaded.names, loaded.is_over
    own = own_decisions(loaded, me, extras.only)
    decision = own.asked.decision if own.asked else None
    view = loaded.view_for(me)
    table = game.table.facts(view, decision, names)
    waiting = engine.waiting_among(loaded.open_decisions())
    return Description(
        game=game.meta,
        match_id=loaded.id,
        is_unstored=loaded.is_unstored,
        version=loaded.version,
        view=view,
        facts=table,
        names=names,
        me=me,
        asked=own.asked,
        sealed=own.sealed,
        orders=own.orders,
        further=tuple(_further(loaded, viewer, view, open) for open in own.further),
        order_words=getattr(table, "order_words", ""),
        chosen=extras.chosen,
        refusal=extras.refusal,
        is_over=is_over,
        answer=FormTarget(extras.form_action, loaded.id, viewer.csrf, extras.chosen),
        has_order=own.orders is not None and own.asked is None and own.sealed is None,
        headline=_headline(loaded, me, own.asked, waiting),
        due=_due(loaded, viewer, own.asked, waiting),
        clock_total=clock_total(loaded),
        default_words=default_words(loaded, view, decision) if decision and _row_of(loaded, own.asked) else "",
        last=_last_words(loaded, me),
        viewer=viewer,
        here=extras.here,
        ranks=ranks(loaded, me, view),
        last_words=[(seat.name, seat.last_word) for seat in loaded.seats if seat.last_word] if is_over else [],
        may_speak=_may_speak(loaded, viewer),
        is_guest=me is not None and loaded.seats[me].is_guest,
        postmark=_postmark(loaded, me),
        rematch=loaded.rematch,
        cup=loaded.cup_of(me),
    )


def position_words(loaded: LoadedMatch, view: Any, reader: int | None) -> list[Fact]:
    """The position in a view in words, for this seat (None: a spectator)."""
    return engine.position_words(loaded.game, view, loaded.names, reader)


def _may_speak(loaded: LoadedMatch, viewer: Viewer) -> bool:
    """May this player leave a last word, which other people will read?"""
    seat = viewer.seat
    if not loaded.is_over or seat is None or viewer.silent or loaded.seats[seat].last_word:
        return False
    others = [row for row in loaded.seats if row.number != seat and not row.is_bot]
    return any(not row.username.startswith(DELETED_PREFIX) for row in others) or bool(loaded.former)


def _postmark(loaded: LoadedMatch, seat: int | None) -> str:
    """The stamp on the result. It praises no match that ended because all others left."""
    stayed = [row.number for row in loaded.seats if not row.left_reason]
    if seat is not None and seat not in stayed:
        return "Returned"
    return "Delivered" if seat is None or len(stayed) == 1 else "Well played"


def with_names(label: str, names: Sequence[str], reader: int | None) -> str:
    """A title's label for this reader, with "{0}", "{1}" and so on replaced by the players' names."""
    name, plain = Sentences(names).name, read_by(label, reader)
    named = SEAT.sub(lambda match: name(int(match[1])) if int(match[1]) < len(names) else match[0], plain)
    return read_by(named, reader)


def default_words(loaded: LoadedMatch, view: Any, decision: Decision) -> str:
    """What the clock would play, in words."""
    return move_words(loaded, view, decision, decision.default)


def move_words(loaded: LoadedMatch, view: Any, decision: Decision, move: Move) -> str:
    """A move in the words of the matching choice in emails, so that pages and emails agree."""
    offer = loaded.game.mail.choices
    offered = offer(view, decision, lambda: [move]) if offer else []
    fits = [choice for choice in offered if move_forms.begins(choice, move)]
    if not fits:
        return move_forms.in_words(decision, move)
    choice = max(fits, key=lambda one: (one.is_complete, len(move_forms.flat(one.move.args))))
    label = with_names(choice.label, loaded.names, decision.seat)
    if choice.is_complete:
        return label
    return move_forms.filled_in_words(decision, label, choice.move, move, choice.whole)


def sent_words(loaded: LoadedMatch, decision: Decision, move: Move) -> str:
    """A move in the same words, as a form or a reply sent it."""
    with suppress(IllegalMove):  # answered before: an answer is kept as the rules read it
        _, move = engine.check(loaded.game, loaded.at_table(), decision.seat, move)
    return move_words(loaded, loaded.view_for(decision.seat), decision, move)


class Own(NamedTuple):
    """The decisions of one seat; the first three may be None.

    `asked`: unanswered; `sealed`: answered, but can still be changed; `orders`: a standing order; `further`: side
    matters and optional decisions.
    """

    asked: Open | None = None
    sealed: Open | None = None
    orders: Open | None = None
    further: tuple[Open, ...] = ()

    @property
    def all(self) -> list[Open]:
        """All of them in one list."""
        return [open for open in (self.asked, self.sealed, self.orders, *self.further) if open is not None]


def own_decisions(loaded: LoadedMatch, seat: int | None, only: str = "") -> Own:
    """The decisions of this seat; `only`: just the one with this id.

    A court comes first, because everybody waits for it and its clock is short; then the main step, then side matters.
    Nobody plans ahead in a what-if.
    """
    if seat is None or loaded.is_over:
        return Own()
    own = [
        structs.replace(open, decision=move_forms.for_people(open.decision, loaded.names, loaded.hidden))
        for open in loaded.open_decisions()
        if open.decision.seat == seat and only in ("", open.id)
    ]
    standing = [] if loaded.is_unstored else [open for open in own if open.decision.clock.pace == "standing"]
    required = sorted(
        (open for open in own if open.decision.clock.pace != "standing" and (only or not open.decision.optional)),
        key=lambda open: (open.decision.clock.pace != "court", bool(open.decision.matter)),
    )
    asked = next((open for open in required if open.answer is None), None)
    sealed = next((open for open in required if open.answer is not None), None)
    further = [open for open in own if open.decision.clock.pace != "standing" and open not in (asked, sealed)]
    return Own(asked, sealed, standing[0] if standing else None, tuple(further))


def _further(loaded: LoadedMatch, viewer: Viewer, view: Any, open: Open) -> FurtherDecision:
    row = _row_of(loaded, open)
    words = default_words(loaded, view, open.decision) if row else ""
    hold = hold_left(loaded, open.id, datetime.now(UTC))
    return FurtherDecision(open, clock_of(loaded, row, viewer), words, hold, time_control.in_words(hold))


def _headline(loaded: LoadedMatch, me: int | None, asked: Open | None, waiting: list[tuple[int, str]]) -> str:
    if loaded.is_over:
        first = [seat.number for seat in loaded.seats if seat.rank == 1]
        won = "{first:names} won" if len(first) == 1 else "Shared first place: {first:names}"
        return read_by(Sentences(loaded.names).say(won, first=first), me)
    if asked is not None:
        return "Your turn"
    seats = sorted({seat for seat, _ in waiting if seat != me})
    if len(seats) > 3:  # their seats are marked anyway
        return f"Waiting for {len(seats)} players"
    return f"Waiting for {', '.join(loaded.names[seat] for seat in seats)}" if seats else "Waiting"


def _row_of(loaded: LoadedMatch, asked: Open | None) -> AskedRow | None:
    """The clock of a decision; None if none is running."""
    return next((row for row in loaded.asked if asked is not None and row.key == asked.id and row.due_at), None)


def _due(loaded: LoadedMatch, viewer: Viewer, asked: Open | None, waiting: list[tuple[int, str]]) -> Due | None:
    row = _row_of(loaded, asked)
    if asked is None:
        seats = {seat for seat, _ in waiting}
        rows = [row for row in loaded.asked if row.due_at and row.seat in seats]
        row = min(rows, key=lambda row: row.due_at or row.asked_at, default=None)
    return clock_of(loaded, row, viewer)


def clock_of(loaded: LoadedMatch, row: AskedRow | None, viewer: Viewer) -> Due | None:
    """When time is up for this decision; None if no clock is running."""
    if row is None or row.due_at is None:
        return None
    due = iso(row.due_at), at_words(row.due_at, viewer.zone)
    if row.drains_at is None or row.drains_at >= row.due_at:
        return Due(*due)
    whose = "your" if row.seat == viewer.seat else "a"
    reserve = time_control.reserve_in_words(loaded.seats[row.seat].bank_left)
    before, after = f"for this move, then {whose} {reserve}", "left in the reserve"
    return Due(*due, iso(row.drains_at), before if datetime.now(UTC) < row.drains_at else after, before, after)


# Events that are in the log but not on the board: they do not replace the last move above it.
_LOGGED = ("stood_still", "away", "back", "came_back", "told_late", "more_time")
ONLY_LOGGED = {platform_events.PREFIX + kind for kind in _LOGGED}
LEFT_WORDS = {"resigned": "resigned", "removed": "missed too many turns"}


def _last_words(loaded: LoadedMatch, seat: int | None) -> str:
    """Everything that the newest move known to this seat did: "Bo passes: … Trick to Ada. …"."""
    for line in reversed(loaded.lines):
        if not all(event.kind in ONLY_LOGGED for event in line.events) and (
            lines := log_words.lines_of(loaded, line, seat)
        ):
            return read_by(" ".join(part.words for part in lines), seat)
    return ""


def clock_total(loaded: LoadedMatch) -> int:
    """The longest a turn may take in this match, in seconds."""
    return loaded.live_play.seconds if loaded.live_play else loaded.move_seconds + loaded.bank_seconds


def ranks(loaded: LoadedMatch, me: int | None, view: Any) -> list[Place]:
    """The result, best first; empty until the match is over."""
    if not loaded.is_over:
        return []
    notes = loaded.game.table.result_notes(view) if loaded.game.table.result_notes else [""] * len(loaded.seats)
    places = []
    for seat, note in zip(loaded.seats, notes, strict=True):
        before = [f"took over from {was.name}" for was in loaded.former if was.seat == seat.number]
        words = ", ".join(filter(None, (note, LEFT_WORDS.get(seat.left_reason, ""), *before)))
        change = None if seat.rating_before is None else (seat.rating_after or 0) - seat.rating_before
        is_me = seat.number == me
        places.append(Place(seat.rank, seat.number, seat.name, is_me, words, seat.rating_after, change))
    return sorted(places, key=lambda place: place.rank or 99)
