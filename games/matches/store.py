"""Stores a move with a single SQL statement, whatever the game and however long the match.

work_out() computes the values, write() executes; so moves in several matches can be written together.
"""

import zlib
from collections.abc import Iterable, Sequence
from copy import copy
from datetime import datetime
from typing import Any

from django.db import connection
from msgspec import Struct, structs

from accounts.mail import outbox_sql
from accounts.models import OutgoingMail
from games.clocks import reminders
from games.errors import Refusal, Unreadable
from games.kernel import codec
from games.kernel.position import Open, Outcome
from games.kernel.types import Decision, Move
from games.matches import decision_clocks, interrupted_clocks
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch, LogRecord, newest, read_position

# Every part depends on `moved`: if the match's revision has changed since, nothing is written.
# Open decisions are found by match id alone. Joining `moved`, filtering by "not answered" or by a list of keys (hence
# the || '') or passing an empty list (hence NO_KEY) may make PostgreSQL scan every match's decisions, or replan.
_SAVE = """
WITH moved AS (
    UPDATE games_match SET position = %(position)s, version = %(version)s, revision = %(revision)s, status = %(status)s,
           ended_at = %(ended)s, live_play = %(live_play)s, paused_clocks = %(paused_clocks)s
    WHERE id = %(id)s AND revision = %(was)s RETURNING id
), closed AS (
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
        (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, fingerprint, at, events)
    SELECT moved.id, e.number, %(version)s, e.seat, e.decision, e.move, e.drop, e.is_order, e.by, e.user, e.fingerprint,
           %(now)s, e.events
    FROM moved, json_to_recordset(%(entries)s::json) AS e(number int, seat int, decision text, move text, drop text,
        is_order bool, by text, "user" bigint, fingerprint text, events text)
), shot AS (
    INSERT INTO games_snapshot (match_id, version, position, between)
    SELECT moved.id, %(version)s, %(shot)s, %(between)s FROM moved WHERE %(is_public)s
), clocks AS (
    UPDATE games_seat s SET bank_left = c.bank_left, misses = c.misses, left_reason = c.left_reason, rank = c.rank
    FROM json_to_recordset(%(clocks)s::json) AS c(number int, bank_left float8, misses int, left_reason text, rank int)
    WHERE s.match_id = %(id)s AND s.number = c.number AND EXISTS (SELECT 1 FROM moved)
)"""
_IS_WRITTEN = "\nSELECT id FROM moved"
NO_KEY = ""


class StaleRevision(Exception):
    """The match has been written to since this copy of it was loaded. Nothing was stored for it."""


class Entry(Struct, frozen=True):
    """One record to append to the log. `drop`: why the player left; `fingerprint`: hash of the submitted answer.

    `continues`: it answered a later part of a turn, which does not count as another missed turn.
    """

    seat: int | None
    by: str
    decision: str = ""
    move: Move | None = None
    drop: str = ""
    is_order: bool = False
    user: int | None = None
    fingerprint: str = ""
    continues: bool = False


class Change(Struct, frozen=True):
    """A move that was played but is not stored yet: the match after it, the decisions that it opened, the records of
    who made it, and the parameters for _SAVE."""

    loaded: LoadedMatch
    outcome: Outcome
    opened: list[Open]
    entries: list[Entry]
    values: dict[str, Any]


class _Step(Struct, frozen=True):
    """From one position to the next: the rows `before` by key, the open decisions after it, the players' calendars."""

    loaded: LoadedMatch
    before: dict[str, AskedRow]
    entries: list[Entry]
    opens: list[Open]
    now: datetime
    hours: Hours


def work_out(loaded: LoadedMatch, entries: list[Entry], outcome: Outcome, now: datetime, hours: Hours) -> Change:
    """Compute what to write: position, open decisions, log, clocks. Updates `loaded`, whose position has been played.

    `hours`: the players' calendars. Raises Refusal (422) if the new position could not be read back.
    """
    seats_before, was = [copy(seat) for seat in loaded.seats], loaded.revision
    loaded.parts = {}  # the position has changed
    opens = [open for open in loaded.open_decisions() if is_awaited(open.decision)]
    step = _Step(loaded, {row.key: row for row in loaded.asked}, entries, opens, now, hours)
    opened = [open for open in opens if open.id not in step.before]
    _count(loaded, entries, outcome)
    _charge(step)
    _end_if_over(loaded, now)
    _ask(step)
    longer = [decision_clocks.extend(loaded, open, hours) for open in opens]
    values = _position_values(loaded, outcome, opens) | {
        "was": was,
        "now": now,
        "longer": _json([row for row in longer if row]),
        "fresh": _json([_fresh_row(loaded, open, now, hours) for open in opened]),
        "entries": _json(_log_rows(entries, outcome, was + 1)),
        "clocks": _json([seat for seat in loaded.seats if seat not in seats_before]),
    }
    _add_lines(loaded, entries, outcome, was + 1, now)
    return Change(loaded, outcome, opened, entries, values)


