"""The reminder ladder: when each reminder before a deadline is due, in waking time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.clocks.time_control import HOUR, MINUTE
from games.clocks.waking_hours import ALWAYS, Calendar

NO_REMINDER_UNDER = 30 * MINUTE
EVENING, MORNING = 22, 7  # hours; between them there are no reminders
LADDER = 3  # reminders after the first email: half time, a quarter left, last call


def remind_at(asked_at: datetime, due: datetime, step: int, hours: Calendar = ALWAYS) -> datetime | None:
    """When a step of the ladder is due; None after the last one. All parts are measured in waking time.

    Of the total time, reserve included, there is left: half at step 0, a quarter at 1, a tenth or so at 2.
    """
    if (due - asked_at).total_seconds() < NO_REMINDER_UNDER or step >= LADDER:
        return None
    span = hours.open_between(asked_at, due)
    left = (span / 2, span / 4, min(max(span / 10, HOUR), span / 8))[step]
    return hours.after_open(asked_at, span - left)


def before_night(moment: datetime, zone: str, now: datetime) -> datetime:
    """The evening before, if this moment is in the night of somebody in this time zone and that evening is yet to come.

    A reminder that has to wait for the morning may come too late."""
    here = moment.astimezone(ZoneInfo(zone))
    evening = here.replace(hour=EVENING, minute=0, second=0, microsecond=0)
    if here.hour < MORNING:
        evening -= timedelta(days=1)
    is_night = here.hour < MORNING or here > evening
    return evening.astimezone(UTC) if is_night and evening > now else moment


def steps_taken(asked_at: datetime, due: datetime, now: datetime, hours: Calendar = ALWAYS) -> int:
    """How many steps of the ladder for this deadline are already in the past."""
    moments = (remind_at(asked_at, due, step, hours) for step in range(LADDER))
    return sum(moment is not None and moment <= now for moment in moments)
