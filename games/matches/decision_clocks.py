"""The clocks of open decisions: when an answer is accepted, when one runs out, and what a finished turn uses of the
reserve."""

from datetime import datetime
from math import ceil
from typing import Any

from games.clocks import time_control
from games.clocks.waking_hours import Calendar
from games.kernel.position import Open
from games.kernel.types import Decision
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch


def clock_of_open(
    loaded: LoadedMatch, open: Open, now: datetime, hours: Hours
) -> tuple[datetime | None, datetime | None]:
    """When this decision starts to use the reserve, and when its default is played; (None, None) without a clock."""
    seat = loaded.seats[open.decision.seat]
    if seat.is_bot or seat.user is None or not loaded.tempo[1]:
        return None, None
    return clock_of(loaded, open.decision, seat.bank_left, now, hours.at(seat.user, now))


def clock_of(
    loaded: LoadedMatch, decision: Decision, bank: float, now: datetime, own: Calendar
) -> tuple[datetime, datetime]:
    """When a decision that is asked now starts to use the reserve, and when its default is played."""
    terms: dict[str, Any] = {"limit": decision.clock.limit, "share": decision.clock.share, "live": decision.clock.live}
    terms["hold"] = decision.clock.hold + decision.clock.extra
    if loaded.live_play:  # a live clock without a reserve, at any hour (PLAY-20)
        return time_control.clock(now, "live", loaded.live_play.seconds, decision.clock.pace, 0, **terms)
    return time_control.clock(now, loaded.pace, loaded.move_seconds, decision.clock.pace, bank, own, **terms)


def hold_left(loaded: LoadedMatch, id: str, now: datetime) -> int:
    """Whole seconds until an answer to this decision is accepted (`hold` and `after` of its clock); 0 if it is now."""
    clock = next((open.decision.clock for open in loaded.open_decisions() if open.id == id), None)
    if clock is None or not (clock.hold or clock.after):
        return 0
    soft = time_control.soft_limit(*loaded.tempo) if clock.after and not clock.hold else 0
    waits_on = [row.asked_at for row in loaded.asked if row.key == id or row.key.partition(".")[2] == clock.after]
    asked_at = next(iter(waits_on), now)
    return max(0, ceil(clock.hold + soft - (now - asked_at).total_seconds()))


def extend(loaded: LoadedMatch, open: Open, hours: Hours) -> AskedRow | None:
    """Extend the clock of an open decision by time that the rules have granted since; None if there is none to add."""
    row, seat = next(row for row in loaded.asked if row.key == open.id), loaded.seats[open.decision.seat]
    if not open.decision.clock.extra or open.answer is not None or row.drains_at is None or row.due_at is None:
        return None
    drains = clock_of(loaded, open.decision, 0, row.asked_at, hours.at(seat.user, row.asked_at))[0]
    if drains <= row.drains_at:
        return None
    row.due_at += drains - row.drains_at
    row.drains_at = drains
    return row


def reserve_used(loaded: LoadedMatch, row: AskedRow, answered_at: datetime, hours: Hours) -> float:
    """Seconds of the reserve used by this turn. Live play uses none (PLAY-20), but earlier use still counts."""
    if loaded.live_play and answered_at >= loaded.live_play.since:
        return loaded.live_play.left[row.key].used if row.key in loaded.live_play.left else 0.0
    assert row.drains_at is not None
    return time_control.bank_used(
        row.drains_at, answered_at, loaded.pace, hours.at(loaded.seats[row.seat].user, row.asked_at)
    )


def finished_turns(loaded: LoadedMatch, before: dict[str, AskedRow], opens: list[Open]) -> list[AskedRow]:
    """The turns that are finished now, to be charged.

    A sealed answer is not charged before it is revealed, because a changed reserve would show who has answered. An
    answer parked by an interruption is not charged yet either, and a turn in several parts only when it ends.
    """
    asked = {open.id for open in opens}
    goes_on = {open.decision.seat for open in opens if open.decision.clock.continues}
    parked = {key for answers in loaded.at_table().parked.values() for key in answers}
    return [
        row
        for row in before.values()
        if row.pace == "turn" and not (row.key in asked or row.seat in goes_on or row.key.partition(".")[2] in parked)
    ]