def _count(loaded: LoadedMatch, entries: list[Entry], outcome: Outcome) -> None:
    """Count on revision and version; keep the positions between, if others may see them."""
    loaded.revision += max(1, len(entries))
    loaded.version += outcome.is_public
    if outcome.is_public:
        loaded.between = zlib.compress(codec.dump(outcome.between), 1) if outcome.between else None


def _ask(step: _Step) -> None:
    """Start the clocks of new decisions. One that halts the others pauses their clocks until it is answered."""
    is_halted = any(open.decision.clock.halts for open in step.opens)
    if is_halted:
        interrupted_clocks.note(step.loaded, step.before, step.opens, step.now)
    step.loaded.asked = [_asked_row(step, open) for open in step.opens]
    if not is_halted:
        step.loaded.paused_clocks = {}


def _position_values(loaded: LoadedMatch, outcome: Outcome, opens: list[Open]) -> dict[str, Any]:
    """The parameters of _SAVE for the match itself. Raises Refusal (422) if the position could not be read back."""
    raw = _readable(loaded, codec.dump(loaded.at_table()).decode())
    return {
        "id": loaded.id,
        "position": raw,
        "version": loaded.version,
        "revision": loaded.revision,
        "status": loaded.status,
        "ended": loaded.ended_at,
        "live_play": codec.dump(loaded.live_play).decode() if loaded.live_play else None,
        "paused_clocks": codec.dump(loaded.paused_clocks).decode(),
        "is_public": outcome.is_public,
        "shot": zlib.compress(raw.encode(), 1) if outcome.is_public else b"",
        "between": loaded.between,
        "keys": [NO_KEY, *(open.id for open in opens)],
        "sealed": [NO_KEY, *(open.id for open in opens if open.answer is not None)],
    }


def write(changes: Sequence[Change], emails: Iterable[OutgoingMail] = ()) -> None:
    """Store each change and the emails about its match with one statement; several statements are pipelined.

    Raises StaleRevision if a match's revision has changed, which cannot happen while the caller holds its lock.
    """
    emails_of: dict[str, list[OutgoingMail]] = {}
    for row in emails:
        emails_of.setdefault(row.match_id, []).append(row)
    silent = [change.values for change in changes if str(change.loaded.id) not in emails_of]
    told = [
        change.values | {"to_send": outbox_sql.as_json(emails_of[str(change.loaded.id)])}
        for change in changes
        if str(change.loaded.id) in emails_of
    ]
    with_emails = f"{_SAVE}, {outbox_sql.parts('EXISTS (SELECT 1 FROM moved)')}"
    for statement, values in ((_SAVE, silent), (with_emails, told)):
        if values:
            _write(statement + _IS_WRITTEN, values)


def _write(statement: str, values: list[dict[str, Any]]) -> None:
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(statement, values[0])
        else:
            cursor.executemany(statement, values)
        if cursor.rowcount != len(values):
            raise StaleRevision


def _readable(loaded: LoadedMatch, raw: str) -> str:
    """Check that the position can be read back, so that a bug in the rules costs one move and not the match."""
    try:
        read_position(loaded, raw)
    except Unreadable:
        words = "This move would break the match, so nothing was done. Please choose another and tell us."
        raise Refusal(422, words, "PLAY-03") from None
    return raw


def is_awaited(decision: Decision) -> bool:
    """Is anybody waiting for the answer? Standing orders and optional decisions have no clock and no row."""
    return decision.clock.pace != "standing" and not decision.optional


def _charge(step: _Step) -> None:
    """Record departures, charge reserves for turns that took too long, and count missed turns; a move resets them."""
    loaded = step.loaded
    for entry in step.entries:
        if entry.drop and entry.seat is not None:
            loaded.seats[entry.seat].left_reason = entry.drop
        row = step.before.get(entry.decision)
        if row is None or entry.seat is None or entry.is_order:
            continue
        if entry.by != "clock":
            loaded.seats[entry.seat].misses = 0
        elif row.pace == "turn" and not entry.continues:
            loaded.seats[entry.seat].misses += 1
    answered = {entry.decision for entry in step.entries if not entry.is_order}
    for row in decision_clocks.finished_turns(loaded, step.before, step.opens):
        at = step.now if row.key in answered and row.answered_at is None else row.answered_at
        seat = loaded.seats[row.seat]
        if at is not None and row.drains_at is not None and not seat.is_bot:
            seat.bank_left = max(0.0, seat.bank_left - decision_clocks.reserve_used(loaded, row, at, step.hours))


