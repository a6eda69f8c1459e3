"""What players have just seen at the table, so that no email about it is needed yet.

Looking is a page that was asked for, or one that says it is on the screen and was touched not long ago. An open tab
that somebody has forgotten does not count, nor does a link from an email (mail scanners open those).
Kept in Valkey; losing it costs an email too many.
"""

import time
from collections.abc import Iterable

from django.core.cache import cache

from accounts.mail_kinds import kind_of
from games.kernel.position import Open
from games.matches import presence

KEPT = 2 * 3600
GLANCE = 150  # seconds; a page that is looked at says so every two minutes (seen.js)


def _key(match_id: int, decision: str) -> str:
    return f"seen:{match_id}:{decision}"


def _looking(match_id: int, seat: int) -> str:
    return f"looking:{match_id}:{seat}"


def mark(match_id: int, opens: Iterable[Open]) -> None:
    """Note that their player looks at these open decisions now."""
    values = {_key(match_id, open.id): int(time.time()) for open in opens if open.answer is None}
    if values:
        cache.set_many(values, KEPT)


def recently(match_id: int, decision: str, kind: str) -> bool:
    """Has its player looked at this decision so lately that this kind of email would tell nothing new?"""
    at = cache.get(_key(match_id, decision))
    return at is not None and time.time() - at < kind_of(kind).seen_for


def look(match_id: int, seat: int) -> None:
    """Note that the player of this seat looks at the table now."""
    cache.set(_looking(match_id, seat), 1, GLANCE)


def look_away(match_id: int, seat: int) -> None:
    """The player has turned to another tab, or closed the page."""
    cache.delete(_looking(match_id, seat))


def is_looking(match_id: int, seat: int) -> bool:
    """Is the table open before the player's eyes? Whatever happens there now needs no email."""
    return cache.get(_looking(match_id, seat)) is not None and bool(presence.among([(match_id, seat)]))
