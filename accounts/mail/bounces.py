"""Bounced addresses: no emails are sent to them until the address is confirmed again."""

from typing import Any

from allauth.account import signals as account_signals
from anymail.signals import tracking
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from accounts import hooks
from accounts.models import User
from config import metrics


@receiver([account_signals.email_confirmed, account_signals.email_changed])
def mail_works_again(sender: Any, request: Any, **kwargs: Any) -> None:
    """The person entered a code sent to the address, so emails arrive again."""
    address: Any = kwargs.get("email_address") or kwargs.get("to_email_address")
    now = timezone.now()
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=address.user_id)
        if person.mail_bounced_at is None:
            return
        User.objects.filter(pk=person.pk).update(mail_bounced_at=None)
        for hook in hooks.mail_works_again:
            hook(person, now)


@receiver(tracking)
def mail_bounced(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """The mail service reports a hard bounce or a spam complaint: stop sending, or our reputation suffers."""
    if event.event_type not in ("bounced", "complained") or not event.recipient:
        return
    metrics.BOUNCES.labels(event.event_type).inc()
    now = timezone.now()
    with transaction.atomic():
        known = Q(email__iexact=event.recipient) | Q(reminder_email__iexact=event.recipient, is_guest=True)
        person = User.objects.select_for_update(no_key=True).filter(known).first()
        if person is None or person.mail_bounced_at is not None:
            return
        User.objects.filter(pk=person.pk).update(mail_bounced_at=now)
        if event.event_type == "bounced":  # after a complaint the email did arrive
            for hook in hooks.mail_bounced:
                hook(person, now)
