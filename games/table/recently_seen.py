"""Whether a player has really seen the table lately, and so needs no email. (matches/presence: who has it open.)

A player is looking if they have just requested the page, or if it reports that it is visible and in use. A forgotten
open tab does not count (presence counts it), nor does a link in an email, because mail scanners follow those.
Kept in Valkey; losing it costs at most a superfluous email.
"""

import time
from collections.abc import Iterable

from django.core.cache import cache

from accounts.mail_kinds import kind_of
from games.kernel.position import Open
from games.matches import presence

KEPT = 2 * 3600
GLANCE = 150  # seconds; a page in use reports every two minutes (seen.js)


def _key(match_id: int, decision: str) -> str:
    return f"seen:{match_id}:{decision}"


def _looking(match_id: int, seat: int) -> str:
    return f"looking:{match_id}:{seat}"


def mark(match_id: int, opens: Iterable[Open]) -> None:
    """Record that the players of these open decisions have seen them now."""
    values = {_key(match_id, open.id): int(time.time()) for open in opens if open.answer is None}
    if values:
        cache.set_many(values, KEPT)


def recently(match_id: int, decision: str, kind: str) -> bool:
    """Has the player seen this decision so lately that this kind of email is not needed?"""
    at = cache.get(_key(match_id, decision))
    return at is not None and time.time() - at < kind_of(kind).seen_for


def mark_looking(match_id: int, seat: int) -> None:
    """Record that the player of this seat is looking at the table."""
    cache.set(_looking(match_id, seat), 1, GLANCE)


def mark_away(match_id: int, seat: int) -> None:
    """Record that the player has switched to another tab or closed the page."""
    cache.delete(_looking(match_id, seat))


def is_looking(match_id: int, seat: int) -> bool:
    """Is the player looking at the table right now? Then nothing that happens there needs an email."""
    return cache.get(_looking(match_id, seat)) is not None and bool(presence.among([(match_id, seat)]))
