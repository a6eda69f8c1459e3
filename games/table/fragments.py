"""The parts of a table page as HTML: each one element with its id, which the socket swaps one by one.

Rendered for each viewer of each move, hence Jinja2 and a memory for what several viewers share.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.template import engines
from django.templatetags.static import static
from jinja2 import TemplateNotFound
from markupsafe import Markup

from games.clocks import time_control
from games.kernel import engine
from games.kernel.display import Panel
from games.matches.loaded import Line, LoadedMatch, SeatRow
from games.memory import Newest
from games.models import ChatLine
from games.table import presenter, proposal_panel
from games.table.chat import as_html
from games.table.chat_lines import Talk
from games.table.presenter import Viewer
from games.templates import address

T = TypeVar("T")
_FOR_SEAT = re.compile("\x02(\\d+);([^\x03]*)\x03")  # what a part that is the same for all says to this seat alone

_compiled: dict[str, Any] = {}
_RECORD: Newest[str] = Newest(20_000, 40_000_000, len)
_QUIET: Newest[str] = Newest(5_000, 20_000_000, len)
Shown = tuple[Any, ...]  # which records of the log a viewer has, in which wording


def _template(name: str) -> Any:
    """A compiled template of the live engine, by name; None if the title has none of it."""
    if name not in _compiled:
        engine: Any = engines["live"]
        try:
            _compiled[name] = engine.env.get_template(name)
        except TemplateNotFound:
            _compiled[name] = None
    return _compiled[name]


def _html(name: str, *facts: Mapping[str, Any], **more: Any) -> str:
    """What this template makes of these facts."""
    html: str = _template(name).render(*facts, **more)
    return html


def parts(loaded: LoadedMatch, facts: dict[str, Any]) -> dict[str, str]:
    """The parts by name, from presenter.describe(); the chat is apart (`chat`)."""
    made = table_parts(loaded, facts) | {"log": log(loaded, facts["viewer"])}
    return made | {"seats": for_seat(made["seats"], facts["me"])}


def has_tray(slug: str) -> bool:
    """Does this title bring a tray of its own, or does the loaded put its forms into a panel?"""
    return _template(f"{slug}/table/tray.html") is not None


def table_parts(loaded: LoadedMatch, facts: dict[str, Any], last: "Rendered | None" = None) -> dict[str, str]:
    """`parts` without the log, which a line only adds to (`log_news`), and with seats that are the same for all.

    `last`: what this viewer was shown before.
    """
    facts["public"] = public_part(loaded)
    return {
        "status": _template("status.html").render(facts),
        "result": _result(facts) if facts["is_over"] else '<section id="t-result"></section>',
        **(last or Rendered()).parts(facts),
        "seats": shared_seats(loaded, facts["viewer"], facts["here"]),
    }


def _result(facts: Mapping[str, Any]) -> str:
    """The end, with the title's own picture and what has decided (its end.html)."""
    own = _template(f"{facts['game'].slug}/table/end.html")
    return _html("result.html", facts, ending=Markup(own.render(facts)) if own else "")


class Rendered:
    """Board and tray as one viewer was shown them: they are made anew only if something has changed that they tell.

    What titles are given is named in FACTS; their own facts follow from these.
    """

    FACTS = (
        *("view", "names", "me", "asked", "sealed", "orders", "beside", "chosen", "narrowed", "refusal", "is_over"),
        *("viewer", "answer", "public", "default_words", "match_id"),
    )

    def __init__(self) -> None:
        self._made_of: list[Any] = []
        self._parts: dict[str, str] = {}

    def parts(self, facts: dict[str, Any]) -> dict[str, str]:
        """The two parts, from presenter.describe()."""
        made_of = [facts[name] for name in self.FACTS]
        if made_of != self._made_of:
            given = {name: facts[name] for name in self.FACTS} | {name: facts[name] for name in _FOLLOWS}
            given["board"] = Markup(_template(f"{facts['game'].slug}/table/table.html").render(given))
            self._parts = {"decision": _decision(given), "board": _template("board.html").render(given)}
            self._made_of = made_of
        return self._parts


_FOLLOWS = ("game", "facts", "is_loose", "order_words", "has_order", "csrf", "mine")  # from Rendered.FACTS


def _decision(facts: Mapping[str, Any]) -> str:
    """The tray: one's own hand and what can be done with it. It changes only if one of them does.

    Titles without a tray of their own have a box with their forms, empty for a seat that is not asked.
    """
    if has_tray(facts["game"].slug):
        return _tray(facts)
    if facts["asked"] or facts["sealed"] or facts["beside"]:
        return _box(facts, form(facts))
    if facts["refusal"]:
        return _box(facts)
    if not facts["has_order"]:
        return '<section id="t-decision"></section>'
    order = facts["orders"].decision
    key = (facts["match_id"], facts["order_words"], order.prompt, order.actions[0].label)
    return _QUIET.get_or_make(key, lambda: _box(facts))


