"""Interrupted clocks: while an interrupting decision is open, the decisions it interrupts lose no time.

Their rows are deleted meanwhile, so their clocks are stored in the match and restored when they are asked again.
"""

from datetime import datetime

from games.clocks import time_control
from games.kernel.position import Open
from games.kernel.types import Decision
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch, PausedClock


def note(loaded: LoadedMatch, before: dict[str, AskedRow], opens: list[Open], now: datetime) -> None:
    """Store in `loaded.paused_clocks` the clocks of the decisions that have just been interrupted."""
    paused, asked = loaded.paused_clocks, {open.id for open in opens}
    for row in before.values():
        key = row.key.partition(".")[2]
        if row.key not in asked and key not in paused and row.drains_at is not None and row.due_at is not None:
            paused[key] = PausedClock(row.asked_at, row.drains_at, row.due_at, now, bool(loaded.live_play))


def left_before_live(loaded: LoadedMatch, decision: Decision, hours: Hours) -> time_control.Left | None:
    """The time left on a correspondence clock that was paused before live play began; None if there is none."""
    paused = loaded.paused_clocks.get(decision.key)
    if paused is None or paused.was_live or decision.clock.halts or paused.due_at <= paused.stopped_at:
        return None
    own = hours.at(loaded.seats[decision.seat].user, paused.stopped_at)
    return time_control.stop(paused.drains_at, paused.due_at, own, paused.stopped_at)


def resumed_clock(loaded: LoadedMatch, open: Open, now: datetime, hours: Hours) -> AskedRow | None:
    """The resumed clock of a decision that was paused until now; None if it was not, or gets a new clock.

    It gets a new clock if its time was up and the interruption undid the default, because nobody should miss two turns
    within the time of one; and if it was paused at another pace, live or correspondence, than the current (PLAY-20).
    """
    decision = open.decision
    paused = loaded.paused_clocks.get(decision.key)
    if paused is None or decision.clock.halts or paused.was_live != bool(loaded.live_play):
        return None
    if open.answer is None and paused.due_at <= paused.stopped_at:
        return None
    away = now - paused.stopped_at
    if loaded.tempo[0] == "live":
        drains, due = paused.drains_at + away, paused.due_at + away
    else:
        own = hours.at(loaded.seats[decision.seat].user, now)
        drains, due = time_control.stop_and_resume(paused.drains_at, paused.due_at, own, own, paused.stopped_at, now)
    return AskedRow("", decision.seat, decision.clock.pace, paused.asked_at + away, drains, due)
