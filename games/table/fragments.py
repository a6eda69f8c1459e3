"""The parts of a table page as HTML: each is one element with an id, which the socket replaces.

They are rendered for every viewer after every move, hence Jinja2 and caches for what viewers share.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from sys import getsizeof
from typing import Any, NamedTuple, TypeVar

from django.template import engines
from django.templatetags.static import static
from jinja2 import TemplateNotFound
from markupsafe import Markup
from msgspec.structs import asdict, replace

from accounts import stamps
from config.memory_cache import BoundedCache
from games.clocks import time_control
from games.kernel import engine
from games.kernel.display import Panel
from games.kernel.words import read_by
from games.live_templates import address
from games.matches import loaded as matches
from games.matches.loaded import LoadedMatch, LogRecord, SeatRow
from games.models import ChatLine
from games.table import log_words, presenter, proposal_panel
from games.table.chat_reading import ChatView
from games.table.chat_writing import as_html
from games.table.local_times import Due, LocalTime, local_time
from games.table.presenter import Description, Viewer

T = TypeVar("T")
_BEATS = re.compile(' data-beats="[^"]*"')

_compiled: dict[str, Any] = {}
_RECORD: BoundedCache[str] = BoundedCache(20_000, 4_000_000, getsizeof)  # bytes: curly quotes double a text
_QUIET: BoundedCache[str] = BoundedCache(5_000, 2_000_000, getsizeof)
Shown = tuple[Any, ...]  # keys of the log records that a viewer has been shown; a key changes with the wording


def _template(name: str) -> Any:
    """A compiled template of the live engine, or None if there is none of this name."""
    if name not in _compiled:
        engine: Any = engines["live"]
        try:
            _compiled[name] = engine.env.get_template(name)
        except TemplateNotFound:
            _compiled[name] = None
    return _compiled[name]


def _html(name: str, given: Mapping[str, Any] = {}, **more: Any) -> str:
    """Render a template."""
    html: str = _template(name).render(given, **more)
    return html


def parts(loaded: LoadedMatch, facts: Description) -> dict[str, str]:
    """All parts by name, except the chat (see chat())."""
    made = table_parts(loaded, facts) | {"log": log(loaded, facts.viewer)}
    return {name: read_by(html, facts.me) for name, html in made.items()}


def has_tray(slug: str) -> bool:
    """Does this title have a tray of its own? Otherwise its forms are shown in a box."""
    return _template(f"{slug}/table/tray.html") is not None


def table_parts(loaded: LoadedMatch, facts: Description, last: "Rendered | None" = None) -> dict[str, str]:
    """parts() without the log, which sockets only append to (log_news()), and with the marks for readers.

    `last`: what this viewer was shown last.
    """
    given, result = asdict(facts), '<section id="t-result"></section>'
    if facts.is_over:  # with the title's own picture of the end and what decided the match
        own = _template(f"{loaded.slug}/table/end.html")
        ending = Markup(own.render(given, public=public_part(loaded))) if own else ""
        result = _html("result.html", given, ending=ending)
    return {
        "status": _html("status.html", given),
        "result": result,
        **(last or Rendered()).parts(loaded, facts),
        "seats": shared_seats(loaded, facts.viewer, facts.here),
    }


def before_deal(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> dict[str, str]:
    """The parts of the table as they stood before the newest move dealt a new round; {} if it did not."""
    then = _shared(loaded, "before deal", lambda: matches.before_deal(loaded))
    if then is None:
        return {}
    facts = presenter.describe(then, viewer, presenter.Extras(here=here)).in_the_past()
    status = _html("status.html", asdict(facts))
    return {"status": status, **Rendered().parts(then, facts), "seats": shared_seats(then, viewer, here)}


class Rendered:
    """The board and tray that one viewer was shown last. They are rendered again only if their inputs have changed.

    FACTS names the inputs; the values in FOLLOWS depend only on these.
    """

    FACTS = (
        *("view", "names", "me", "asked", "sealed", "orders", "further", "chosen", "refusal", "is_over"),
        *("viewer", "answer", "default_words", "match_id"),
    )
    FOLLOWS = ("game", "facts", "is_unstored", "order_words", "has_order")
    _read = attrgetter(*FACTS)

    def __init__(self) -> None:
        self._made_of: tuple[Any, ...] = ()
        self._parts: dict[str, str] = {}

    def parts(self, loaded: LoadedMatch, facts: Description) -> dict[str, str]:
        """Board and tray."""
        public = public_part(loaded)
        made_of = (public, *Rendered._read(facts))
        if made_of != self._made_of:
            given = {name: getattr(facts, name) for name in self.FACTS + self.FOLLOWS} | {"public": public}
            board = Markup(_html(f"{loaded.slug}/table/table.html", given))
            self._parts = {"decision": _decision(facts, given), "board": _html("board.html", board=board)}
            self._made_of = made_of
        return self._parts


def _decision(facts: Description, given: Mapping[str, Any]) -> str:
    """The tray: the viewer's hand and what they can do with it.

    Titles without a tray of their own get a box with their forms instead, empty for a seat that is not asked.
    """
    box = partial(_html, "decision_box.html", given)
    if has_tray(facts.game.slug):
        if facts.me is not None:
            return _html("tray.html", given, body=Markup(_html(f"{facts.game.slug}/table/tray.html", given)))
        return box(body="") if facts.refusal else '<section id="t-decision" class="tray"></section>'
    if facts.asked or facts.sealed or facts.further:
        return box(body=_form(facts.game.slug, given))
    if facts.refusal:
        return box(body="")
    if not facts.has_order or facts.orders is None:
        return '<section id="t-decision"></section>'
    order = facts.orders.decision
    key = (facts.match_id, facts.order_words, order.prompt, order.actions[0].label)
    return _QUIET.get_or_make(key, lambda: box(body=""))


def form(facts: Description) -> Markup:
    """Only the form of the open decision; the title's own form if it has one."""
    return Markup(read_by(_form(facts.game.slug, asdict(facts)), facts.me))