def _tray(facts: Mapping[str, Any]) -> str:
    if facts["me"] is None:
        return _box(facts) if facts["refusal"] else '<section id="t-decision" class="tray"></section>'
    return _html("tray.html", facts, body=Markup(_html(f"{facts['game'].slug}/table/tray.html", facts)))


def _box(facts: Mapping[str, Any], body: str = "") -> str:
    return _html("decision_box.html", facts, body=body)


def form(facts: Mapping[str, Any]) -> Markup:
    """The form of the open decision alone, from presenter.describe(); the title's own where it has one."""
    slug = facts["game"].slug
    own = _template(f"{slug}/table/decision.html") or _template("decision.html")
    return Markup(own.render(facts))


def public_part(loaded: LoadedMatch) -> Markup:
    """What a title shows to everybody alike (its public.html), made once for all viewers; else "".

    It is rendered from a spectator's view, so it cannot hold what a seat alone may know.
    """
    if loaded.shared.public is None:
        template = _template(f"{loaded.slug}/table/public.html")
        loaded.shared.public = template.render(_public_facts(loaded)) if template else ""
    return Markup(loaded.shared.public)


def _public_facts(loaded: LoadedMatch) -> dict[str, Any]:
    """What a spectator knows, worked out once."""
    if loaded.shared.public_facts is None:
        game, names = loaded.game, loaded.names
        view = engine.view_for(game, loaded.at_table(), None)
        facts = game.table.facts(view, None, names)
        known = {"view": view, "facts": facts, "names": names, "me": None, "asked": None, "is_over": loaded.is_over}
        loaded.shared.public_facts = known
    return loaded.shared.public_facts


def words_parts(loaded: LoadedMatch, facts: dict[str, Any]) -> dict[str, str]:
    """The parts of the table in words: seats, log, and the decision as the plain form that every game has."""
    has_form = facts["asked"] or facts["sealed"] or facts["beside"]
    body = Markup(_template("decision.html").render(facts)) if has_form else ""
    return {
        "seats": seats(loaded, facts["viewer"], facts["here"]),
        "decision": _box(facts, body) if body or facts["refusal"] or facts["has_order"] else "",
        "log": log(loaded, facts["viewer"]),
    }


def position_text(facts: Mapping[str, Any]) -> str:
    """The position as plain text, from the title's mail.txt."""
    return _html(f"{facts['game'].slug}/table/mail.txt", facts).strip()


# --- the log ------------------------------------------------------------------------------------------------------


def log(loaded: LoadedMatch, viewer: Viewer) -> str:
    """The newest records of the log, newest first."""
    key = ("log", shown_now(loaded, viewer), viewer.zone)
    return _once(loaded, key, lambda: _render_log("log", loaded, viewer, loaded.lines))


def log_news(loaded: LoadedMatch, viewer: Viewer, shown: Shown) -> tuple[str, Shown]:
    """What to send to a viewer whose log holds `shown`: only the new records where the others still read the same.

    Returns the HTML ("" for nothing new) and what the log holds then.
    """
    now = shown_now(loaded, viewer)
    if now == shown:
        return "", now
    place = now.index(shown[-1]) + 1 if shown and shown[-1] in now else 0
    if not place or now[:place] != shown[-place:]:
        return log(loaded, viewer), now
    fresh = [line for line in loaded.lines if line.events][place:]
    key = ("news", now[place:], viewer.zone)
    return _once(loaded, key, lambda: _render_log("log_news", loaded, viewer, fresh)), now


def shown_now(loaded: LoadedMatch, viewer: Viewer) -> Shown:
    """Keys of the records that `log` shows to this viewer; a key changes with the words."""
    if loaded.shared.has_secrets is None:
        loaded.shared.has_secrets = any(event.private for line in loaded.lines for event in line.events)
    seat = viewer.seat if loaded.shared.has_secrets else None
    records = [line for line in loaded.lines if line.events]
    return _once(loaded, ("shown", seat), lambda: tuple(presenter.told_key(loaded, line, seat) for line in records))


def _once(loaded: LoadedMatch, key: Hashable, make: Callable[[], T]) -> T:
    """Something that all viewers with this key see alike at this revision, made once."""
    if key not in loaded.shared.parts:
        loaded.shared.parts[key] = make()
    made: T = loaded.shared.parts[key]
    return made


def _render_log(name: str, loaded: LoadedMatch, viewer: Viewer, lines: list[Line]) -> str:
    records = Markup("".join(_record(name, loaded, line, viewer) for line in reversed(lines) if line.events))
    look_back = "" if loaded.is_loose else address("replay", loaded.id)
    return _html(f"{name}.html", look_back=look_back, records=records)


