"""Writing down what a move did: one statement for everything, whatever the game and the length of the match.

Worked out first, then written: so the moves of several matches can be written in one go.
"""

import zlib
from datetime import datetime
from typing import Any

from django.db import connection
from msgspec import Struct

from games import pace
from games.calendars import Hours
from games.frames import AskedRow, Frame, Line, LivePlay, newest
from games.hours import Calendar
from games.kernel import codec
from games.kernel.types import Decision, Move, Open, Outcome
from games.services import halts

# All of it hangs on `moved`: if the match has another stamp by now, nothing at all is written.
# Open decisions are found by their match alone, never by a join with `moved`, "not answered", a list of keys (hence the
# || '') or an empty one (hence NO_KEY): for any of these PostgreSQL may read those of the whole site, or plan anew.
_SAVE = """
WITH moved AS (
    UPDATE games_match SET position = %(position)s, version = %(version)s, stamp = %(stamp)s, status = %(status)s,
           ended_at = %(ended)s, live = %(live)s
    WHERE id = %(id)s AND stamp = %(was)s RETURNING id
), gone AS (
    DELETE FROM games_opendecision
    WHERE match_id = %(id)s AND NOT key = ANY(%(keys)s) AND EXISTS (SELECT 1 FROM moved)
), sealed AS (
    UPDATE games_opendecision SET answered_at = coalesce(answered_at, %(now)s)
    WHERE match_id = %(id)s AND key || '' = ANY(%(sealed)s) AND EXISTS (SELECT 1 FROM moved)
), fresh AS (
    INSERT INTO games_opendecision
        (match_id, seat, user_id, key, pace, prompt, is_bot, asked_at, drains_at, due_at, remind_at, reminded,
         answered_at)
    SELECT moved.id, f.seat, f.user, f.key, f.pace, f.prompt, f.is_bot, f.asked_at, f.drains_at, f.due_at,
           f.remind_at, 0, f.answered_at
    FROM moved, json_to_recordset(%(fresh)s::json) AS f(seat int, "user" bigint, key text, pace text, prompt text,
        is_bot bool, asked_at timestamptz, drains_at timestamptz, due_at timestamptz, remind_at timestamptz,
        answered_at timestamptz)
    WHERE f.user IS NOT NULL
), longer AS (
    UPDATE games_opendecision d SET drains_at = l.drains_at, due_at = l.due_at
    FROM json_to_recordset(%(longer)s::json) AS l(key text, drains_at timestamptz, due_at timestamptz)
    WHERE d.match_id = %(id)s AND d.key || '' = l.key AND EXISTS (SELECT 1 FROM moved)
), log AS (
    INSERT INTO games_moverecord
        (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, given, at, events)
    SELECT moved.id, e.number, %(version)s, e.seat, e.decision, e.move, e.drop, e.is_order, e.by, e.user, e.given,
           %(now)s, e.events
    FROM moved, json_to_recordset(%(entries)s::json) AS e(number int, seat int, decision text, move text, drop text,
        is_order bool, by text, "user" bigint, given text, events text)
), shot AS (
    INSERT INTO games_snapshot (match_id, version, position)
    SELECT moved.id, %(version)s, %(shot)s FROM moved WHERE %(is_public)s
), clocks AS (
    UPDATE games_seat s SET bank_left = c.bank_left, misses = c.misses, "left" = c.gone, rank = c.rank
    FROM json_to_recordset(%(clocks)s::json) AS c(number int, bank_left float8, misses int, gone text, rank int)
    WHERE s.match_id = %(id)s AND s.number = c.number AND EXISTS (SELECT 1 FROM moved)
)
SELECT id FROM moved
"""
NO_KEY = ""


class Overtaken(Exception):
    """Somebody else has written to the match since this frame was read. Nothing was stored."""


class Entry(Struct, frozen=True):
    """One record to append. `drop` is the reason of a departure; `given` the fingerprint of what was sent.

    `continues`: it answered the later part of a turn, which the clock does not count as another missed turn.
    """

    seat: int | None
    by: str
    decision: str = ""
    move: Move | None = None
    drop: str = ""
    is_order: bool = False
    user: int | None = None
    given: str = ""
    continues: bool = False


