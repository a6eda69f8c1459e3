"""What follows from logging out, changing a password, confirming an address, and mail that comes back."""

import logging
from typing import Any

from allauth.account import signals as account_signals
from allauth.core.internal.ratelimit import get_ip
from anymail.signals import inbound as mail_arrived
from anymail.signals import tracking
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from accounts import guests, hooks
from accounts.login import devices, sign_out, throttle
from accounts.mail import inbound
from accounts.models import User

log = logging.getLogger("playpost.people")


@receiver(user_logged_in)
def guest_logged_in(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    """The middleware has noted who was a guest in this browser until now."""
    guest = getattr(request, "guest", None)
    if guest is None or guest.pk == user.pk:
        return
    try:
        guests.take_along(guest=guest, account=user)
    except Exception:  # nobody is kept from logging in
        log.exception("The matches of guest %s could not be taken along.", guest.pk)


@receiver(user_logged_in)
def remember_device(sender: Any, request: Any, **kwargs: Any) -> None:
    if request is not None:
        devices.note(request)


@receiver(account_signals.email_confirmed)
def guest_confirmed(sender: Any, email_address: Any, **kwargs: Any) -> None:
    """A guest who saves their games has entered the code: they have an account now."""
    guest = User.objects.filter(pk=email_address.user_id, is_guest=True).first()
    if guest is not None:
        guests.become_account(user=guest, email=email_address.email)


@receiver(user_logged_out)
def close_sockets_of_session(sender: Any, request: Any, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        sign_out.say_bye(user.pk, request.session.session_key)


@receiver([account_signals.password_changed, account_signals.password_set, account_signals.password_reset])
def close_all_sockets(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    sign_out.say_bye(user.pk)


@receiver(account_signals.password_reset)
def forgive_tries(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    for login in (user.username, user.email):
        throttle.forgive(login, get_ip(request))


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


@receiver(mail_arrived)
def reply_arrived(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """Somebody wrote to one of our reply addresses, told by the mail service."""
    message = event.message
    addresses = [message.envelope_recipient or "", *(str(address.addr_spec) for address in message.to or ())]
    inbound.receive(addresses, inbound.Message(dict(message.items()), message.text or "", message.html or ""))
