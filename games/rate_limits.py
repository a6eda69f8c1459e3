"""How often one person may do what costs others something: counted in Valkey, for all processes together.

While Valkey is away each process counts for itself (config.cache).
"""

from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.errors import Refusal

HOUR = 3600


def network_of(request: HttpRequest) -> str:
    """The network address that a request comes from. Of IPv6 its first half, which one household or school shares."""
    address = str(get_adapter(request).get_client_ip(request))
    try:
        is_v6 = isinstance(ip_address(address), IPv6Address)
    except ValueError:
        return address
    return str(IPv6Network(f"{address}/64", strict=False).network_address) if is_v6 else address


def spend_address(what: str, address: str, most: int, seconds: int, words: str) -> None:
    """Count one more of `what` from this network address. Raises Refusal (429, in these words) after `most`."""
    _spend(f"limit:{what}:{address}", most, seconds, words)


def spend(what: str, user_id: int, most: int, seconds: int, words: str) -> None:
    """Count one more of `what` by this person. Raises Refusal (429, in these words) after `most` in so many seconds."""
    _spend(f"limit:{what}:{user_id}", most, seconds, words)


def spent(what: str, user_id: int, seconds: int) -> int:
    """Count one more of `what` by this person; how many there are in so many seconds. 0 where nothing is counted."""
    return _counted(f"limit:{what}:{user_id}", seconds) if settings.HAS_RATE_LIMITS else 0


def _spend(key: str, most: int, seconds: int, words: str) -> None:
    if settings.HAS_RATE_LIMITS and _counted(key, seconds) > most:
        raise Refusal(429, words)


def _counted(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return 1
