"""Deletes accounts whose address was never confirmed: nobody could log in, and each holds a name and an address."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import guests
from accounts.models import User

KEPT = timedelta(days=30)


def forget() -> None:
    """Delete those of a month ago."""
    guests.remove_each(_never_confirmed)


def _never_confirmed() -> QuerySet[User]:
    """Not those of staff, whom the host has chosen."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    people = User.objects.filter(is_guest=False, is_staff=False, deleted_at=None, last_login=None)
    old = people.filter(date_joined__lt=timezone.now() - KEPT)
    return old.filter(Exists(addresses), ~Exists(addresses.filter(verified=True))).order_by("pk")
