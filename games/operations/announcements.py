"""What the host tells everybody at the top of each page.

The database keeps it, the cache brings it to the pages: no page asks the database for it, and a process looks at the
cache once in a while. The timetable puts it back each minute, because the cache may be emptied at any time.
"""

import time
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import Announcement

KEY = "announcement"
LOOK_EVERY = 10.0  # seconds
KEPT = 600  # seconds, in which the timetable comes by several times
_seen: tuple[float, str] = (-LOOK_EVERY, "")


def current() -> str:
    """The words of now; "" for none."""
    global _seen
    if time.monotonic() - _seen[0] > LOOK_EVERY:
        _seen = (time.monotonic(), str(cache.get(KEY) or ""))
    return _seen[1]


def standing() -> Announcement | None:
    """The newest one whose time is not over."""
    return Announcement.objects.filter(until__gt=timezone.now()).order_by("-pk").first()


def spread() -> None:
    """Bring what stands in the database to the pages."""
    global _seen
    found = standing()
    cache.set(KEY, found.text if found else "", KEPT)
    _seen = (-LOOK_EVERY, "")


def put_up(text: str, hours: int) -> None:
    """Tell it from now on, instead of what was told before."""
    take_down()
    Announcement.objects.create(text=text, until=timezone.now() + timedelta(hours=hours))
    spread()


def take_down() -> None:
    Announcement.objects.filter(until__gt=timezone.now()).update(until=timezone.now())
    spread()
