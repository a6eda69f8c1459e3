"""Logs security events, with user ids only, no names or addresses (ASVS V7)."""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal, receiver

from accounts.login.backend import entered, find_person

log = logging.getLogger("playpost.security")
DONE = {
    user_logged_in: "has logged in",
    user_logged_out: "has logged out",
    account.password_changed: "has changed the password",
    account.password_set: "has changed the password",
    account.password_reset: "has reset the password by email",
    account.email_changed: "has another email address",
    account.email_added: "has added or removed an email address",
    account.email_removed: "has added or removed an email address",
}


@receiver(list(DONE))
def done(signal: Signal, user: Any, **_: Any) -> None:
    if user is not None:
        log.info("User %s %s.", user.pk, DONE[signal])


@receiver(user_login_failed)
def failed(credentials: dict[str, Any], **_: Any) -> None:
    person = find_person(entered(credentials))
    log.warning("Failed log-in: %s.", f"user {person.pk}" if person else "no such account")


@receiver([mfa.authenticator_added, mfa.authenticator_removed, mfa.authenticator_reset])
def second_factor_changed(user: Any, authenticator: Any, **_: Any) -> None:
    log.info("User %s has changed a second factor: %s.", user.pk, authenticator.type)
