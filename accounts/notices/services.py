"""Services that add, remove and test a person's channels."""

from contextlib import suppress
from datetime import timedelta

import redis
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from accounts.notices import delivery, public_http, push
from accounts.notices.models import Channel, Notice, new_secret
from accounts.notices.tasks import send_notice
from config.cache import count

LONGEST_WORD = 1000  # characters of a value that a browser sends
TEST_PAUSE = timedelta(seconds=10)
TESTS_AN_HOUR = 6  # per person
MOST = 10  # channels per person, webhooks and devices together
PUSH = "push"  # session key for the id of this browser's channel, which ends with the session


class Refused(Exception):
    """A change was refused. The message is a sentence for the person; `status`: the HTTP status."""

    def __init__(self, words: str, status: int = 422) -> None:
        super().__init__(words)
        self.status = status


def add_webhook(*, user: User, kind: str, name: str, url: str, events: str) -> Channel:
    """Add a webhook. Raises Refused (403, 409, 422)."""
    if user.is_guest:
        raise Refused("You need an account for webhooks. Save your games to get one.", 403)
    try:
        public_http.check_url(url)
    except public_http.UrlRefused as error:
        raise Refused(str(error)) from None
    with transaction.atomic():
        _check_room(user, url)
        secrets = {"key": new_secret()} if kind == Channel.Kind.JSON else {}
        return Channel.objects.create(user=user, kind=kind, name=name, url=url, events=events, secrets=secrets)


def add_device(*, user: User, name: str, url: str, p256dh: str, auth: str) -> Channel:
    """Add a browser, or update its keys if it is known. It then tells nobody else's news. Guests can, too. Raises
    Refused (409, 422)."""
    try:
        public_http.check_url(url)
        push.check_keys(p256dh, auth)
    except (public_http.UrlRefused, ValueError):
        raise Refused("This isn’t a browser’s subscription.") from None
    secrets = {"p256dh": p256dh, "auth": auth}
    with transaction.atomic():
        Channel.objects.filter(kind=Channel.Kind.DEVICE, url=url).exclude(user=user).delete()
        known = Channel.objects.filter(user=user, kind=Channel.Kind.DEVICE, url=url)
        if known.update(secrets=secrets, off_at=None, failing_since=None, trouble=""):
            return known.get()
        _check_room(user, url)
        return Channel.objects.create(user=user, kind=Channel.Kind.DEVICE, name=name, url=url, secrets=secrets)


def _check_room(user: User, url: str) -> None:
    """Check the limit. Locks the person's row, so that two requests cannot both pass."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = list(Channel.objects.filter(user=user).values_list("url", flat=True))
    if url in mine:
        raise Refused("This address already gets your notifications.", 409)
    if len(mine) >= MOST:
        raise Refused(f"You can have at most {MOST} webhooks and devices. Remove one first.", 409)


def remove(*, user: User, channel_id: int) -> None:
    """Delete a channel and its queued notices. Raises Refused (404)."""
    deleted, _ = Channel.objects.filter(pk=channel_id, user=user).delete()
    if not deleted:
        raise Refused("There is no such webhook or device.", 404)


def test(*, user: User, channel_id: int) -> Notice:
    """Have a worker send a test to this channel at once. Raises Refused (404, 429)."""
    channel = Channel.objects.filter(pk=channel_id, user=user).first()
    if channel is None:
        raise Refused("There is no such webhook or device.", 404)
    if channel.notices.filter(kind=delivery.TEST, created_at__gt=timezone.now() - TEST_PAUSE).exists():
        raise Refused("We’ve just sent a test. Wait a moment.", 429)
    # Counted per person, so that removing and adding a channel does not allow more tests.
    if settings.HAS_RATE_LIMITS and count([f"limit:test:{user.pk}"], 3600)[0] > TESTS_AN_HOUR:
        raise Refused(f"You can send {TESTS_AN_HOUR} tests an hour. Try again later.", 429)
    with transaction.atomic():
        notice = delivery.queue_test(channel)
        transaction.on_commit(lambda: _send_soon(notice.pk), robust=True)
    return notice


def _send_soon(notice_id: int) -> None:
    with suppress(OperationalError, redis.RedisError):  # if the broker is down, the sweep sends it
        send_notice.delay(notice_id)
