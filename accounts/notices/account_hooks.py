"""Registers this app's hooks: new emails, data export, account deletion."""

from typing import Any

from django.db.models import QuerySet

from accounts import hooks
from accounts.models import User
from accounts.notices import delivery
from accounts.notices.models import Channel, FeedKey, Notice


def export(person: User) -> dict[str, Any]:
    """This person's channels for the data export, without keys."""
    rows = Channel.objects.filter(user=person).order_by("id")
    return {"channels": list(rows.values("kind", "name", "url", "events", "created_at", "last_ok_at", "off_at"))}


def before_delete(person: User) -> None:
    """Delete the channels and secret addresses of a deleted account."""
    Channel.objects.filter(user=person).delete()
    FeedKey.objects.filter(user=person).delete()


def move_to_account(guest: User, account: User) -> None:
    """Keep notifying the browsers of a guest who has logged in to an account."""
    known = Channel.objects.filter(user=account).values("url")
    Channel.objects.filter(user=guest).exclude(url__in=known).update(user=account)


def notices_of(person: User, keys: list[str]) -> QuerySet[Notice]:
    """This person's notices with these keys (one query)."""
    return Notice.objects.filter(channel__user=person, key__in=keys).select_related("channel").order_by("id")


hooks.other_channels.append(notices_of)
hooks.follow_emails.append(delivery.follow)
hooks.exporters.append(export)
hooks.before_delete.append(before_delete)
hooks.guest_logged_in.append(move_to_account)
