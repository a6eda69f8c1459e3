"""How often one person may do what costs others something: counted in Valkey, for all processes together.

While Valkey is away each process counts for itself (config.cache).
"""

from django.conf import settings
from django.core.cache import cache

from games.errors import Refusal

HOUR = 3600


def spend_address(what: str, address: str, most: int, seconds: int, words: str) -> None:
    """Count one more of `what` from this network address. Raises Refusal (429, in these words) after `most`."""
    _spend(f"limit:{what}:{address}", most, seconds, words)


def spend(what: str, user_id: int, most: int, seconds: int, words: str) -> None:
    """Count one more of `what` by this person. Raises Refusal (429, in these words) after `most` in so many seconds."""
    _spend(f"limit:{what}:{user_id}", most, seconds, words)


def _spend(key: str, most: int, seconds: int, words: str) -> None:
    if settings.HAS_RATE_LIMITS and _counted(key, seconds) > most:
        raise Refusal(429, words)


def _counted(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return 1
