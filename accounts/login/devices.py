"""The devices you are logged in on, one per session. Each session can be ended."""

from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from accounts.browsers import browser_name
from accounts.login import sign_out
from accounts.login.session_store import DEVICE, SessionStore
from accounts.models import DeviceSession, User
from accounts.notices.models import Channel
from accounts.notices.services import PUSH


class Device(NamedTuple):
    """A session as shown to its owner. `tag` identifies it without revealing its key."""

    tag: str
    name: str
    since: date | None
    day: date | None
    is_this: bool


def note(request: HttpRequest) -> None:
    """Store the browser's name and the date in a new session."""
    today, name = timezone.now().date().isoformat(), browser_name(request.headers.get("User-Agent", ""))
    request.session[DEVICE] = {"name": name, "since": today, "day": today}


def mark_used(request: HttpRequest) -> None:
    """Record the day of use. Writing to the session, once a day, also extends it."""
    device, today = request.session.get(DEVICE), timezone.now().date().isoformat()
    if device and device["day"] != today:
        request.session[DEVICE] = device | {"day": today}


def of(user: User, session_key: str | None) -> list[Device]:
    """This person's sessions, the current one first, then the most recently used."""
    found = []
    for row in _rows(user):
        known = SessionStore().decode(row.session_data).get(DEVICE, {})
        since, day = (date.fromisoformat(known[name]) if name in known else None for name in ("since", "day"))
        tag, name = sign_out.session_tag(row.session_key), known.get("name", "A browser")
        found.append(Device(tag, name, since, day, is_this=row.session_key == session_key))
    return sorted(sorted(found, key=lambda one: one.day or date.min, reverse=True), key=lambda one: not one.is_this)


def end(user: User, session_key: str | None, tag: str = "") -> int:
    """End the session with this tag, or all but the current one, and close its open pages. Returns how many."""
    others = {row.session_key: row for row in _rows(user) if row.session_key != session_key}
    chosen = {key: row for key, row in others.items() if tag in ("", sign_out.session_tag(key))}
    DeviceSession.objects.filter(session_key__in=chosen).delete()
    for key, row in chosen.items():
        ended(user, key, SessionStore().decode(row.session_data))
    return len(chosen)


def ended(user: User, session_key: str | None, data: Any) -> None:
    """After a session of this person: close its open pages, and send its browser no more notifications."""
    Channel.objects.filter(user=user, pk=data.get(PUSH)).delete()
    sign_out.close_sockets(user.pk, session_key)


def forget_expired() -> None:
    """Delete the sessions that have expired, and send their browsers no more notifications, unless they were turned on
    again in a newer session."""
    now = timezone.now()
    expired = DeviceSession.objects.filter(expire_date__lte=now)
    gone = Channel.objects.filter(pk__in=_channels(expired.exclude(account_id=None)))
    newer = DeviceSession.objects.filter(account_id__in=gone.values("user"), expire_date__gt=now)
    gone.exclude(pk__in=_channels(newer)).delete()
    expired.delete()


def _channels(sessions: Any) -> set[int]:
    """The channels of the browsers of these sessions."""
    data = (SessionStore().decode(packed) for packed in sessions.values_list("session_data", flat=True).iterator())
    return {one[PUSH] for one in data if PUSH in one}


def others_ended(user: User, data: Any) -> None:
    """The same after a new password, for all sessions but the one that holds this data."""
    Channel.objects.filter(user=user, kind=Channel.Kind.DEVICE).exclude(pk=data.get(PUSH)).delete()
    sign_out.close_sockets(user.pk)


def _rows(user: User) -> Any:
    return DeviceSession.objects.filter(account_id=user.pk, expire_date__gt=timezone.now())
