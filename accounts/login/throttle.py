"""Limits password guessing without letting strangers lock people out: a limit applies to a login and an IP address.

Guesses at one login from many addresses are slowed down, except from addresses where its owner has logged in before.
Counted in Valkey; while that is down, each process counts by itself (config.cache).
"""

import hashlib
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from config.cache import count

FEW = 5  # wrong tries for one login from one IP address ...
MANY = 20  # ... and for one login from anywhere ...
WINDOW = 300  # ... within this many seconds
SLOW = 10  # seconds between two tries once there are MANY
AT_HOME = 30 * 24 * 3600  # seconds for which an IP address is remembered as its owner's


def network_of(request: HttpRequest, bits: int = 64) -> str:
    """The IP address of a request. For IPv6, its network: a /64 is usually one household, a /48 the most that one
    customer of a provider gets."""
    address = str(get_adapter(request).get_client_ip(request))
    try:
        is_v6 = isinstance(ip_address(address), IPv6Address)
    except ValueError:
        return address
    return str(IPv6Network(f"{address}/{bits}", strict=False).network_address) if is_v6 else address


def network_of_scope(scope: dict[str, Any]) -> str:
    """The same for a socket."""
    request = HttpRequest()
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    request.META["REMOTE_ADDR"] = (scope.get("client") or ["unknown"])[0]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    try:
        return network_of(request)
    except (ImproperlyConfigured, PermissionDenied):  # X-Forwarded-For is not from our proxy
        return "unknown"


def may_try(login: str, address: str) -> bool:
    """Count a try. Returns whether it is allowed."""
    if settings.ACCOUNT_RATE_LIMITS is False:
        return True
    pair, name, home = _keys(login, address)
    if count([pair], WINDOW)[0] > FEW:
        return False
    return count([name], WINDOW)[0] <= MANY or bool(cache.get(home)) or bool(cache.add(f"{name}:slow", 1, SLOW))


def succeeded(login: str, address: str) -> None:
    """Uncount a successful try, and remember the address."""
    pair, name, home = _keys(login, address)
    count([pair, name], WINDOW, -1)
    cache.set(home, 1, AT_HOME)


def clear(login: str, address: str) -> None:
    """Reset the count for this login and address after a password reset."""
    cache.delete(_keys(login, address)[0])


def _keys(login: str, address: str) -> tuple[str, str, str]:
    """Cache keys for login and address, for the login, and for known addresses. Hashed for privacy."""
    marks = [hashlib.sha256(text.lower().encode()).hexdigest()[:32] for text in (login, f"{login} {address}")]
    return f"limit:login:{marks[1]}", f"limit:login:{marks[0]}", f"limit:home:{marks[1]}"