def form_of(facts: Description, verb: str) -> Markup:
    """The plain form of one action of the open decision, whatever else could be chosen."""
    given = asdict(facts) | {"further": ()}
    for name in ("asked", "sealed", "orders"):
        if (open := given[name]) is not None:
            actions = tuple(action for action in open.decision.actions if action.verb == verb)
            given[name] = replace(open, decision=replace(open.decision, actions=actions))
    return Markup(_html("decision.html", given))


def _form(slug: str, given: Mapping[str, Any]) -> Markup:
    own = _template(f"{slug}/table/decision.html") or _template("decision.html")
    return Markup(own.render(given))


def public_part(loaded: LoadedMatch) -> Markup:
    """What a title shows to everybody alike (its public.html), rendered once for all viewers; "" if it has none.

    It is rendered from a spectator's view, so it cannot contain anything secret.
    """

    def make() -> Markup:
        template, (view, facts) = _template(f"{loaded.slug}/table/public.html"), _seen_by_all(loaded)
        given = {"view": view, "facts": facts, "names": loaded.names, "me": None, "asked": None}
        return Markup(template.render(given, is_over=loaded.is_over) if template else "")

    return _shared(loaded, "public", make)


def _seen_by_all(loaded: LoadedMatch) -> tuple[Any, Any]:
    """A spectator's view and the title's facts about it, computed once."""

    def make() -> tuple[Any, Any]:
        view = loaded.view_for(None)
        return view, loaded.game.table.facts(view, None, loaded.names)

    return _shared(loaded, "seen by all", make)


