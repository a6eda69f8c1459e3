"""Registers this app's hooks: new emails, data export, account deletion."""

from django.db.models import QuerySet

from accounts import hooks
from accounts.hooks import Held, Merge
from accounts.models import User
from accounts.notices import delivery
from accounts.notices.models import Channel, FeedKey, Notice

_CHANNEL = ("kind", "name", "url", "events", "created_at", "last_ok_at", "off_at")


def notices_of(person: User, keys: list[str]) -> QuerySet[Notice]:
    """This person's notices with these keys (one query)."""
    return Notice.objects.filter(channel__user=person, key__in=keys).select_related("channel").order_by("id")


hooks.other_channels.append(notices_of)
hooks.follow_emails.append(delivery.follow)
hooks.held += [
    Held(Channel, heading="channels", shown=_CHANNEL, is_deleted=True, merge=Merge.MOVE, once="url"),
    Held(FeedKey, why_not="a key, and nothing else", is_deleted=True),
]
