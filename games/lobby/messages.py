"""Messages between friends. Nobody else can write to a person directly; a block ends it without a word."""

from typing import Any

from django.utils import timezone

from accounts.mail import outbox
from accounts.models import DirectMessage, Friendship, OutgoingMail, User
from accounts.people import blocks
from games import rate_limits
from games.errors import NeedsAccount, Refusal
from games.table import chat_writing

SHOWN = 30


def may_write(user: Any, other: User) -> bool:
    """Are they friends, with no block between them?"""
    agreed = Friendship.between(user.pk, other.pk).filter(agreed_at__isnull=False)
    return bool(agreed.exists() and not blocks.are_apart(user, other))


def write(*, by: Any, to: User, text: str) -> None:
    """Send a message to a friend, who sees it under the bell. Raises Refusal: 403, 422, 429."""
    if by.is_guest:
        raise NeedsAccount("Messages need an account.")
    if by.muted_until and by.muted_until > timezone.now():
        raise Refusal(403, f"You can’t write messages until {by.muted_until:%-d %B %Y}. We wrote to you why.")
    if not may_write(by, to):
        raise Refusal(403, f"You can write to {to.name} once you are friends.")
    words = chat_writing.clean_text(text, chat_writing.LONGEST)
    if not words:
        raise Refusal(422, "Write something first.")
    rate_limits.spend(
        "chat", by.pk, chat_writing.LINES_A_MINUTE, "You’re sending messages too fast. Wait a moment.", 60
    )
    sent = DirectMessage.objects.create(by=by, to=to, text=words)
    if not _news(by.pk, to.pk).exists():
        facts = {"by": by.pk, "about": f"from {by.name}", "url": f"/messages/{by.username}/"}
        outbox.queue(kind="message", key=f"dm{sent.pk}", user=to, data=facts)


def read(*, user: Any, other: User) -> list[DirectMessage]:
    """The newest messages of the two, oldest first. Marks those of the other as read, on every device."""
    shown = list(DirectMessage.between(user.pk, other.pk).select_related(None)[:SHOWN])[::-1]
    for one in shown:
        one.by = other if one.by_id == other.pk else user
    if any(one.to_id == user.pk and one.read_at is None for one in shown):
        DirectMessage.objects.filter(by=other, to=user, read_at=None).update(read_at=timezone.now())
    _news(other.pk, user.pk).update(is_unread=False)
    return shown


def _news(by: int, to: int) -> Any:
    return OutgoingMail.objects.filter(user=to, kind="message", is_unread=True, data__by=by)