class News(Struct, frozen=True):
    """What the notices need: the decisions that were opened by this move, and the seats whose players made it."""

    opened: list[Open]
    ended: bool
    movers: frozenset[int] = frozenset()


class Change(Struct, frozen=True):
    """What one move has changed, not stored yet: the frame after it, and what _SAVE writes."""

    frame: Frame
    outcome: Outcome
    news: News
    values: dict[str, Any]

    @property
    def has_letters(self) -> bool:
        """Live tables have letters only at the end."""
        return self.frame.pace != "live" or self.news.ended


def work_out(frame: Frame, entries: list[Entry], outcome: Outcome, now: datetime, hours: Hours) -> Change:
    """What to write of position, index, log and clocks. `frame`, its position changed, becomes the new one.

    `hours`: the calendars of those who play at the table.
    """
    before = {row.key: row for row in frame.asked}
    seats_before = [(seat.bank_left, seat.misses, seat.left, seat.rank) for seat in frame.seats]
    position = frame.at_table()
    frame.opens, frame.shared = None, {}  # the position has changed
    opens = [open for open in frame.open_decisions() if _is_awaited(open.decision)]
    was, first = frame.stamp, frame.stamp + 1
    frame.stamp += max(1, len(entries))
    frame.version += outcome.is_public
    _charge(frame, before, entries, opens, now, hours)
    _end_if_over(frame, now)
    is_halted = any(open.decision.halts for open in opens)
    if is_halted:
        halts.note(frame, before, opens, now)
    frame.asked = [_asked_row(frame, open, before, entries, now, hours) for open in opens]
    if not is_halted:
        position.stood = {}
    longer = [_prolong(frame, open, hours) for open in opens if open.decision.extra and open.answer is None]
    opened = [open for open in opens if open.id not in before]
    raw = codec.dump(position).decode()
    values = {
        "id": frame.id,
        "was": was,
        "now": now,
        "position": raw,
        "version": frame.version,
        "stamp": frame.stamp,
        "status": frame.status,
        "ended": frame.ended_at,
        "live": codec.dump_any(frame.live).decode() if frame.live else None,
        "is_public": outcome.is_public,
        "shot": zlib.compress(raw.encode(), 1) if outcome.is_public else b"",
        "keys": [NO_KEY, *(open.id for open in opens)],
        "sealed": [NO_KEY, *(open.id for open in opens if open.answer is not None)],
        "longer": _json([row for row in longer if row]),
        "fresh": _json([_fresh_row(frame, open, now, hours) for open in opened]),
        "entries": _json(_log_rows(entries, outcome, first)),
        "clocks": _json(_seat_rows(frame, seats_before)),
    }
    _add_lines(frame, entries, outcome, first, now)
    movers = frozenset(e.seat for e in entries if e.seat is not None and e.user is not None and e.by != "bot")
    return Change(frame, outcome, News(opened, frame.is_over, movers), values)


def write(changes: list[Change]) -> None:
    """Store them, each with one statement; several go to the database together.

    Raises Overtaken if a match is not at its frame's stamp any more; that cannot happen to who holds its lock.
    """
    with connection.cursor() as cursor:
        if len(changes) == 1:
            cursor.execute(_SAVE, changes[0].values)
        else:
            cursor.executemany(_SAVE, [change.values for change in changes])
        if cursor.rowcount != len(changes):
            raise Overtaken


def _is_awaited(decision: Decision) -> bool:
    """Does anybody wait for it? Orders and optional decisions have no clock and are on nobody's list."""
    return decision.pace != "standing" and not decision.optional


