"""Players' contributions to the shuffle: random numbers from their browsers, sealed until the table is full.

Nobody can pick a number to suit the others', because those are still unknown, even to the site. Once the table is full,
no further numbers or seals are accepted and the sealed numbers are opened.
"""

from datetime import timedelta
from typing import Any

from games.errors import Refusal
from games.kernel.rng import is_seal, is_seed, number_seal
from games.models import Match

MOST_NUMBERS = 64  # per table, including those of people who have left
MOST_OWN = 8  # per person: a browser seals a new one each time the page is opened again
PATIENCE = timedelta(seconds=5)  # how long a full table waits for numbers to be opened


def add(match: Match, user: Any, *, number: str = "", seal: str = "") -> None:
    """Store a seal or a number, sealed before or new; anything else is ignored. The match must be locked.

    Raises Refusal (409) for a new seal or number once the table is full.
    """
    number = number if is_seed(number) else ""
    seal = number_seal(number) if number else seal
    if not is_seal(seal) or not _is_noted(match, user, seal, is_open=bool(number)):
        return
    if number and number not in match.numbers:
        match.numbers.append(number)
    match.save(update_fields=["numbers", "seals"])


def _is_noted(match: Match, user: Any, seal: str, is_open: bool) -> bool:
    """Record the seal unless a limit forbids it. Seals are never removed, even if their owner leaves the table.

    Nobody may hold two unopened seals: each would let its owner choose between two shuffles by not opening it.
    """
    if seal in match.seals:
        return True
    if match.starts_by is not None:
        raise Refusal(409, "All seats are taken, so no other number can be added to the shuffle.")
    has_closed = any(match.seals[known] == user.pk for known in unopened(match))
    is_many = len(match.seals) >= MOST_NUMBERS or list(match.seals.values()).count(user.pk) >= MOST_OWN
    if is_many or (has_closed and not is_open):
        return False
    match.seals[seal] = user.pk
    return True


def unopened(match: Match) -> list[str]:
    """Seals whose numbers are still unknown, sorted so that their order reveals no seat."""
    return sorted(match.seals.keys() - {number_seal(number) for number in match.numbers})


def is_awaited(match: Match) -> bool:
    """Is a number of somebody who still sits there unopened? Numbers of people who have left are not waited for."""
    owners = {match.seals[seal] for seal in unopened(match)}
    return bool(owners) and match.seats.filter(user__in=owners).exists()
