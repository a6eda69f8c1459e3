"""Bounced addresses: we stop writing to them until the address is confirmed again."""

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
    """A code sent to the address came back to us: it can be written to again."""
    address: Any = kwargs.get("email_address") or kwargs.get("to_email_address")
    now = timezone.now()
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=address.user_id)
        if person.mail_bounced_at is None:
            return
        User.objects.filter(pk=person.pk).update(mail_bounced_at=None)
        for hook in hooks.mail_mended:
            hook(person, now)


@receiver(tracking)
def mail_came_back(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """A hard bounce or a complaint, told by the mail service: writing on would ruin our name with it."""
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
        if event.event_type == "bounced":  # who complains has got the mail
            for hook in hooks.mail_returned:
                hook(person, now)