def _end_if_over(loaded: LoadedMatch, now: datetime) -> None:
    ranks = loaded.game.rules.result(loaded.at_table().state)
    if ranks is not None and not loaded.is_over:
        loaded.status, loaded.ended_at, loaded.live_play = "over", now, None
        for seat, rank in zip(loaded.seats, ranks, strict=True):
            seat.rank = rank


def _asked_row(step: _Step, open: Open) -> AskedRow:
    row = step.before.get(open.id)
    if row is None:
        row = AskedRow(open.id, open.decision.seat, open.decision.clock.pace, *_clock_of(step, open))
    if open.answer is not None and row.answered_at is None:
        row.answered_at = step.now
    return row


def _clock_of(step: _Step, open: Open) -> tuple[datetime, datetime | None, datetime | None]:
    """When a new decision was asked, drains the reserve and is due: as an earlier part of the turn, if there is one."""
    begun = _earlier_part(open.decision, step.before, step.entries)
    begun = begun or interrupted_clocks.resumed_clock(step.loaded, open, step.now, step.hours)
    if live_play := step.loaded.live_play:
        # Keep what the correspondence clock had left: that of an earlier part of the turn, or a paused one.
        paused = interrupted_clocks.left_before_live(step.loaded, open.decision, step.hours)
        left = live_play.left.get(begun.key) if begun else paused
        if left is not None:
            live_play.left[open.id] = left
    if begun:
        return begun.asked_at, begun.drains_at, begun.due_at
    return step.now, *decision_clocks.clock_of_open(step.loaded, open, step.now, step.hours)


def _earlier_part(decision: Decision, before: dict[str, AskedRow], entries: list[Entry]) -> AskedRow | None:
    """The earlier decision of a turn that this one continues: they share one clock and one charge to the reserve."""
    if not decision.clock.continues:
        return None
    own = [before.get(entry.decision) for entry in entries if entry.seat == decision.seat]
    own += [row for row in before.values() if row.seat == decision.seat and row.pace == decision.clock.pace]
    return next((row for row in own if row is not None), None)


def _json(rows: Sequence[Any]) -> str:
    """Rows as JSON for json_to_recordset(), which picks the columns it names and ignores the rest."""
    return codec.dump(rows).decode()


def _fresh_row(loaded: LoadedMatch, open: Open, now: datetime, hours: Hours) -> dict[str, Any]:
    """A new row of OpenDecision."""
    row = next(row for row in loaded.asked if row.key == open.id)
    seat = loaded.seats[open.decision.seat]
    remind_at = None
    if row.drains_at is not None and row.due_at is not None:
        remind_at = reminders.remind_at(now, row.due_at, 0, hours.at(seat.user, now))
    more = {"user": seat.user, "prompt": open.decision.prompt[:300], "is_bot": seat.is_bot, "remind_at": remind_at}
    return structs.asdict(row) | more


def _log_rows(entries: list[Entry], outcome: Outcome, first: int) -> list[dict[str, Any]]:
    """New rows of MoveRecord."""
    events, telling = codec.dump(outcome.events).decode(), _event_record(entries)
    return [
        structs.asdict(entry)
        | {
            "number": first + place,
            "move": codec.dump(entry.move).decode() if entry.move else "",
            "events": events if place == telling else "[]",
        }
        for place, entry in enumerate(entries)
    ]


def _event_record(entries: list[Entry]) -> int:
    """Index of the record that carries the events: the first that is not a standing order, as those are never shown."""
    return next((place for place, entry in enumerate(entries) if not entry.is_order), 0)


def _add_lines(loaded: LoadedMatch, entries: list[Entry], outcome: Outcome, first: int, now: datetime) -> None:
    telling = _event_record(entries)
    for place, entry in enumerate(entries):
        if entry.is_order:
            continue
        events = outcome.events if place == telling else []
        loaded.lines.append(LogRecord(first + place, loaded.version, entry.seat, entry.by, now, events))
    loaded.lines = newest(loaded.lines)
