"""Bounced addresses: no emails are sent to them until the address is confirmed again.

A hard bounce (there is no such mailbox) counts at once, soft ones (it is full, or the server is busy) when there are
several within a week. Reports come from the webhooks of a mail service or as emails to the sender of an email (VERP).
"""

import re
from enum import StrEnum
from typing import Any

from allauth.account import signals as account_signals
from anymail.signals import EventType, RejectReason, tracking
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from accounts import hooks
from accounts.mail import never, unsubscribe
from accounts.mail_kinds import TO_STRANGERS
from accounts.models import OutgoingMail, User
from config import metrics
from config.cache import count

MOST_SOFT = 4  # soft bounces within SOFT_FOR before they count as a hard one
SOFT_FOR = 7 * 86400  # seconds
HARD_REASONS = (None, RejectReason.BOUNCED, RejectReason.INVALID)
_STATUS = re.compile(r"\b([245])\.([0-9]{1,3})\.([0-9]{1,3})\b")  # an enhanced status code (RFC 3463)
_FULL, _POLICY = "2.2", "7"  # subjects of status codes that a permanent failure has but an existing mailbox, too


class Verdict(StrEnum):
    """What a report means for the address."""

    HARD = "bounced"
    SOFT = "soft"
    COMPLAINT = "complained"
    STOP = "unsubscribed"


@receiver([account_signals.email_confirmed, account_signals.email_changed])
def mail_works_again(sender: Any, request: Any, **kwargs: Any) -> None:
    """The person entered a code sent to the address, so emails arrive again."""
    address: Any = kwargs.get("email_address") or kwargs.get("to_email_address")
    resume(address.user_id)


def resume(user_id: int) -> None:
    """Send emails again, and those that ask for a move once more: the address is confirmed."""
    now = timezone.now()
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if person.mail_bounced_at is None:
            return
        User.objects.filter(pk=person.pk).update(mail_bounced_at=None)
        for hook in hooks.mail_works_again:
            hook(person, now)


@receiver(tracking)
def mail_reported(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """The mail service reports what became of an email."""
    verdict = _verdict(event)
    if verdict is None or not event.recipient:
        return
    known = Q(email__iexact=event.recipient) | Q(reminder_email__iexact=event.recipient, is_guest=True)
    if people := User.objects.filter(known).values_list("pk", flat=True):  # several can share a mailbox
        for person in people:
            record(person, verdict)
    elif verdict in (Verdict.COMPLAINT, Verdict.STOP):  # somebody who was invited
        never.refuse(never.digest_of(event.recipient))
    elif row := OutgoingMail.objects.filter(key=(event.metadata or {}).get("key", ""), kind__in=TO_STRANGERS).first():
        record_of(row, verdict)


def _verdict(event: Any) -> Verdict | None:
    """What an event of a mail service means; None if nothing follows from it."""
    kind, reason = event.event_type, event.reject_reason
    if kind == EventType.COMPLAINED or (kind == EventType.REJECTED and reason == RejectReason.SPAM):
        return Verdict.COMPLAINT
    if kind == EventType.UNSUBSCRIBED or (kind == EventType.REJECTED and reason == RejectReason.UNSUBSCRIBED):
        return Verdict.STOP
    if kind == EventType.BOUNCED or (kind == EventType.REJECTED and reason is not None):
        return Verdict.SOFT if reason not in HARD_REASONS or _is_soft(event) else Verdict.HARD
    return Verdict.SOFT if kind in (EventType.FAILED, EventType.REJECTED) else None


def _is_soft(event: Any) -> bool:
    """Some services name soft bounces like hard ones; their own words tell."""
    own = event.esp_event if isinstance(event.esp_event, dict) else {}
    if "soft" in str(own.get("Type", "")).lower():
        return True
    found = _STATUS.search(f"{event.mta_response or ''} {event.description or ''}")
    return found is not None and not is_hard(found[0])


def is_hard(status: str) -> bool:
    """Does a status code like 5.1.1 mean that the mailbox does not exist?"""
    found = _STATUS.search(status)
    if not found or found[1] != "5":
        return False
    return found[2] != _POLICY and f"{found[2]}.{found[3]}" != _FULL


def record(user_id: int, verdict: Verdict) -> None:
    """Act on a report about the address of this person: stop sending, or our reputation suffers."""
    metrics.BOUNCES.labels(verdict).inc()
    if verdict == Verdict.STOP:
        unsubscribe.stop(unsubscribe.Scope(user_id))
    elif verdict != Verdict.SOFT or count([f"soft-bounces:{user_id}"], SOFT_FOR)[0] >= MOST_SOFT:
        _stop_sending(user_id, did_arrive=verdict == Verdict.COMPLAINT)


def record_of(row: OutgoingMail, verdict: Verdict) -> None:
    """Act on a report about this email. One about an invitation says nothing of the address of who sent it."""
    if row.kind not in TO_STRANGERS:
        record(row.user_id, verdict)
    elif verdict == Verdict.HARD:
        dead = {"status": OutgoingMail.Status.DEAD, "reason": "There is no such mailbox."}
        OutgoingMail.objects.filter(pk=row.pk).update(**dead, done_at=timezone.now())


def _stop_sending(user_id: int, *, did_arrive: bool) -> None:
    now = timezone.now()
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).filter(pk=user_id, mail_bounced_at=None).first()
        if person is None:
            return
        User.objects.filter(pk=person.pk).update(mail_bounced_at=now)
        if not did_arrive:
            for hook in hooks.mail_bounced:
                hook(person, now)
