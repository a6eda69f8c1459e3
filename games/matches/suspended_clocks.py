"""Suspended clocks: while an interruption is asked, interrupted decisions lose no time.

What they had left is noted in the match, because their rows go with them, and is given back when they return.
"""

from datetime import datetime

from games.clocks import time_control
from games.kernel.position import Open
from games.kernel.types import Decision
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch, PausedClock


def note(loaded: LoadedMatch, before: dict[str, AskedRow], opens: list[Open], now: datetime) -> None:
    """Write down the clocks of the decisions that are asked no longer: since when, until when, when they stopped."""
    paused, asked = loaded.paused_clocks, {open.id for open in opens}
    for row in before.values():
        key = row.key.partition(".")[2]
        if row.key not in asked and key not in paused and row.drains_at is not None and row.due_at is not None:
            paused[key] = PausedClock(row.asked_at, row.drains_at, row.due_at, now, bool(loaded.live_play))


def left_by_post(loaded: LoadedMatch, decision: Decision, hours: Hours) -> time_control.Left | None:
    """What the clock by correspondence of a decision had left that was paused before live play began."""
    paused = loaded.paused_clocks.get(decision.key)
    if paused is None or paused.was_live or decision.clock.halts or paused.due_at <= paused.stopped_at:
        return None
    own = hours.at(loaded.seats[decision.seat].user, paused.stopped_at)
    return time_control.stop(paused.drains_at, paused.due_at, own, paused.stopped_at)


def gone_on(loaded: LoadedMatch, open: Open, now: datetime, hours: Hours) -> AskedRow | None:
    """The clock of a decision that was paused and runs again from now; None if it did not.

    Nor if its time was up and the interruption has made the default void that was played: it is asked anew, with a
    clock of its own, for nobody misses two turns within the time of one. Nor if it was paused in live play and the
    table is played by correspondence by now, or the other way round (PLAY-20).
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
        drains, due = time_control.relay(paused.drains_at, paused.due_at, own, own, paused.stopped_at, now)
    return AskedRow("", decision.seat, decision.clock.pace, paused.asked_at + away, drains, due)
