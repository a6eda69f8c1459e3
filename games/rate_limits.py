"""Rate limits per person or address, counted in Valkey across all processes.

While Valkey is down, each process counts for itself (config.cache).
"""

from collections.abc import Sequence

from django.conf import settings

from config.cache import count
from games.errors import Refusal

HOUR = 3600
API_CALLS_PER_MINUTE = 120  # of one person; games.api counts them


def spend(what: str, who: int | str, most: int, words: str, seconds: int = HOUR) -> None:
    """Count one use of `what` by this person (id) or address.

    Raises Refusal (429, with this message) after more than `most` uses within `seconds`.
    """
    if settings.HAS_RATE_LIMITS and count([f"limit:{what}:{who}"], seconds)[0] > most:
        raise Refusal(429, words)


def spent(what: str, user_ids: Sequence[int], seconds: int) -> list[int]:
    """Count one use of `what` for each person. Returns their uses within `seconds`, or zeros if limits are off."""
    if not settings.HAS_RATE_LIMITS:
        return [0 for _ in user_ids]
    return count([f"limit:{what}:{user_id}" for user_id in user_ids], seconds)
