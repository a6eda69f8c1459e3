"""One description of a table for page, socket, letter and API: view, decision and events in words.

Everything that is shown of a match goes through `describe`; it starts from the seat's own view and never from the
state, so no client can show more than another.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.template import engines
from markupsafe import Markup
from msgspec import Struct

from games import forms, pace
from games.errors import Refusal
from games.frames import Frame, Line
from games.kernel import engine
from games.kernel.types import Move, Open
from games.memory import Newest
from games.services.chat import as_html

FRAGMENTS = ("status", "result", "decision", "board", "seats", "log")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: user id (None: nobody signed in), seat (None: a spectator), time zone, form token."""

    user: int | None = None
    seat: int | None = None
    zone: str = "UTC"
    csrf: str = ""


@dataclass(slots=True)
class Extras:
    """What a page adds: who is here, a refusal to show, a half-made choice, another address for its forms."""

    here: Collection[int] = ()
    refusal: Refusal | None = None
    chosen: Mapping[str, Any] = field(default_factory=dict)
    narrowed: Mapping[str, Any] = field(default_factory=dict)
    form_action: str = ""


class Told(Struct, frozen=True):
    """One line of the log in words. `version` is the match's version after it."""

    words: str
    clause: str
    version: int
    at: datetime
    seat: int | None


def viewer_of(frame: Frame, user: Any, zone: str = "UTC", csrf: str = "") -> Viewer:
    """The viewer that this request's or socket's user is at this table."""
    if user is None or not user.is_authenticated:
        return Viewer(zone=zone, csrf=csrf)
    return Viewer(user.pk, frame.seat_of(user.pk), zone, csrf)


def story(frame: Frame, seat: int | None, since: int = -1) -> list[Told]:
    """The log in words as this seat may know it, oldest first; `since`: only what is newer than this version."""
    return [told for line in frame.lines if line.version > since for told in _told(frame, line, seat)]


_TOLD: Newest[list[Told]] = Newest(20_000)
_HTML: Newest[str] = Newest(20_000)


def _told(frame: Frame, line: Line, seat: int | None) -> list[Told]:
    """The events of one record in words; worked out once for all who may know the same of it."""
    return _TOLD.get_or_make(_told_key(frame, line, seat), lambda: _tell(frame, line, seat))


def _told_key(frame: Frame, line: Line, seat: int | None) -> tuple[Any, ...]:
    knows = (seat, frame.at_table().round, frame.is_over) if any(event.private for event in line.events) else ()
    return (frame.id, line.number, knows, frame.names_key)


def _tell(frame: Frame, line: Line, seat: int | None) -> list[Told]:
    told = []
    prefix = "Clock: " if line.by == "clock" and line.seat is not None else ""
    for event in engine.events_for(line.events, seat, frame.at_table().round, frame.is_over):
        words = prefix + frame.game.story(event, frame.names)
        prefix = ""
        told.append(Told(words, event.clause, line.version, line.at, line.seat))
    return told


def _log(frame: Frame, viewer: Viewer) -> Markup:
    """The newest lines of the log, newest first; made once for all who know the same and share a zone."""
    has_secrets = any(event.private for line in frame.lines for event in line.events)
    key = ("log", viewer.zone, viewer.seat if has_secrets else None)
    if key not in frame.shared:
        frame.shared[key] = _make_log(frame, viewer)
    log: Markup = frame.shared[key]
    return log


def _make_log(frame: Frame, viewer: Viewer) -> Markup:
    parts = []
    for line in reversed(frame.lines):
        if not line.events:
            continue
        key = (_told_key(frame, line, viewer.seat), viewer.zone)
        html = _HTML.get(key) or _HTML.get_or_make(key, partial(_log_items, frame, line, viewer))
        parts.append(html.replace('"log-line"', '"log-line is-new"') if line.version == frame.version else html)
    return Markup(_template("log.html").render(match_id=frame.id, log_items=Markup("".join(parts))))


def _log_items(frame: Frame, line: Line, viewer: Viewer) -> str:
    told = [_log_line(told, viewer) for told in reversed(_told(frame, line, viewer.seat))]
    html: str = _template("log_lines.html").render(lines=told)
    return html


def describe(frame: Frame, viewer: Viewer, extras: Extras | None = None) -> dict[str, Any]:
    """Everything that templates may say about a running or finished match to this viewer."""
    extras = extras or Extras()
    game, position, me = frame.game, frame.at_table(), viewer.seat
    asked, sealed, orders = own_decisions(frame, me)
    view = engine.view_for(game, position, me)
    decision = asked.decision if asked else None
    waiting = engine.waiting_among(frame.open_decisions())
    return {
        "game": game.meta,
        "match_id": frame.id,
        "version": frame.version,
        "view": view,
        "facts": game.table(view, decision, frame.names) if game.table else {},
        "names": frame.names,
        "me": me,
        "asked": asked,
        "sealed": sealed,
        "orders": orders,
        "chosen": extras.chosen,
        "narrowed": extras.narrowed,
        "refusal": extras.refusal,
        "is_over": frame.is_over,
        "csrf": viewer.csrf,
        "form_action": extras.form_action,
        "has_order": orders is not None and asked is None and sealed is None,
        "mine": asked is not None,
        "headline": _headline(frame, me, asked, waiting),
        "ask": asked.decision.prompt if asked else "",
        "due": _due(frame, viewer, asked, waiting),
        "clock_total": _clock_total(frame),
        "default_words": forms.in_words(decision, decision.default) if decision and _due_of(frame, asked) else "",
        "last": _last_words(frame, me),
        "viewer": viewer,
        "here": extras.here,
        "ranks": _ranks(frame, me),
    }


