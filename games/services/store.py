"""Writing down what a move did: one statement for everything, whatever the game and the length of the match."""

import zlib
from datetime import datetime
from typing import Any

from django.db import connection
from msgspec import Struct

from games import pace
from games.frames import LINES, AskedRow, Frame, Line
from games.kernel import codec, engine
from games.kernel.types import Decision, Move, Open, Outcome

_SAVE = """
WITH gone AS (
    DELETE FROM games_opendecision WHERE match_id = %(id)s AND NOT key = ANY(%(keys)s)
), sealed AS (
    UPDATE games_opendecision SET answered_at = %(now)s
    WHERE match_id = %(id)s AND key = ANY(%(sealed)s) AND answered_at IS NULL
), fresh AS (
    INSERT INTO games_opendecision
        (match_id, seat, user_id, key, pace, prompt, is_bot, asked_at, due_at, remind_at, reminded, answered_at)
    SELECT %(id)s, f.seat, f.user_id, f.key, f.pace, f.prompt, f.is_bot, %(now)s, f.due_at, f.remind_at, 0,
           f.answered_at
    FROM unnest(%(f_seat)s::int[], %(f_user)s::bigint[], %(f_key)s::text[], %(f_pace)s::text[], %(f_prompt)s::text[],
                %(f_bot)s::bool[], %(f_due)s::timestamptz[], %(f_remind)s::timestamptz[], %(f_done)s::timestamptz[])
        AS f(seat, user_id, key, pace, prompt, is_bot, due_at, remind_at, answered_at)
    WHERE f.user_id IS NOT NULL
), log AS (
    INSERT INTO games_moverecord
        (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, given, at, events)
    SELECT %(id)s, e.number, %(version)s, e.seat, e.decision, e.move, e.drop, e.is_order, e.by, e.user_id, e.given,
           %(now)s, e.events
    FROM unnest(%(e_number)s::int[], %(e_seat)s::int[], %(e_decision)s::text[], %(e_move)s::text[], %(e_drop)s::text[],
                %(e_order)s::bool[], %(e_by)s::text[], %(e_user)s::bigint[], %(e_given)s::text[], %(e_events)s::text[])
        AS e(number, seat, decision, move, drop, is_order, by, user_id, given, events)
), shot AS (
    INSERT INTO games_snapshot (match_id, version, position) SELECT %(id)s, %(version)s, %(shot)s WHERE %(is_public)s
), clocks AS (
    UPDATE games_seat s SET bank_left = c.bank_left, misses = c.misses, "left" = c.left_how, rank = c.rank
    FROM unnest(%(s_number)s::int[], %(s_bank)s::float8[], %(s_misses)s::int[], %(s_left)s::text[], %(s_rank)s::int[])
        AS c(number, bank_left, misses, left_how, rank)
    WHERE s.match_id = %(id)s AND s.number = c.number
)
UPDATE games_match SET position = %(position)s, version = %(version)s, stamp = %(stamp)s, status = %(status)s,
       ended_at = %(ended)s
WHERE id = %(id)s
"""


class Entry(Struct, frozen=True):
    """One record to append. `drop` is the reason of a departure; `given` the fingerprint of what was sent."""

    seat: int | None
    by: str
    decision: str = ""
    move: Move | None = None
    drop: str = ""
    is_order: bool = False
    user: int | None = None
    given: str = ""


class News(Struct, frozen=True):
    """What the notices need: the decisions that were opened by this move."""

    opened: list[Open]
    ended: bool


def save(frame: Frame, entries: list[Entry], outcome: Outcome, now: datetime) -> News:
    """Write position, index, log and clocks. `frame` (locked, its position already changed) becomes the new frame."""
    before = {row.key: row for row in frame.asked}
    seats_before = [(seat.bank_left, seat.misses, seat.left, seat.rank) for seat in frame.seats]
    position = frame.at_table()
    opens = [open for open in engine.open_decisions(frame.game, position) if open.decision.pace != "standing"]
    first = frame.stamp + 1
    frame.stamp += max(1, len(entries))
    frame.version += outcome.is_public
    _charge(frame, before, entries, now)
    _end_if_over(frame, now)
    frame.asked = [_asked_row(frame, open, before, entries, now) for open in opens]
    opened = [open for open in opens if open.id not in before]
    raw = codec.dump(position).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            _SAVE,
            {
                "id": frame.id,
                "now": now,
                "position": raw,
                "version": frame.version,
                "stamp": frame.stamp,
                "status": frame.status,
                "ended": frame.ended_at,
                "is_public": outcome.is_public,
                "shot": zlib.compress(raw.encode(), 1) if outcome.is_public else b"",
                "keys": [open.id for open in opens],
                "sealed": [open.id for open in opens if open.answer is not None],
                **_fresh_rows(frame, opened),
                **_log_rows(entries, outcome, first),
                **_seat_rows(frame, seats_before),
            },
        )
    if not outcome.keeps_order:
        _add_lines(frame, entries, outcome, first, now)
    return News(opened, frame.is_over)