def _charge(
    frame: Frame, before: dict[str, AskedRow], entries: list[Entry], opens: list[Open], now: datetime, hours: Hours
) -> None:
    """Note departures, charge reserves for turns that took too long, count missed turns; a move forgives them."""
    for entry in entries:
        if entry.drop and entry.seat is not None:
            frame.seats[entry.seat].left = entry.drop
        row = before.get(entry.decision)
        if row is None or entry.seat is None or entry.is_order:
            continue
        if entry.by != "clock":
            frame.seats[entry.seat].misses = 0
        elif row.pace == "turn" and not entry.continues:
            frame.seats[entry.seat].misses += 1
    given = {entry.decision for entry in entries if not entry.is_order}
    for row in _closed(frame, before, opens):
        answered_at = now if row.key in given and row.answered_at is None else row.answered_at
        seat = frame.seats[row.seat]
        if answered_at is not None and row.drains_at is not None and not seat.is_bot:
            seat.bank_left = max(0.0, seat.bank_left - _used(frame, row, answered_at, hours))


def _used(frame: Frame, row: AskedRow, answered_at: datetime, hours: Hours) -> float:
    """Seconds of the reserve for this turn. Live play uses none (PLAY-20), what was used before it stays used."""
    if frame.live and answered_at >= frame.live.since:
        return frame.live.left[row.key].used if row.key in frame.live.left else 0.0
    assert row.drains_at is not None
    return pace.bank_used(row.drains_at, answered_at, frame.pace, hours.at(frame.seats[row.seat].user, row.asked_at))


def _closed(frame: Frame, before: dict[str, AskedRow], opens: list[Open]) -> list[AskedRow]:
    """The turns that are settled now. A sealed answer costs nothing before: reserves must not tell who has answered.

    Nor does one that an interruption has parked; and a turn that goes on is charged when it ends.
    """
    asked = {open.id for open in opens}
    goes_on = {open.decision.seat for open in opens if open.decision.continues}
    parked = {key for answers in frame.at_table().parked.values() for key in answers}
    return [
        row
        for row in before.values()
        if row.pace == "turn" and not (row.key in asked or row.seat in goes_on or row.key.partition(".")[2] in parked)
    ]


def _end_if_over(frame: Frame, now: datetime) -> None:
    ranks = frame.game.result(frame.at_table().state)
    if ranks is not None and not frame.is_over:
        frame.status, frame.ended_at, frame.live = "over", now, None
        for seat, rank in zip(frame.seats, ranks, strict=True):
            seat.rank = rank


def _asked_row(
    frame: Frame, open: Open, before: dict[str, AskedRow], entries: list[Entry], now: datetime, hours: Hours
) -> AskedRow:
    row = before.get(open.id)
    if row is None:
        begun = _begun(open.decision, before, entries) or halts.gone_on(frame, open, now, hours)
        since = (begun.asked_at, begun.drains_at, begun.due_at) if begun else (now, *_clock(frame, open, now, hours))
        if frame.live:
            _keep_left(frame.live, open, begun, halts.left_by_post(frame, open.decision, hours))
        row = AskedRow(open.id, open.decision.seat, open.decision.pace, *since)
    if open.answer is not None and row.answered_at is None:
        row.answered_at = now
    return row


def _prolong(frame: Frame, open: Open, hours: Hours) -> dict[str, Any] | None:
    """Give an open decision the time that it has been granted on top since it was asked; None if it has it."""
    row, seat = next(row for row in frame.asked if row.key == open.id), frame.seats[open.decision.seat]
    if row.drains_at is None or row.due_at is None:
        return None
    drains = clock_of(frame, open.decision, 0, row.asked_at, hours.at(seat.user, row.asked_at))[0]
    if drains <= row.drains_at:
        return None
    row.due_at += drains - row.drains_at
    row.drains_at = drains
    return {"key": row.key, "drains_at": row.drains_at, "due_at": row.due_at}


def _keep_left(live: LivePlay, open: Open, begun: AskedRow | None, stood: pace.Left | None) -> None:
    """Live play interrupts clocks by post that were begun before: of the same turn, or one that stood still."""
    left = live.left.get(begun.key) if begun else stood
    if left is not None:
        live.left[open.id] = left


