"""When emails rest: at night, and for a while after others of the same day.

The first email of a day comes at once. The more there were, the longer the next one waits, and takes along what has
come meanwhile. In matches with less time for a move the pauses are shorter.
"""

from datetime import datetime, timedelta

from django.conf import settings

from accounts import hooks, zones
from accounts.models import OutgoingMail, User

BEDTIME, MORNING = 23, 7  # hours in the reader's time zone, for readers who have not chosen waking hours
PAUSES = [timedelta(minutes=minutes) for minutes in (0, 60, 180, 300, 360, 480)]  # after so many emails in 24 hours
DAY = 86400
FAST = 12 * 3600  # seconds for a move; with less, nothing waits for the morning


def pause(row: OutgoingMail, sent_today: int) -> timedelta:
    """How long after the last email this one may be sent."""
    share: float = min(1.0, row.data.get("time", DAY) / DAY)
    return PAUSES[min(sent_today, len(PAUSES) - 1)] * share


def end_of_night(row: OutgoingMail, now: datetime) -> datetime:
    """When the night of an email's reader ends; `now` if it is day."""
    if not settings.MAIL_IS_QUIET or row.data.get("time", DAY) < FAST:
        return now
    chosen = [at for hook in hooks.wakes_at if (at := hook(row.user_id, now)) is not None]
    if chosen:
        return chosen[0]
    is_day = MORNING <= now.astimezone(zones.zone(row.user.time_zone)).hour < BEDTIME
    return now if is_day else next_hour(row.user, MORNING, now)


def next_hour(user: User, hour: int, now: datetime) -> datetime:
    """The next time it is this hour in this person's time zone."""
    here = now.astimezone(zones.zone(user.time_zone))
    at = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    return at if at > here else at + timedelta(days=1)
