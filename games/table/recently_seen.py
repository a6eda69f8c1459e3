"""Which decisions their player has just looked at: the reason why an email about them can wait.

Only a page that was asked for counts, never an open tab, and never a link from an email (mail scanners open those).
Kept in Valkey; losing it costs an email too many.
"""

import time
from collections.abc import Iterable

from django.core.cache import cache

from accounts.mail_kinds import kind_of
from games.kernel.types import Open

KEPT = 2 * 3600


def _key(match_id: int, decision: str) -> str:
    return f"seen:{match_id}:{decision}"


def mark(match_id: int, opens: Iterable[Open]) -> None:
    """Note that their player looks at these open decisions now."""
    values = {_key(match_id, open.id): int(time.time()) for open in opens if open.answer is None}
    if values:
        cache.set_many(values, KEPT)


def recently(match_id: int, decision: str, kind: str) -> bool:
    """Has its player looked at this decision so lately that this kind of email would tell nothing new?"""
    at = cache.get(_key(match_id, decision))
    return at is not None and time.time() - at < kind_of(kind).seen_for
