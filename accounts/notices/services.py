"""Changes where a person's notices go."""

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

LONGEST_WORD = 1000  # characters of what a browser sends us
TEST_PAUSE = timedelta(seconds=10)
TESTS_AN_HOUR = 6  # of one person
MOST = 10  # channels of one person, webhooks and devices together


class Refused(Exception):
    """A change that is not made. Its text is a sentence for the person, `status` the HTTP status."""

    def __init__(self, words: str, status: int = 422) -> None:
        super().__init__(words)
        self.status = status


def add_webhook(*, user: User, kind: str, name: str, url: str, events: str) -> Channel:
    """Post notices to this address from now on. Raises Refused (422, 409)."""
    _check_guest(user, "Webhooks need an account.")
    try:
        public_http.check_url(url)
    except public_http.Unwelcome as error:
        raise Refused(str(error)) from None
    with transaction.atomic():
        _check_room(user, url)
        secrets = {"key": new_secret()} if kind == Channel.Kind.JSON else {}
        return Channel.objects.create(user=user, kind=kind, name=name, url=url, events=events, secrets=secrets)


def add_device(*, user: User, name: str, url: str, p256dh: str, auth: str) -> Channel:
    """Push notices to this browser from now on; the same browser again gets its new keys. Raises Refused (422, 409)."""
    _check_guest(user, "Browser notifications need an account.")
    try:
        public_http.check_url(url)
        push.check_keys(p256dh, auth)
    except (public_http.Unwelcome, ValueError):
        raise Refused("This isn’t a browser’s subscription.") from None
    secrets = {"p256dh": p256dh, "auth": auth}
    with transaction.atomic():
        known = Channel.objects.filter(user=user, kind=Channel.Kind.DEVICE, url=url)
        if known.update(secrets=secrets, off_at=None, failing_since=None, trouble=""):
            return known.get()
        _check_room(user, url)
        return Channel.objects.create(user=user, kind=Channel.Kind.DEVICE, name=name, url=url, secrets=secrets)


def _check_guest(user: User, words: str) -> None:
    if user.is_guest:
        raise Refused(f"{words} Save your games, and you have one.", 403)


def _check_room(user: User, url: str) -> None:
    """The person's row is locked: two forms sent at once cannot pass the limit together."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = list(Channel.objects.filter(user=user).values_list("url", flat=True))
    if url in mine:
        raise Refused("This address already gets your notifications.", 409)
    if len(mine) >= MOST:
        raise Refused(f"You have {MOST} webhooks and devices. Remove one first.", 409)


def remove(*, user: User, channel_id: int) -> None:
    """Tell this channel nothing any more; what waits for it is dropped. Raises Refused (404)."""
    deleted, _ = Channel.objects.filter(pk=channel_id, user=user).delete()
    if not deleted:
        raise Refused("There is no such webhook or device.", 404)


def test(*, user: User, channel_id: int) -> Notice:
    """Send a test to this channel, by a worker, at once. Raises Refused (404, 429)."""
    channel = Channel.objects.filter(pk=channel_id, user=user).first()
    if channel is None:
        raise Refused("There is no such webhook or device.", 404)
    if channel.notices.filter(kind=delivery.TEST, created_at__gt=timezone.now() - TEST_PAUSE).exists():
        raise Refused("We’ve just sent a test. Wait a moment.", 429)
    # Counted for the person: a channel that is removed and added again brings no new tests.
    if settings.HAS_RATE_LIMITS and count([f"limit:test:{user.pk}"], 3600)[0] > TESTS_AN_HOUR:
        raise Refused(f"{TESTS_AN_HOUR} tests within an hour are enough. Wait a little.", 429)
    with transaction.atomic():
        notice = delivery.queue_test(channel)
        transaction.on_commit(lambda: _hurry(notice.pk), robust=True)
    return notice


def _hurry(notice_id: int) -> None:
    with suppress(OperationalError, redis.RedisError):  # without the broker the sweep sends it a few seconds later
        send_notice.delay(notice_id)
