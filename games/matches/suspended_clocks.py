"""Clocks that are paused: while some decisions are asked, those that they have interrupted lose no time.

What they had left is noted in the position, because their rows go with them, and is given back when they return.
"""

from datetime import datetime

from games.clocks import time_control
from games.kernel.types import Decision, Open
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch

LIVE = "live"  # the last word of a note that was made while a table by correspondence played live


def note(loaded: LoadedMatch, before: dict[str, AskedRow], opens: list[Open], now: datetime) -> None:
    """Write down the clocks of the decisions that are asked no longer: since when, until when, when they stopped."""
    stood, asked = loaded.at_table().stood, {open.id for open in opens}
    for row in before.values():
        key = row.key.partition(".")[2]
        if row.key not in asked and key not in stood and row.drains_at is not None and row.due_at is not None:
            moments = (row.asked_at, row.drains_at, row.due_at, now)
            stood[key] = [moment.isoformat() for moment in moments] + [LIVE] * bool(loaded.live_play)


def left_by_post(loaded: LoadedMatch, decision: Decision, hours: Hours) -> time_control.Left | None:
    """What the clock by correspondence of a decision had left that was paused before live play began."""
    noted = loaded.at_table().stood.get(decision.key)
    if noted is None or noted[-1] == LIVE or decision.clock.halts:
        return None
    _, drains_at, due_at, stood = _moments(noted)
    if due_at <= stood:
        return None
    return time_control.stop(drains_at, due_at, hours.at(loaded.seats[decision.seat].user, stood), stood)


def _moments(noted: list[str]) -> list[datetime]:
    return [datetime.fromisoformat(moment) for moment in noted[:4]]


def gone_on(loaded: LoadedMatch, open: Open, now: datetime, hours: Hours) -> AskedRow | None:
    """The clock of a decision that was paused and runs again from now; None if it did not.

    Nor if its time was up and the interruption has made the default void that was played: it is asked anew, with a
    clock of its own, for nobody misses two turns within the time of one. Nor if it was paused in live play and the
    table is played by correspondence by now, or the other way round (PLAY-20).
    """
    decision = open.decision
    noted = loaded.at_table().stood.get(decision.key)
    if noted is None or decision.clock.halts or (noted[-1] == LIVE) != bool(loaded.live_play):
        return None
    asked_at, drains_at, due_at, stood = _moments(noted)
    if open.answer is None and due_at <= stood:
        return None
    if loaded.tempo[0] == "live":
        drains, due = drains_at + (now - stood), due_at + (now - stood)
    else:
        own = hours.at(loaded.seats[decision.seat].user, now)
        drains, due = time_control.relay(drains_at, due_at, own, own, stood, now)
    return AskedRow("", decision.seat, decision.clock.pace, asked_at + (now - stood), drains, due)