def _charge(frame: Frame, before: dict[str, AskedRow], entries: list[Entry], now: datetime) -> None:
    """Note departures; take what a turn took too long from its reserve; count a default as missed, forgive by a move."""
    for entry in entries:
        if entry.drop and entry.seat is not None:
            frame.seats[entry.seat].left = entry.drop
        row = before.get(entry.decision)
        if row is None or entry.seat is None or entry.is_order:
            continue
        seat = frame.seats[entry.seat]
        if row.pace == "turn" and row.answered_at is None and not seat.is_bot:
            used = pace.bank_used(row.asked_at, now, frame.pace, frame.move_seconds)
            seat.bank_left = max(0.0, seat.bank_left - used)
        if entry.by != "clock":
            seat.misses = 0
        elif row.pace == "turn":
            seat.misses += 1


def _end_if_over(frame: Frame, now: datetime) -> None:
    ranks = frame.game.result(frame.at_table().state)
    if ranks is not None and not frame.is_over:
        frame.status, frame.ended_at = "over", now
        for seat, rank in zip(frame.seats, ranks, strict=True):
            seat.rank = rank


def _asked_row(frame: Frame, open: Open, before: dict[str, AskedRow], entries: list[Entry], now: datetime) -> AskedRow:
    row = before.get(open.id)
    if row is None:
        row = AskedRow(
            open.id, open.decision.seat, open.decision.pace, now, _due(frame, open.decision, before, entries, now)
        )
    if open.answer is not None and row.answered_at is None:
        row.answered_at = now
    return row


def _due(
    frame: Frame, decision: Decision, before: dict[str, AskedRow], entries: list[Entry], now: datetime
) -> datetime | None:
    seat = frame.seats[decision.seat]
    if seat.is_bot or seat.user is None:
        return None
    if decision.continues:
        for entry in entries:  # the same turn goes on: no new time
            if entry.seat == decision.seat and (row := before.get(entry.decision)) is not None:
                return row.due_at
    return pace.due_at(now, frame.pace, frame.move_seconds, decision.pace, seat.bank_left)


def _fresh_rows(frame: Frame, opened: list[Open]) -> dict[str, list[Any]]:
    rows = {row.key: row for row in frame.asked}
    seats = [frame.seats[open.decision.seat] for open in opened]
    dues = [rows[open.id].due_at for open in opened]
    return {
        "f_seat": [seat.number for seat in seats],
        "f_user": [seat.user for seat in seats],
        "f_key": [open.id for open in opened],
        "f_pace": [open.decision.pace for open in opened],
        "f_prompt": [open.decision.prompt[:300] for open in opened],
        "f_bot": [seat.is_bot for seat in seats],
        "f_due": dues,
        "f_remind": [
            pace.remind_at(rows[open.id].asked_at, due, 0) if due else None
            for open, due in zip(opened, dues, strict=True)
        ],
        "f_done": [rows[open.id].answered_at for open in opened],
    }


def _log_rows(entries: list[Entry], outcome: Outcome, first: int) -> dict[str, list[Any]]:
    events = codec.dump_any(outcome.events).decode()
    return {
        "e_number": [first + place for place in range(len(entries))],
        "e_seat": [entry.seat for entry in entries],
        "e_decision": [entry.decision for entry in entries],
        "e_move": [codec.dump_any(entry.move).decode() if entry.move else "" for entry in entries],
        "e_drop": [entry.drop for entry in entries],
        "e_order": [entry.is_order for entry in entries],
        "e_by": [entry.by for entry in entries],
        "e_user": [entry.user for entry in entries],
        "e_given": [entry.given for entry in entries],
        "e_events": [events if place == 0 else "[]" for place in range(len(entries))],
    }


def _seat_rows(frame: Frame, before: list[tuple[float, int, str, int | None]]) -> dict[str, list[Any]]:
    changed = [
        seat
        for seat, old in zip(frame.seats, before, strict=True)
        if (seat.bank_left, seat.misses, seat.left, seat.rank) != old
    ]
    return {
        "s_number": [seat.number for seat in changed],
        "s_bank": [seat.bank_left for seat in changed],
        "s_misses": [seat.misses for seat in changed],
        "s_left": [seat.left for seat in changed],
        "s_rank": [seat.rank for seat in changed],
    }


def _add_lines(frame: Frame, entries: list[Entry], outcome: Outcome, first: int, now: datetime) -> None:
    for place, entry in enumerate(entries):
        events = outcome.events if place == 0 else []
        frame.lines.append(Line(first + place, frame.version, entry.seat, entry.by, now, events))
    frame.lines = frame.lines[-LINES:]
