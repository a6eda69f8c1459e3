"""The host's announcements, shown at the top of each page and optionally sent by email.

The database stores them and the cache distributes them: pages never query the database, and each process reads the
cache every few seconds. A periodic task restores the cache entry each minute, because the cache may be emptied.
"""

import time
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import Announcement, User

KEY = "announcement"
LOOK_EVERY = 10.0  # seconds
BATCH = 1000  # emails per write to the outbox
KEPT = 600  # seconds; the periodic task renews it every minute
_seen: tuple[float, str] = (-LOOK_EVERY, "")


def current() -> str:
    """The text to show now, or ""."""
    global _seen
    if time.monotonic() - _seen[0] > LOOK_EVERY:
        _seen = (time.monotonic(), str(cache.get(KEY) or ""))
    return _seen[1]


def newest() -> Announcement | None:
    """The newest announcement that has not expired."""
    return Announcement.objects.filter(until__gt=timezone.now()).order_by("-pk").first()


def refresh_cache() -> None:
    """Copy the current announcement from the database to the cache."""
    global _seen
    current = newest()
    cache.set(KEY, current.text if current else "", KEPT)
    _seen = (-LOOK_EVERY, "")


def publish(text: str, hours: int, by_email: bool) -> None:
    """Publish an announcement in place of the current one."""
    withdraw()
    Announcement.objects.create(text=text, until=timezone.now() + timedelta(hours=hours), owes_emails=by_email)
    refresh_cache()


def queue_emails() -> None:
    """Queue the emails of the announcement in batches. If interrupted, the next run continues: keys are unique."""
    announced = newest()
    if announced is None or not announced.owes_emails:
        return
    wanted = User.objects.filter(is_bot=False, is_guest=False, is_active=True, mail_announcements=True)
    people = wanted.exclude(email="").values_list("pk", flat=True).order_by("pk")
    last = 0
    while some := list(people.filter(pk__gt=last)[:BATCH]):
        outbox.queue_many(
            outbox.row_for(
                kind="announcement",
                key=f"announcement{announced.pk}.u{person}",
                user=person,
                data={"announcement": announced.pk},
            )
            for person in some
        )
        last = some[-1]
    Announcement.objects.filter(pk=announced.pk).update(owes_emails=False)


def withdraw() -> None:
    Announcement.objects.filter(until__gt=timezone.now()).update(until=timezone.now())
    refresh_cache()