def own_decisions(frame: Frame, seat: int | None) -> tuple[Open | None, Open | None, Open | None]:
    """What this seat is asked now: (unanswered, sealed but changeable, standing order), each None if there is none."""
    asked = sealed = orders = None
    if seat is None or frame.is_over:
        return None, None, None
    for open in frame.open_decisions():
        if open.decision.seat != seat:
            continue
        if open.decision.pace == "standing":
            orders = orders or open
        elif open.answer is None:
            asked = asked or open
        else:
            sealed = sealed or open
    return asked, sealed, orders


_live: dict[str, Any] = {}


def _template(name: str) -> Any:
    """A compiled template of the live engine, by name; None if the title has none of it."""
    if name not in _live:
        env = engines["live"].env
        _live[name] = env.get_template(name) if name in _names(env) else None
    return _live[name]


def _names(env: Any) -> set[str]:
    if "" not in _live:
        _live[""] = set(env.list_templates())
    return _live[""]


def position_text(facts: Mapping[str, Any]) -> str:
    """The position as plain text, from the title's mail.txt."""
    text: str = _template(f"{facts['game'].slug}/table/mail.txt").render(facts)
    return text.strip()


def public_part(frame: Frame) -> Markup:
    """What a title shows to everybody alike (its public.html), made once for all viewers of a frame; else "".

    It is rendered from a spectator's facts, so it cannot hold what a seat alone may know.
    """
    template = _template(f"{frame.slug}/table/public.html")
    if "public" not in frame.shared:
        frame.shared["public"] = Markup(template.render(describe(frame, Viewer())) if template else "")
    part: Markup = frame.shared["public"]
    return part


_QUIET: Newest[str] = Newest(5_000)


def _quiet_decision(parts: Any, facts: Mapping[str, Any]) -> str:
    """The decision box of a seat that is not asked: nothing, or the way to its standing order. Seldom changes."""
    if facts["refusal"] or not facts["has_order"]:
        return str(parts.decision(""))
    order = facts["orders"].decision
    key = (facts["match_id"], facts["facts"].get("order_words"), order.prompt, order.actions[0].label)
    return _QUIET.get_or_make(key, lambda: str(parts.decision("")))


def fragments(frame: Frame, facts: dict[str, Any]) -> dict[str, str]:
    """The parts of the table page as HTML by name, from describe()."""
    slug = facts["game"].slug
    parts = _template("fragments.html").make_module(facts)
    facts["public"] = public_part(frame)
    board = Markup(_template(f"{slug}/table/table.html").render(facts))
    has_form = facts["asked"] or facts["sealed"]
    return {
        "status": parts.status(),
        "result": parts.result() if facts["is_over"] else '<section id="t-result"></section>',
        "decision": parts.decision(form(facts)) if has_form else _quiet_decision(parts, facts),
        "board": parts.board(board),
        "seats": str(seats(frame, facts["viewer"], facts["here"])),
        "log": str(_log(frame, facts["viewer"])),
    }


def _headline(frame: Frame, me: int | None, asked: Open | None, waiting: list[tuple[int, str]]) -> str:
    if frame.is_over:
        winners = [seat.name for seat in frame.seats if seat.rank == 1]
        return f"{' and '.join(winners)} won" if len(winners) == 1 else f"Shared first place: {', '.join(winners)}"
    if asked is not None:
        return "Your turn" if asked.decision.pace == "turn" else "You are asked"
    seats = sorted({seat for seat, _ in waiting if seat != me})
    return f"Waiting for {', '.join(frame.names[seat] for seat in seats)}" if seats else "Waiting"


def _due_of(frame: Frame, asked: Open | None) -> datetime | None:
    return next((row.due_at for row in frame.asked if asked is not None and row.key == asked.id), None)


def _due(frame: Frame, viewer: Viewer, asked: Open | None, waiting: list[tuple[int, str]]) -> dict[str, str] | None:
    due = _due_of(frame, asked)
    if asked is None:
        seats = {seat for seat, _ in waiting}
        due = min((row.due_at for row in frame.asked if row.due_at and row.seat in seats), default=None)
    return _moment(due, viewer)


