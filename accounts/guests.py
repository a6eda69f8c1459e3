"""Guests: people who play without an account. They keep their games by signing up or logging in.

Their matches: games/lobby/guest_matches.py. Idle guests: games/lobby/idle_guests.py.
"""

import logging
import re
from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import hooks, personal, services
from accounts.mail import bounces
from accounts.models import OutgoingMail, User
from accounts.names import GUEST_PREFIX

log = logging.getLogger("playpost.guests")
_MADE_UP = re.compile(r"Guest \d{4}")
_SALT = "playpost.guest.reminder"
LAST_TABLE = "last_table"  # session key: the address of the table where a guest was last
REMINDER_LINK_SECONDS = 7 * 24 * 3600


@transaction.atomic
def name(*, user: User, username: str, password: str | None, passkey: dict[str, str]) -> None:
    """Give a guest a user name, and a password or a passkey. They stay a guest until their address is confirmed."""
    EmailAddress.objects.filter(user=user, verified=False).delete()  # from an earlier try
    Authenticator.objects.filter(user=user).delete()
    if passkey:
        Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=passkey)
    user.username = username
    if _MADE_UP.fullmatch(user.display_name):
        user.display_name = ""
    user.set_password(None if passkey else password)
    user.save()
    for hook in hooks.name_changed:
        hook(user)


def welcome(guest: User) -> str:
    """What somebody reads whose games have just been saved."""
    return f"Welcome, {guest.name}. Your games are saved."


def welcome_without_password(account: User) -> str:
    """What somebody reads whose seat has just given them an account."""
    return f"Welcome, {account.name}. This is your account. You can set a password under “Log-in and security”."


@transaction.atomic
def become_account(*, user: User, email: str) -> None:
    """Turn a guest whose address is confirmed into an account. The row stays, with everything that refers to it."""
    EmailAddress.objects.filter(user=user, email__iexact=email).update(verified=True, primary=True)
    user.email, user.is_guest = email, False
    user.reminder_email, user.reminder_confirmed_at = "", None
    user.save(update_fields=["email", "is_guest", "reminder_email", "reminder_confirmed_at"])
    for hook in hooks.name_changed:  # open tables must stop showing "guest"
        hook(user)


@transaction.atomic
def open_account(*, user: User) -> bool:
    """Make an account of a guest whose address is confirmed, without a password and under a user name like their name.
    Returns whether they have one now: not with an address that is somebody's account."""
    address = user.mail_address
    if not may_open_account(address, user.pk):
        return False
    if user.username.startswith(GUEST_PREFIX):
        user.display_name = "" if _MADE_UP.fullmatch(user.display_name) else user.display_name
        user.username = get_adapter().generate_unique_username([user.display_name, "player"], r"[^\w\s-]")
        user.save(update_fields=["display_name", "username"])
    EmailAddress.objects.filter(user=user).delete()  # from an earlier try
    EmailAddress.objects.create(user=user, email=address)
    become_account(user=user, email=address)
    return True


def may_open_account(address: str, guest: int | None = None) -> bool:
    """Is this the address of no account? `guest`: who may have begun to save their games with it."""
    if not address or User.objects.filter(email__iexact=address).exists():
        return False
    return not EmailAddress.objects.filter(email__iexact=address).exclude(user=guest).exists()


@transaction.atomic
def merge(*, guest: User, account: User, keeps_seats: bool = False) -> None:
    """Move a guest's matches to the account they have logged in to, then remove the guest. At a table where both sit,
    the guest gives up the seat, or `keeps_seats` and remains."""
    guest = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not guest.is_guest:
        return
    for hook in hooks.guest_logged_in:
        hook(guest, account)
    personal.move(guest, account, hooks.Merge.MOVE)
    OutgoingMail.objects.filter(user=guest, status=OutgoingMail.Status.QUEUED).update(user=account)
    if not (keeps_seats and any(needed(guest) for needed in hooks.still_needed)):
        remove(user=guest)


def bring_home(account: User) -> bool:
    """Move to an account the games of guests who have confirmed one of its addresses: it is theirs. Returns whether
    there were any. A guest who sits at one table with the account keeps that seat."""
    own = EmailAddress.objects.filter(user=account, verified=True).values_list("email", flat=True)
    found = list(User.objects.guests_at(*own))
    for guest in found:
        merge(guest=guest, account=account, keeps_seats=True)
    return bool(found)


@transaction.atomic
def remove(*, user: User) -> None:
    """Remove a guest, or an account that nobody has used: give up the seats, and delete the row unless other people's
    matches need it."""
    services.delete_account(user=user)
    if not any(needed(user) for needed in hooks.still_needed):
        User.objects.filter(pk=user.pk).delete()


def remove_each(forgotten: Callable[[], QuerySet[User]]) -> None:
    """Remove all these people, each only if still among them then. Whoever can't be removed is tried again tomorrow."""
    for pk in list(forgotten().values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                user = forgotten().select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
                if user is not None:
                    remove(user=user)
        except Exception:
            log.exception("Could not delete the forgotten guest or account %s", pk)


def ask_to_remind(*, user: User, email: str) -> str:
    """Store an unconfirmed address for reminders. Returns the token for the confirmation link."""
    user.reminder_email, user.reminder_confirmed_at = email.lower(), None
    user.save(update_fields=["reminder_email", "reminder_confirmed_at"])
    return signing.dumps([user.pk, user.reminder_email], salt=_SALT)


def know_address(*, user: User, email: str) -> None:
    """Send this guest's emails to an address that is proved to be theirs by a signed link that we sent there."""
    user.reminder_email = email.lower()
    confirm_reminder(user=user)


def hint_of(email: str) -> str:
    """An address for somebody who may not be its owner: "o…@example.org"."""
    return f"{email[:1]}…@{email.rpartition('@')[2]}"


def read_reminder(token: str) -> User | None:
    """The guest whose address this link confirms; None if the link is forged, too old, or for another address."""
    try:
        pk, email = signing.loads(token, salt=_SALT, max_age=REMINDER_LINK_SECONDS)
    except (signing.BadSignature, ValueError):
        return None
    return User.objects.filter(pk=pk, is_guest=True, reminder_email=email).first()


def confirm_reminder(*, user: User) -> None:
    """Start sending reminders to this guest, also if emails to an earlier address came back."""
    user.reminder_confirmed_at = timezone.now()
    user.save(update_fields=["reminder_email", "reminder_confirmed_at"])
    bounces.resume(user.pk)
