"""Deletes accounts whose address was never confirmed: nobody could log in, and each holds a name and an address."""

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import guests
from accounts.models import User

KEPT = timedelta(days=30)
log = logging.getLogger("playpost.accounts")


def forget() -> None:
    """Delete those of a month ago. One that fails is tried again tomorrow."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    never = User.objects.filter(Exists(addresses), ~Exists(addresses.filter(verified=True)), last_login=None)
    for user in never.filter(is_guest=False, deleted_at=None, date_joined__lt=timezone.now() - KEPT):
        try:
            guests.remove(user=user)
        except Exception:
            log.exception("Could not delete the account %s, which was never confirmed", user.pk)