def _moment(due: datetime | None, viewer: Viewer) -> dict[str, str] | None:
    if due is None:
        return None
    return {"iso": due.astimezone(UTC).isoformat(timespec="seconds"), "words": at_words(due, viewer.zone)}


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def at_words(moment: datetime, zone: str) -> str:
    """A moment in the reader's zone: "Sat 31 Jan, 18:05"."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{DAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]}, {local.hour:02}:{local.minute:02}"


def _last_words(frame: Frame, seat: int | None) -> str:
    """What the newest move of which this seat may know has done, whole: "Bo passes: … Trick to Ada. …"."""
    for line in reversed(frame.lines):
        if told := _told(frame, line, seat):
            return " ".join(part.words for part in told)
    return ""


def _log_line(line: Told, viewer: Viewer) -> dict[str, Any]:
    return {
        "words": line.words,
        "clause": line.clause,
        "iso": line.at.astimezone(UTC).isoformat(timespec="seconds"),
        "at": at_words(line.at, viewer.zone),
    }


_OWN = re.compile("[\x02\x03][0-9]+;")  # marks of seats in what is rendered once; names hold no such characters


def seats(frame: Frame, viewer: Viewer, here: Collection[int]) -> Markup:
    """The seats, rendered once for all who share a zone; then the own one is marked."""
    key = ("seats", viewer.zone, frozenset(here))
    if key not in frame.shared:
        facts = {"seatplates": _seatplates(frame, viewer, here), "clock_total": _clock_total(frame)}
        frame.shared[key] = _template("seats.html").render(facts)
    html: str = frame.shared[key]
    if viewer.seat is not None:
        html = html.replace(f"\x02{viewer.seat};", " is-me").replace(f"\x03{viewer.seat};", " (you)")
    return Markup(_OWN.sub("", html))


def _clock_total(frame: Frame) -> int:
    return frame.move_seconds + frame.bank_seconds


def _seatplates(frame: Frame, viewer: Viewer, here: Collection[int]) -> list[dict[str, Any]]:
    asked = {seat for seat, _ in engine.waiting_among(frame.open_decisions())}
    dues = {row.seat: row.due_at for row in frame.asked if row.seat in asked}
    step = frame.game.by_name[frame.at_table().step]
    return [
        {
            "number": seat.number,
            "name": seat.name,
            "username": seat.username,
            "is_bot": seat.is_bot,
            "me_class": f"\x02{seat.number};",
            "me_words": f"\x03{seat.number};",
            "is_turn": seat.number in asked and not frame.is_over,
            "waiting": step.waiting,
            "here": seat.is_bot or seat.number in here,
            "left": seat.left,
            "due": _moment(dues.get(seat.number), viewer),
            "rank": seat.rank if frame.is_over else None,
            "bank": "" if seat.is_bot or frame.is_over or not seat.bank_left else pace.in_words(seat.bank_left),
        }
        for seat in frame.seats
    ]


def _ranks(frame: Frame, me: int | None) -> list[dict[str, Any]]:
    if not frame.is_over:
        return []
    rows = [
        {"rank": seat.rank, "name": seat.name, "is_me": seat.number == me, "note": seat.left} for seat in frame.seats
    ]
    return sorted(rows, key=lambda row: row["rank"] or 99)


def begun(frame: Frame, seat: int, verb: str, data: forms.FormData) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """A choice that has begun: ({"verb", "args"} as chosen so far, values still possible by field)."""
    for open in own_decisions(frame, seat):
        for action in open.decision.actions if open else ():
            if action.verb == verb:
                args = forms.partial(action, data)
                step = frame.game.by_name[frame.at_table().step]
                return {"verb": verb, "args": args}, step.narrow(frame.at_table().state, seat, verb, args)
    return {}, {}


def preview(frame: Frame, seat: int | None, data: forms.FormData) -> list[str]:
    """What this move would do, in sentences, from what the seat may know. Raises IllegalMove."""
    opens = [open for open in own_decisions(frame, seat) if open is not None]
    verb = forms.verb_of(data)
    asked = next(iter(opens), None)  # a verb that is not offered is refused in the rules' own words
    found = next((o for o in opens if any(action.verb == verb for action in o.decision.actions)), asked)
    move = forms.read_move(found.decision, data) if found else Move(verb)
    _, fitted = engine.check(frame.game, frame.at_table(), -1 if seat is None else seat, move)
    step = frame.game.by_name[frame.at_table().step]
    return step.preview(frame.at_table().state, -1 if seat is None else seat, fitted)


def form(facts: dict[str, Any]) -> Markup:
    """The form of the open decision alone, from describe(); the title's own where it has one."""
    own = _template(f"{facts['game'].slug}/table/decision.html") or _template("decision.html")
    return Markup(own.render(facts))


def chat(frame: Frame, viewer: Viewer, lines: list[Any]) -> str:
    """The chat as HTML, from selectors.chat_lines()."""
    facts = {
        "chat_lines": [
            {
                "name": line.user.name,
                "html": as_html(line.text),
                "iso": line.at.astimezone(UTC).isoformat(timespec="seconds"),
                "at": at_words(line.at, viewer.zone),
            }
            for line in lines
        ],
        "may_chat": viewer.seat is not None,
        "match_id": frame.id,
        "csrf": viewer.csrf,
    }
    html: str = _template("fragments.html").make_module(facts).chat()
    return html
