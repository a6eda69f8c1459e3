"""Messages between friends. Nobody else can write to a person directly; a block ends it without a word."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.mail import outbox
from accounts.models import DirectMessage, Friendship, OutgoingMail, User
from accounts.people import blocks
from config.postgres import fetch_all
from games.errors import NeedsAccount, Refusal
from games.numbers import NEWEST
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
    if refusal := chat_writing.why_muted(by, "messages"):
        raise refusal
    if not may_write(by, to):
        raise Refusal(403, f"You can write to {to.name} once you are friends.")
    sent = DirectMessage.objects.create(by=by, to=to, text=chat_writing.line_of(by, text))
    if not _news(by.pk, to.pk).exists():
        facts = {"by": by.pk, "about": f"from {by.name}", "url": f"/messages/{by.username}/"}
        outbox.queue(kind="message", key=f"dm{sent.pk}", user=to, data=facts)


class Line(NamedTuple):
    """A message of a conversation. `is_theirs`: the other person wrote it; `is_new`: not read before."""

    pk: int
    text: str
    at: datetime
    is_theirs: bool
    is_new: bool


_LINES = f"""SELECT id, text, at, by_id = %(other)s, by_id = %(other)s AND read_at IS NULL FROM accounts_directmessage
WHERE least(by_id, to_id) = %(first)s AND greatest(by_id, to_id) = %(second)s AND id < %(before)s
ORDER BY id DESC LIMIT {SHOWN + 1}"""


def read(*, user: Any, other: User, before: int = 0) -> tuple[list[Line], bool]:
    """The newest messages of the two, or those before this id, oldest first; and whether there are earlier ones. Marks
    those of the other as read, on every device."""
    first, second = sorted((user.pk, other.pk))
    given = {"first": first, "second": second, "other": other.pk, "before": before or NEWEST}
    found = [Line(*row) for row in reversed(fetch_all(_LINES, given))]
    lines = found[-SHOWN:]
    if any(line.is_new for line in lines):
        DirectMessage.objects.filter(by=other, to=user, read_at=None).update(read_at=timezone.now())
    _news(other.pk, user.pk).update(is_unread=False)
    return lines, len(found) > SHOWN


def _news(by: int, to: int) -> Any:
    return OutgoingMail.objects.filter(user=to, kind="message", is_unread=True, data__by=by)