def _record(name: str, loaded: LoadedMatch, line: Line, viewer: Viewer) -> str:
    key = (name, presenter.told_key(loaded, line, viewer.seat), viewer.zone)
    return _RECORD.get(key) or _RECORD.get_or_make(key, partial(_render_record, name, loaded, line, viewer))


def _render_record(name: str, loaded: LoadedMatch, line: Line, viewer: Viewer) -> str:
    lines = [
        {
            "words": told.words,
            "clause": told.clause,
            "pictures": told.pictures,
            "iso": presenter.iso(told.at),
            "second": int(told.at.timestamp()),
            "at": presenter.at_words(told.at, viewer.zone),
        }
        for told in reversed(presenter.told(loaded, line, viewer.seat))
    ]
    return _html(f"{name}_record.html", lines=lines, seat=line.seat)


# --- seats and chat -----------------------------------------------------------------------------------------------


def seats(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """The seats with one's own marked."""
    return for_seat(shared_seats(loaded, viewer, here), viewer.seat)


def for_seat(html: str, seat: int | None) -> str:
    """A part that is the same for all as this seat reads it; a page with a line does so itself (static/deltas.js)."""
    return _FOR_SEAT.sub(lambda found: found[2] if found[1] == str(seat) else "", html)


def shared_seats(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """The seats, rendered once for all who share a zone."""
    return _once(loaded, ("seats", viewer.zone, frozenset(here)), lambda: _render_seats(loaded, viewer, here))


def _render_seats(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    plates = _seatplates(loaded, viewer, here)
    pieces = static(f"titles/{loaded.slug}/pieces.svg") if plates[0]["panel"].picture[0] else ""
    return _html("seats.html", seatplates=plates, pieces=pieces, clock_total=presenter.clock_total(loaded))


def _kind_of(seat: SeatRow) -> str:
    """What stands beside the name of who is no person with an account and no usual bot."""
    return "guest" if seat.is_guest else f"{seat.strength} bot" if seat.is_bot and seat.strength != "house" else ""


def _seatplates(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> list[dict[str, Any]]:
    panels: Sequence[Panel] = getattr(_public_facts(loaded)["facts"], "panels", ()) or [Panel()] * len(loaded.seats)
    opens = loaded.open_decisions()
    asked = {seat for seat, _ in engine.waiting_among(opens)}
    at_step = {open.decision.seat for open in opens if not (open.decision.matter or open.decision.optional)}
    clocks = {row.seat: row for row in loaded.asked if row.seat in asked}
    step = loaded.game.rules.by_name[loaded.at_table().step]
    return [
        {
            "number": seat.number,
            "panel": panels[seat.number],
            "name": seat.name,
            "username": "" if seat.is_guest else seat.username,  # guests have no page
            "is_bot": seat.is_bot,
            "is_turn": seat.number in asked and not loaded.is_over,
            "waiting": step.waiting if seat.number in at_step else "to answer",
            "here": seat.is_bot or seat.number in here,
            "left": seat.left_reason,
            "due": presenter.clock_of(loaded, clocks.get(seat.number), viewer),
            "rank": seat.rank if loaded.is_over else None,
            "strength": _kind_of(seat),
            "bank": ""
            if seat.is_bot or loaded.is_over or not seat.bank_left
            else time_control.in_words(seat.bank_left),
        }
        for seat in loaded.seats
    ]


def proposals(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """What stands between the players: a question, a pause, live play."""
    facts = proposal_panel.of_table(loaded, viewer, here)
    return _html("proposal_panel.html", facts) if facts else '<div id="t-proposals"></div>'


class Unsaid(NamedTuple):
    """A line of chat that was refused: why, and the words, which go back to whoever wrote them."""

    refusal: str
    words: str


def chat(loaded: LoadedMatch, viewer: Viewer, talk: Talk, unsaid: Unsaid | None = None) -> str:
    """The chat as HTML, from selectors.talk_of()."""
    facts = {
        "chat_lines": chat_lines(talk.lines, viewer),
        "has_more": talk.has_more,
        "unsaid": unsaid,
        "muted": talk.muted,
        "may_chat": viewer.user is not None,
        "is_aside": viewer.seat is None,
        "match_id": loaded.id,
        "csrf": viewer.csrf,
    }
    return _html("chat.html", facts)


def chat_lines(lines: Iterable[ChatLine], viewer: Viewer) -> list[dict[str, Any]]:
    """Lines of chat as templates show them."""
    return [
        {
            "id": line.pk,
            "name": line.user.name,
            "is_mine": line.user_id == viewer.user,
            "spectators_only": line.spectators_only,
            "html": as_html(line.text),
            "iso": presenter.iso(line.at),
            "at": presenter.at_words(line.at, viewer.zone),
        }
        for line in lines
    ]
