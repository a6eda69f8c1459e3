"""The reminder ladder: when each reminder before a deadline is due, in waking time."""

from datetime import datetime

from games.clocks.time_control import HOUR, MINUTE
from games.clocks.waking_hours import ALWAYS, Calendar

NO_REMINDER_UNDER = 30 * MINUTE
LADDER = 3  # reminders after the first email: half time, a quarter left, last call


def remind_at(
    asked_at: datetime, drains: datetime, due: datetime, step: int, hours: Calendar = ALWAYS
) -> datetime | None:
    """When a step of the ladder is due; None after the last one. All parts are measured in waking time.

    0: half of the time for the move has passed; 1: a quarter of the total, reserve included, is left; 2: last call.
    """
    if (due - asked_at).total_seconds() < NO_REMINDER_UNDER or step >= LADDER:
        return None
    if step == 0:
        return hours.after_open(asked_at, hours.open_between(asked_at, drains) / 2)
    span = hours.open_between(asked_at, due)
    left = (span / 4, min(max(span / 10, HOUR), span / 8))[step - 1]
    return hours.after_open(asked_at, span - left)


def steps_taken(asked_at: datetime, drains: datetime, due: datetime, now: datetime, hours: Calendar = ALWAYS) -> int:
    """How many steps of the ladder for this deadline are already in the past."""
    moments = (remind_at(asked_at, drains, due, step, hours) for step in range(LADDER))
    return sum(moment is not None and moment <= now for moment in moments)
