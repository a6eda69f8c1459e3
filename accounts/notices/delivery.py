"""Sends notices, each once, using the leases of the email outbox (accounts.mail.lease).

A row is leased (attempts + 1, next try later, committed), rendered, posted without holding a lock, and marked as sent.
A worker killed before the mark can repeat this one notice, which a device shows only once (same tag).
"""

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.mail.lease import lease
from accounts.mail_kinds import BELL, TURNS
from accounts.models import OutgoingMail
from accounts.notices import breaker, look_ups, payloads, public_http, push, registry
from accounts.notices.models import Channel, Notice
from accounts.notices.registry import NoticeText

log = logging.getLogger("playpost.notices")
Status = Notice.Status

PAUSES = (10, 60, 300, 900, 3600, 10800)  # seconds until the next try after 1, 2, … failures
KEPT = timedelta(days=30)
TEST = "test"  # the kind that the test button queues
ABOUT_TURNS = (*TURNS, TEST)
GONE = (404, 410)  # a push service's answer for a device that has unsubscribed


# The LIMIT makes PostgreSQL use the index on user_id; without it, it might read the channels of the whole site.
_FOLLOW = """
INSERT INTO notices_notice (channel_id, key, kind, data, status, title, reason, attempts, created_at, next_try_at)
SELECT c.id, e.key, e.kind, e.data, 'queued', '', '', 0, e.created_at, e.next_try_at
FROM to_send e,
    LATERAL (SELECT id, events FROM notices_channel WHERE user_id = e.user_id AND off_at IS NULL LIMIT 1000) c
WHERE e.kind = ANY('{known}') AND (c.events = 'all' OR e.kind = ANY('{turns}'))
ON CONFLICT DO NOTHING
"""


def follow() -> str:
    """SQL that queues notices for the channels of people who get an email (hooks.follow_emails)."""
    return _FOLLOW.format(known=_array(registry.announcers), turns=_array(ABOUT_TURNS))


def _array(kinds: Iterable[str]) -> str:
    return "{" + ",".join(kinds) + "}"


def queue_test(channel: Channel) -> Notice:
    """Queue a test for this channel. Switches the channel on again if it was off."""
    Channel.objects.filter(pk=channel.pk).update(off_at=None, failing_since=None, trouble="")
    return Notice.objects.create(channel=channel, key=f"test.{timezone.now().timestamp():.6f}", kind=TEST)


def send_due(limit: int = 200) -> int:
    """Send due notices, oldest first. Returns how many were processed. Can run in many processes at once."""
    done = 0
    while done < limit and (rows := lease(Notice, PAUSES)):
        done += 1
        try:
            _process(rows[0])
        except Exception:
            log.exception("Notice %s failed unexpectedly", rows[0].pk)  # tried again when its lease ends
    return done


def send_one(notice_id: int) -> bool:
    """Send this notice now if it is queued and due. True if it was processed here."""
    rows = lease(Notice, PAUSES, row_id=notice_id)
    for notice in rows:
        _process(notice)
    return bool(rows)


def _process(notice: Notice) -> None:
    channel = notice.channel
    if channel.off_at or not channel.user.is_active:
        return _finish(notice, Status.SKIPPED, "The channel was switched off.")
    if breaker.is_open(channel.url):
        words = f"The host hasn’t been answering. We’ll try again in {breaker.REST // 60} minutes."
        return _postpone(notice, words, breaker.REST)
    told = _news(notice)
    if told is None:
        return _finish(notice, Status.SKIPPED, "It no longer applied.")
    notice.title = told.title[:200]
    try:
        answer = _post(channel, notice.kind, told)
    except look_ups.Busy as error:
        return _postpone(notice, str(error), 60)
    except public_http.UrlRefused as error:
        return _failed(notice, str(error))
    except public_http.Unreachable as error:
        breaker.record_failure(channel.url)
        return _failed(notice, str(error))
    breaker.record_answer(channel.url)
    if answer.status in GONE and channel.is_device:
        channel.delete()  # the browser has unsubscribed
    elif 200 <= answer.status < 300:
        _finish(notice, Status.SENT)
        Channel.objects.filter(pk=channel.pk).update(last_ok_at=timezone.now(), failing_since=None, trouble="")
    else:
        _failed(notice, f"The host answered with status {answer.status}.", answer.retry_after)


def _postpone(notice: Notice, trouble: str, seconds: int) -> None:
    """Postpone a notice because its host is not called for now. This does not count as an attempt."""
    if notice.kind == TEST:
        return _finish(notice, Status.DEAD, trouble)
    notice.attempts -= 1
    notice.reason, notice.next_try_at = trouble, timezone.now() + timedelta(seconds=seconds)
    notice.save(update_fields=["attempts", "reason", "next_try_at"])


def _news(notice: Notice) -> NoticeText | None:
    if notice.kind == TEST:
        return NoticeText(
            "Playpost: a test", "This works. You’ll get notifications here.", "/people/me/channels/", TEST
        )
    if notice.kind in BELL and OutgoingMail.objects.filter(key=notice.key, is_unread=False).exists():
        return None  # read on the site
    return registry.announcers[notice.kind](notice.data, notice.channel.user)


def _post(channel: Channel, kind: str, told: NoticeText) -> public_http.HttpAnswer:
    body = payloads.body_for(channel, kind, told)
    if channel.is_device:
        return push.send(channel, body, told.tag)
    return public_http.post(channel.url, body, payloads.headers_for(channel, body), str(channel.user_id))


def _finish(notice: Notice, status: str, reason: str = "") -> None:
    notice.status, notice.reason, notice.done_at = status, reason, timezone.now()
    notice.save()


def _failed(notice: Notice, trouble: str, pause: int = 0) -> None:
    """Try again later. After settings.NOTICE_PATIENCE of failures only, switch the channel off."""
    now, channel = timezone.now(), notice.channel
    since = channel.failing_since or now
    is_over = now - since >= settings.NOTICE_PATIENCE
    Channel.objects.filter(pk=channel.pk).update(
        failing_since=since, trouble=trouble[:200], off_at=now if is_over else None
    )
    if is_over or notice.attempts > len(PAUSES) or notice.kind == TEST:
        return _finish(notice, Status.DEAD, trouble)
    notice.reason = trouble
    notice.next_try_at = max(notice.next_try_at, now + timedelta(seconds=pause))
    notice.save()


def forget_old() -> int:
    """Delete old notices that are done. Returns how many."""
    old = Notice.objects.filter(done_at__lt=timezone.now() - KEPT).exclude(status=Status.QUEUED)
    return old.delete()[0]
