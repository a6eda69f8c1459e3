"""Signal handlers for login, logout, password changes and confirmed addresses."""

import logging
from typing import Any

from allauth.account import signals as account_signals
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver

from accounts import guests
from accounts.login import alerts, devices, throttle
from accounts.models import User

log = logging.getLogger("playpost.people")


@receiver(user_logged_in)
def guest_logged_in(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    """Move the matches of the guest who was using this browser, noted by the middleware, to the account, and those of
    guests with its address. The page that follows says so."""
    guest = getattr(request, "guest", None)
    if user.is_guest:
        return
    try:
        if guest is not None:
            guests.merge(guest=guest, account=user)
        if guests.bring_home(user) or guest is not None:
            request.came_along = user.name
    except Exception:  # must not prevent the login
        log.exception("Could not move a guest’s matches to account %s.", user.pk)


@receiver(user_logged_in)
def remember_device(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    if request is not None:
        devices.note(request)
        alerts.device_logged_in(request, user)


@receiver(account_signals.email_confirmed)
def guest_confirmed(sender: Any, request: Any, email_address: Any, **kwargs: Any) -> None:
    """A guest who saves their games has entered the code: turn them into an account. Games of
    guests with this address come along. Greet anyone who is new here."""
    person = email_address.user
    has_games, is_new = person.is_guest, person.is_guest or person.last_login is None
    if person.is_guest:
        guests.become_account(user=person, email=email_address.email)
    has_games = guests.bring_home(person) or has_games
    if request is not None and is_new:
        request.welcome = guests.welcome(person) if has_games else "Your account is ready."


@receiver(user_logged_out)
def session_ended(sender: Any, request: Any, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        devices.ended(user, request.session.session_key, request.session)


@receiver([account_signals.password_changed, account_signals.password_set, account_signals.password_reset])
def other_sessions_ended(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    devices.others_ended(user, getattr(request, "session", {}))


@receiver(account_signals.password_reset)
def clear_login_limit(sender: Any, request: Any, user: User, **kwargs: Any) -> None:
    for login in (user.username, user.email):
        throttle.clear(login, throttle.network_of(request))
