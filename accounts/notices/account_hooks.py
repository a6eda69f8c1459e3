"""Connects this app to the others: the outbox of emails, export of one's data, deletion of an account."""

from typing import Any

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


def results(person: User, keys: list[str]) -> list[hooks.ByOther]:
    """What this person's channels did about the news with these keys (one query)."""
    found = Notice.objects.filter(channel__user=person, key__in=keys).select_related("channel").order_by("id")
    return [
        hooks.ByOther(
            key=one.key,
            channel=f"{one.channel.get_kind_display()} {one.channel.name}".strip(),
            result=one.get_status_display(),
            at=one.done_at or one.next_try_at,
            reason=one.reason,
        )
        for one in found
    ]


hooks.other_channels.append(results)
hooks.follow_emails.append(delivery.follow)
hooks.exporters.append(export)
hooks.before_delete.append(before_delete)
