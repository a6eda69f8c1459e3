"""Registers this app's hooks: new emails, data export, account deletion."""

from typing import Any

from django.db.models import QuerySet

from accounts import hooks
from accounts.models import User
from accounts.notices import delivery
from accounts.notices.models import Channel, FeedKey, Notice


def export(person: User) -> dict[str, Any]:
    """Where this person's notices go; no keys."""
    rows = Channel.objects.filter(user=person).order_by("id")
    return {"channels": list(rows.values("kind", "name", "url", "events", "created_at", "last_ok_at", "off_at"))}


def before_delete(person: User) -> None:
    """Nothing is told about somebody who is gone."""
    Channel.objects.filter(user=person).delete()
    FeedKey.objects.filter(user=person).delete()


def notices_of(person: User, keys: list[str]) -> QuerySet[Notice]:
    """What this person's channels did about the news with these keys (one query)."""
    return Notice.objects.filter(channel__user=person, key__in=keys).select_related("channel").order_by("id")


hooks.other_channels.append(notices_of)
hooks.follow_emails.append(delivery.follow)
hooks.exporters.append(export)
hooks.before_delete.append(before_delete)
