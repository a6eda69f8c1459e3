"""How many pages of tables one person, or the anonymous visitors of one network, may have open in this process."""

from collections import Counter

from django.conf import settings

from accounts.models import User

MOST_PAGES, MOST_OF_NETWORK = 50, 500  # open pages of a person, and of the anonymous visitors of a network
_open: Counter[int | str] = Counter()  # by _whose()


def has_too_many(user: User | None, network: str) -> bool:
    """Does this person, or this network of anonymous visitors, have as many pages open as one may?"""
    most = MOST_PAGES if user else MOST_OF_NETWORK
    return bool(settings.HAS_RATE_LIMITS) and _open[_whose(user, network)] >= most


def opened(user: User | None, network: str) -> None:
    _open[_whose(user, network)] += 1


def closed(user: User | None, network: str) -> None:
    who = _whose(user, network)
    _open[who] -= 1
    if not _open[who]:
        del _open[who]


def _whose(user: User | None, network: str) -> int | str:
    return user.pk if user else network