def _begun(decision: Decision, before: dict[str, AskedRow], entries: list[Entry]) -> AskedRow | None:
    """The decision whose turn this one goes on with: no new time, and the reserve is charged for both together."""
    if not decision.continues:
        return None
    own = [before.get(entry.decision) for entry in entries if entry.seat == decision.seat]
    own += [row for row in before.values() if row.seat == decision.seat and row.pace == decision.pace]
    return next((row for row in own if row is not None), None)


def _clock(frame: Frame, open: Open, now: datetime, hours: Hours) -> tuple[datetime | None, datetime | None]:
    """When this decision begins to use the reserve, and when its default is played; no clock for a bot."""
    seat = frame.seats[open.decision.seat]
    if seat.is_bot or seat.user is None:
        return None, None
    return clock_of(frame, open.decision, seat.bank_left, now, hours.at(seat.user, now))


def clock_of(frame: Frame, decision: Decision, bank: float, now: datetime, own: Calendar) -> tuple[datetime, datetime]:
    """When this decision begins to use the reserve, and when its default is played, if it is asked now."""
    terms = {"limit": decision.limit, "share": decision.share, "live": decision.live}
    terms["hold"] = decision.hold + decision.extra
    if frame.live:  # a live clock without a reserve, at any hour (PLAY-20)
        return pace.clock(now, "live", frame.live.seconds, decision.pace, 0, **terms)
    return pace.clock(now, frame.pace, frame.move_seconds, decision.pace, bank, own, **terms)


def _json(rows: list[dict[str, Any]]) -> str:
    return codec.dump_any(rows).decode()


def _fresh_row(frame: Frame, open: Open, now: datetime, hours: Hours) -> dict[str, Any]:
    row = next(row for row in frame.asked if row.key == open.id)
    seat = frame.seats[open.decision.seat]
    return {
        "seat": seat.number,
        "user": seat.user,
        "key": open.id,
        "pace": open.decision.pace,
        "prompt": open.decision.prompt[:300],
        "is_bot": seat.is_bot,
        "drains_at": row.drains_at,
        "due_at": row.due_at,
        "asked_at": row.asked_at,
        "remind_at": pace.remind_at(now, row.due_at, 0, hours.at(seat.user, now)) if row.due_at else None,
        "answered_at": row.answered_at,
    }


def _log_rows(entries: list[Entry], outcome: Outcome, first: int) -> list[dict[str, Any]]:
    events, telling = codec.dump_any(outcome.events).decode(), _telling(entries)
    return [
        {
            "number": first + place,
            "seat": entry.seat,
            "decision": entry.decision,
            "move": codec.dump_any(entry.move).decode() if entry.move else "",
            "drop": entry.drop,
            "is_order": entry.is_order,
            "by": entry.by,
            "user": entry.user,
            "given": entry.given,
            "events": events if place == telling else "[]",
        }
        for place, entry in enumerate(entries)
    ]


def _telling(entries: list[Entry]) -> int:
    """Which record holds what happened: the first that is no stored order, for such a record is shown to nobody."""
    return next((place for place, entry in enumerate(entries) if not entry.is_order), 0)


def _seat_rows(frame: Frame, before: list[tuple[float, int, str, int | None]]) -> list[dict[str, Any]]:
    return [
        {
            "number": seat.number,
            "bank_left": seat.bank_left,
            "misses": seat.misses,
            "gone": seat.left,
            "rank": seat.rank,
        }
        for seat, old in zip(frame.seats, before, strict=True)
        if (seat.bank_left, seat.misses, seat.left, seat.rank) != old
    ]


def _add_lines(frame: Frame, entries: list[Entry], outcome: Outcome, first: int, now: datetime) -> None:
    telling = _telling(entries)
    for place, entry in enumerate(entries):
        if entry.is_order:
            continue
        events = outcome.events if place == telling else []
        frame.lines.append(Line(first + place, frame.version, entry.seat, entry.by, now, events))
    frame.lines = newest(frame.lines)
