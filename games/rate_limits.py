"""How often one person may do what costs others something: counted in Valkey, for all processes together.

While Valkey is away each process counts for itself (config.cache).
"""

from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

from config.cache import count
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


def spent(what: str, user_ids: Sequence[int], seconds: int) -> list[int]:
    """Count one more of `what` by each of these; how many there are in so many seconds. 0 where nothing is counted."""
    if not settings.HAS_RATE_LIMITS:
        return [0 for _ in user_ids]
    return count([f"limit:{what}:{user_id}" for user_id in user_ids], seconds)


def _spend(key: str, most: int, seconds: int, words: str) -> None:
    if settings.HAS_RATE_LIMITS and count([key], seconds)[0] > most:
        raise Refusal(429, words)
