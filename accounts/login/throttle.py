"""Limits password guessing. A stranger's guesses lock nobody out: they lock the pair of name and network address.

Tries for one name from many networks are slowed down instead, except from where this person has logged in before.
Counted in Valkey; while that is away each process counts for itself (config.cache).
"""

import hashlib
from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from config.cache import count

FEW = 5  # wrong tries for one name from one network address ...
MANY = 20  # ... and for one name from anywhere ...
WINDOW = 300  # ... within so many seconds
SLOW = 10  # seconds between two tries for a name that many guess at
AT_HOME = 30 * 24 * 3600  # seconds for which an address is known as this person's


def network_of(request: HttpRequest) -> str:
    """The network address that a request comes from. Of IPv6 its first half, which one household or school shares."""
    address = str(get_adapter(request).get_client_ip(request))
    try:
        is_v6 = isinstance(ip_address(address), IPv6Address)
    except ValueError:
        return address
    return str(IPv6Network(f"{address}/64", strict=False).network_address) if is_v6 else address


def may_try(login: str, address: str) -> bool:
    """Count a try, and say whether it may be made."""
    if settings.ACCOUNT_RATE_LIMITS is False:
        return True
    pair, name, home = _keys(login, address)
    if count([pair], WINDOW)[0] > FEW:
        return False
    return count([name], WINDOW)[0] <= MANY or bool(cache.get(home)) or bool(cache.add(f"{name}:slow", 1, SLOW))


def succeeded(login: str, address: str) -> None:
    """The try counts for nothing: it was right."""
    pair, name, home = _keys(login, address)
    count([pair, name], WINDOW, -1)
    cache.set(home, 1, AT_HOME)


def forgive(login: str, address: str) -> None:
    """Forget the tries from here: the password has just been reset."""
    cache.delete(_keys(login, address)[0])


def _keys(login: str, address: str) -> tuple[str, str, str]:
    """Those of the pair, of the name, and of the name at home. Hashed: names and addresses are nobody's business."""
    marks = [hashlib.sha256(text.lower().encode()).hexdigest()[:32] for text in (login, f"{login} {address}")]
    return f"limit:login:{marks[1]}", f"limit:login:{marks[0]}", f"limit:home:{marks[1]}"
