"""A person's calendar (RFC 5545) and feed (RFC 4287), each at a secret URL that can be replaced with a click.

The URL is signed and contains the user id and a nonce: read access to the database is not enough to make one, and a new
nonce or a new password invalidates all earlier ones.
"""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.feedgenerator import Atom1Feed

from accounts.mail.headers import domain
from accounts.models import OutgoingMail, User
from accounts.notices import registry
from accounts.notices.models import FeedKey, new_secret
from accounts.notices.registry import Deadline

if TYPE_CHECKING:
    from icalendar import Event

ENTRIES = 50
LENGTH = timedelta(minutes=15)  # duration of a calendar event, which ends at the deadline
ALARM = timedelta(hours=-2)
_signer = Signer(sep=".", salt="playpost.feed")


def token_of(user: User) -> str:
    """The secret part of this person's URLs."""
    key, _ = FeedKey.objects.get_or_create(user=user)
    return _signer.sign(f"{user.pk}-{user.link_mark}-{key.nonce}")


def reader(token: str) -> User | None:
    """The person whose token this is; None if it is forged or no longer valid, or the account is closed."""
    try:
        user_id, mark, nonce = _signer.unsign(token).split("-", 2)
        key = FeedKey.objects.select_related("user").get(user_id=int(user_id), nonce=nonce, user__is_active=True)
    except (BadSignature, ValueError, FeedKey.DoesNotExist):
        return None
    return key.user if constant_time_compare(mark, key.user.link_mark) else None


def renew(user: User) -> None:
    """Replace the URLs; the old ones stop working."""
    FeedKey.objects.update_or_create(user=user, defaults={"nonce": new_secret(), "created_at": timezone.now()})


def calendar(user: User) -> bytes:
    """All deadlines of this person as an iCalendar file."""
    from icalendar import Calendar  # 80 modules, for which no other page should wait

    book = Calendar()
    book.add("prodid", "-//Playpost//Deadlines//EN")
    book.add("version", "2.0")
    book.add("method", "PUBLISH")
    book.add("name", "Playpost")
    book.add("x-wr-calname", "Playpost")
    book.add("refresh-interval", timedelta(minutes=30), {"value": "DURATION"})
    book.add("x-published-ttl", "PT30M")
    for deadline in registry.deadlines_of(user):
        book.add_component(_event(deadline))
    return bytes(book.to_ical())


def _event(deadline: Deadline) -> Event:
    from icalendar import Alarm, Event

    event = Event()
    event.add("uid", f"{deadline.key}@{domain()}")
    event.add("dtstamp", deadline.asked.astimezone(UTC))
    event.add("dtstart", (deadline.due - LENGTH).astimezone(UTC))
    event.add("dtend", deadline.due.astimezone(UTC))
    event.add("sequence", max(0, int((deadline.due - deadline.asked).total_seconds())))  # grows with the deadline
    event.add("summary", deadline.title)
    event.add("description", f"{deadline.text}\n{settings.SITE_URL}{deadline.url}")
    event.add("url", settings.SITE_URL + deadline.url)
    event.add("transp", "TRANSPARENT")  # does not show the person as busy
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", deadline.title)
    alarm.add("trigger", ALARM)
    event.add_component(alarm)
    return event


def atom(user: User, own_address: str) -> str:
    """The newest emails to this person, sent or not, as an Atom feed."""
    feed = Atom1Feed(
        title=f"Playpost: {user.name}",
        link=settings.SITE_URL + reverse("my_matches"),
        description="Your matches",
        feed_url=own_address,
        feed_guid=f"tag:{domain()},2026:feed-{user.pk}",
    )
    rows = [row for row in OutgoingMail.objects.filter(user=user).order_by(F("id").desc())[:ENTRIES] if _link(row)]
    names = {id: name for find in registry.titles for id, name in find({row.match_id for row in rows}).items()}
    for row in rows:
        name = names.get(row.match_id) or row.data.get("about") or f"Match {row.match_id}"
        feed.add_item(
            title=f"{name}: {row.kind_in_words.lower()}",
            link=settings.SITE_URL + _link(row),
            description=f"{row.kind_in_words} in {name}.",
            unique_id=f"tag:{domain()},2026:{row.key}",
            unique_id_is_permalink=False,
            updateddate=row.created_at,
            pubdate=row.created_at,
        )
    return feed.writeString("utf-8")


def _link(row: OutgoingMail) -> str:
    """The path that an entry links to; "" if there is none."""
    return reverse("match", args=[int(row.match_id)]) if row.match_id else str(row.data.get("url", ""))
