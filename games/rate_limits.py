"""How often one person may do what costs others something: counted in Valkey, for all processes together."""

from django.conf import settings
from django.core.cache import cache

from games.errors import Refusal

HOUR = 3600


def spend(what: str, user_id: int, most: int, seconds: int, words: str) -> None:
    """Count one more of `what` by this person. Raises Refusal (429, in these words) after `most` in so many seconds.

    Without Valkey nothing is counted and nothing refused.
    """
    if not settings.HAS_RATE_LIMITS:
        return
    key = f"limit:{what}:{user_id}"
    cache.add(key, 0, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return
    if count > most:
        raise Refusal(429, words)
