"""The host's announcements, shown at the top of each page and sent by email if the host wants.

The database keeps it, the cache brings it to the pages: no page asks the database for it, and a process looks at the
cache once in a while. The timetable puts it back each minute, because the cache may be emptied at any time.
"""

import time
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import Announcement, User

KEY = "announcement"
LOOK_EVERY = 10.0  # seconds
BATCH = 1000  # emails that are written to the outbox at once
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


def put_up(text: str, hours: int, by_email: bool) -> None:
    """Tell it from now on, instead of what was told before."""
    take_down()
    Announcement.objects.create(text=text, until=timezone.now() + timedelta(hours=hours), owes_emails=by_email)
    spread()


def owe_emails() -> None:
    """Write what is owed to the outbox, a batch at a time. Cut short, it goes on with the next run: keys are unique."""
    found = standing()
    if found is None or not found.owes_emails:
        return
    wanted = User.objects.filter(is_bot=False, is_guest=False, is_active=True, mail_announcements=True)
    people = wanted.exclude(email="").values_list("pk", flat=True).order_by("pk")
    last = 0
    while some := list(people.filter(pk__gt=last)[:BATCH]):
        outbox.queue_many(
            outbox.row_for(
                kind="announcement",
                key=f"announcement{found.pk}.u{person}",
                user=person,
                data={"announcement": found.pk},
            )
            for person in some
        )
        last = some[-1]
    Announcement.objects.filter(pk=found.pk).update(owes_emails=False)


def take_down() -> None:
    Announcement.objects.filter(until__gt=timezone.now()).update(until=timezone.now())
    spread()
