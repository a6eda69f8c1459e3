"""Signal handlers for login, logout, password changes and confirmed addresses."""

import logging
from typing import Any

from allauth.account import signals as account_signals
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver

from accounts import guests
from accounts.login import alerts, devices, sign_out, throttle
from accounts.models import User

log = logging.getLogger("playpost.people")


@receiver(user_logged_in)
def guest_logged_in(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    """Move the matches of the guest who was using this browser, noted by the middleware, to the account."""
    guest = getattr(request, "guest", None)
    if guest is None or guest.pk == user.pk:
        return
    try:
        guests.merge(guest=guest, account=user)
    except Exception:  # must not prevent the login
        log.exception("Could not move the matches of guest %s to their account.", guest.pk)


@receiver(user_logged_in)
def remember_device(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    if request is not None:
        devices.note(request)
        alerts.device_logged_in(request, user)


@receiver(account_signals.email_confirmed)
def guest_confirmed(sender: Any, request: Any, email_address: Any, **kwargs: Any) -> None:
    """A guest who saves their games has entered the code: turn them into an account. Greet
    anyone who is new here."""
    person = email_address.user
    if request is not None and (person.is_guest or person.last_login is None):
        request.welcome = guests.welcome(person) if person.is_guest else f"Welcome, {person.name}."
    if person.is_guest:
        guests.become_account(user=person, email=email_address.email)


@receiver(user_logged_out)
def close_sockets_of_session(sender: Any, request: Any, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        sign_out.close_sockets(user.pk, request.session.session_key)


@receiver([account_signals.password_changed, account_signals.password_set, account_signals.password_reset])
def close_all_sockets(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    sign_out.close_sockets(user.pk)


@receiver(account_signals.password_reset)
def clear_login_limit(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    for login in (user.username, user.email):
        throttle.clear(login, throttle.network_of(request))