def words_parts(loaded: LoadedMatch, facts: Description) -> dict[str, str]:
    """The parts of the text-only table: seats, log, and the decision as the plain form that every game has."""
    given = asdict(facts)
    body = Markup(_html("decision.html", given)) if facts.asked or facts.sealed or facts.further else ""
    has_box = body or facts.refusal or facts.has_order
    return {
        "seats": seats(loaded, facts.viewer, facts.here),
        "decision": read_by(_html("decision_box.html", given, body=body), facts.me) if has_box else "",
        "log": read_by(log(loaded, facts.viewer), facts.me),
    }


# --- the log ------------------------------------------------------------------------------------------------------


def log(loaded: LoadedMatch, viewer: Viewer) -> str:
    """The newest records of the log, newest first."""
    key = ("log", shown_now(loaded, viewer), viewer.zone)
    return _shared(loaded, key, lambda: _render_log("log", loaded, viewer, loaded.lines))


def log_news(loaded: LoadedMatch, viewer: Viewer, shown: Shown) -> tuple[str, Shown]:
    """What to send to a viewer whose log shows `shown`: the new records, and those that have changed; or the whole log
    if it shows records that no longer stand.

    Returns the HTML ("" if nothing is new) and what the log shows then.
    """
    now = shown_now(loaded, viewer)
    if now == shown:
        return "", now
    number = log_words.number_of
    place = sum(number(key) <= number(shown[-1]) for key in now) if shown else 0
    kept, fresh = shown[-place:], now[place:]
    if not place or [*map(number, kept)] != [*map(number, now[:place])]:
        return log(loaded, viewer), now
    changed = tuple(key for key, old in zip(now, kept, strict=False) if key != old)
    return _shared(loaded, ("news", changed, fresh, viewer.zone), lambda: _news(loaded, viewer, changed, fresh)), now


def _news(loaded: LoadedMatch, viewer: Viewer, changed: Shown, fresh: Shown) -> str:
    """The changed records, each of which replaces the one with its id, and a list of the new ones, with their beats."""
    lines = {line.number: line for line in loaded.lines}
    was, new = ([lines[log_words.number_of(key)] for key in keys] for keys in (changed, fresh))
    replaced = "".join(_record("log_news", loaded, line, viewer) for line in was)
    return _BEATS.sub("", replaced) + (_render_log("log_news", loaded, viewer, new) if new else "")


def shown_now(loaded: LoadedMatch, viewer: Viewer) -> Shown:
    """Keys of the records that log() shows to this viewer; a key changes if the wording does."""
    records = [line for line in loaded.lines if line.events]
    has_secrets = _shared(loaded, "secrets", lambda: any(event.private for line in records for event in line.events))
    seat = viewer.seat if has_secrets else None
    return _shared(loaded, ("shown", seat), lambda: tuple(log_words.lines_key(loaded, line, seat) for line in records))


def _shared(loaded: LoadedMatch, key: Hashable, make: Callable[[], T]) -> T:
    """A value that all viewers share at this revision, computed once per key."""
    if key not in loaded.parts:
        loaded.parts[key] = make()
    made: T = loaded.parts[key]
    return made


def _render_log(name: str, loaded: LoadedMatch, viewer: Viewer, lines: list[LogRecord]) -> str:
    records = Markup("".join(_record(name, loaded, line, viewer) for line in reversed(lines) if line.events))
    replay_url = "" if loaded.is_unstored else address("replay", loaded.id)
    return _html(f"{name}.html", replay_url=replay_url, records=records)


def _record(name: str, loaded: LoadedMatch, line: LogRecord, viewer: Viewer) -> str:
    key = (name, log_words.lines_key(loaded, line, viewer.seat), viewer.zone)
    return _RECORD.get(key) or _RECORD.get_or_make(key, partial(_render_record, name, loaded, line, viewer))


def _render_record(name: str, loaded: LoadedMatch, line: LogRecord, viewer: Viewer) -> str:
    told = log_words.lines_of(loaded, line, viewer.seat)
    second, at = int(line.at.timestamp()), local_time(line.at, viewer.zone)
    return _html(f"{name}_record.html", number=line.number, lines=told, seat=line.seat, second=second, at=at)


