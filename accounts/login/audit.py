"""Lines in the log for what opens or changes an account: by number, without names and addresses (ASVS V7)."""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver

from accounts.login.backend import person_called

log = logging.getLogger("playpost.security")


@receiver(user_logged_in)
def logged_in(user: Any, **_: Any) -> None:
    log.info("User %s has logged in.", user.pk)


@receiver(user_logged_out)
def logged_out(user: Any, **_: Any) -> None:
    if user is not None:
        log.info("User %s has logged out.", user.pk)


@receiver(user_login_failed)
def failed(credentials: dict[str, Any], **_: Any) -> None:
    person = person_called(str(credentials.get("email") or credentials.get("username") or ""))
    log.warning("Failed log-in: %s.", f"user {person.pk}" if person else "no such account")


@receiver([account.password_changed, account.password_set])
def password_changed(user: Any, **_: Any) -> None:
    log.info("User %s has changed the password.", user.pk)


@receiver(account.password_reset)
def password_reset(user: Any, **_: Any) -> None:
    log.info("User %s has reset the password by email.", user.pk)


@receiver(account.email_changed)
def address_changed(user: Any, **_: Any) -> None:
    log.info("User %s has another email address.", user.pk)


@receiver([account.email_added, account.email_removed])
def addresses_changed(user: Any, **_: Any) -> None:
    log.info("User %s has added or removed an email address.", user.pk)


@receiver([mfa.authenticator_added, mfa.authenticator_removed, mfa.authenticator_reset])
def second_factor_changed(user: Any, authenticator: Any, **_: Any) -> None:
    log.info("User %s has changed a second factor: %s.", user.pk, authenticator.type)