# --- seats and chat -----------------------------------------------------------------------------------------------


def seats(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """The seats, with the viewer's own marked."""
    return read_by(shared_seats(loaded, viewer, here), viewer.seat)


def shared_seats(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """The seats, rendered once for all viewers in the same time zone."""

    def make() -> str:
        plates = _seatplates(loaded, viewer, here)
        cards = static(f"titles/{loaded.slug}/cards.svg") if plates[0].panel.picture[0] else ""
        return _html("seats.html", seatplates=plates, cards=cards, clock_total=presenter.clock_total(loaded))

    return _shared(loaded, ("seats", viewer.zone, frozenset(here)), make)


class Seatplate(NamedTuple):
    """What everybody sees of a seat. `panel`: the title's part; `waiting`: what the others are waiting for, or "";
    `kind`: label beside the name, such as "guest" or "strong bot", or ""; `bank`: what is left of the reserve."""

    row: SeatRow
    panel: Panel
    waiting: str
    is_here: bool
    due: Due | None
    rank: int | None
    kind: str
    bank: str


def _seatplates(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> list[Seatplate]:
    panels: Sequence[Panel] = getattr(_seen_by_all(loaded)[1], "panels", ()) or [Panel()] * len(loaded.seats)
    opens, is_over = loaded.open_decisions(), loaded.is_over
    asked = {seat for seat, _ in engine.waiting_among(opens)}
    at_step = {open.decision.seat for open in opens if not (open.decision.matter or open.decision.optional)}
    clocks = {row.seat: row for row in loaded.asked if row.seat in asked}
    step = loaded.game.rules.by_name[loaded.at_table().step]
    plates = []
    for row, panel in zip(loaded.seats, panels, strict=True):
        waits, kind = "", "guest" if row.is_guest else ""
        if row.number in asked and not is_over:
            waits = step.waiting if row.number in at_step else "to answer"
        if row.is_bot and row.strength != "house":
            kind = f"{row.strength} bot"
        due = presenter.clock_of(loaded, clocks.get(row.number), viewer)
        bank = "" if row.is_bot or is_over or not row.bank_left else time_control.in_words(row.bank_left)
        is_here, rank = row.is_bot or row.number in here, row.rank if is_over else None
        plates.append(Seatplate(row, panel, waits, is_here, due, rank, kind, bank))
    return plates


def proposals(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> str:
    """The proposal panel: an open question, a pause, live play."""
    panel = proposal_panel.of_table(loaded, viewer, here)
    return _html("proposal_panel.html", asdict(panel)) if panel else '<div id="t-proposals"></div>'


class UnsentLine(NamedTuple):
    """A chat line that was refused: why, and its text, which is shown to its author again."""

    refusal: str
    words: str


def chat(loaded: LoadedMatch, viewer: Viewer, chat: ChatView, unsent: UnsentLine | None = None) -> str:
    """The chat as HTML, from chat_reading.chat_for()."""
    lines, seats = chat_lines(chat.lines, viewer), {row.user: row.number for row in loaded.seats}
    return _html("chat.html", lines=lines, seats=seats, chat=chat, unsent=unsent, viewer=viewer, match_id=loaded.id)


class ShownLine(NamedTuple):
    """A chat line for the templates."""

    id: int
    user: int
    name: str
    stamp: str
    is_mine: bool
    spectators_only: bool
    html: Markup
    at: LocalTime


def chat_lines(lines: Iterable[ChatLine], viewer: Viewer) -> list[ShownLine]:
    """Chat lines for the templates."""
    return [
        ShownLine(
            line.pk,
            line.user_id,
            line.user.name,
            stamps.mark(line.user_id, line.user.stamp),
            line.user_id == viewer.user,
            line.spectators_only,
            as_html(line.text),
            local_time(line.at, viewer.zone),
        )
        for line in lines
    ]
