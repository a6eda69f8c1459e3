"""Players' contributions to the shuffle: numbers from their browsers, sealed until the table is full.

Nobody who sits down can choose a number that suits those of the others: they are not known yet, not even to the site.
When the table is full no other number or seal is taken, and what was sealed is opened.
"""

from datetime import timedelta
from typing import Any

from games.errors import Refusal
from games.kernel.rng import is_seal, is_seed, number_seal
from games.models import Match

MOST_NUMBERS = 64  # of one table, also of people who have left
MOST_OWN = 8  # of one person: a browser seals another one each time that somebody comes back to the page
PATIENCE = timedelta(seconds=5)  # for which a full table waits for numbers to be opened


def add(match: Match, user: Any, *, number: str = "", seal: str = "") -> None:
    """Note a seal, or a number: one that was sealed, or a new one. The match is locked. What is neither adds nothing.

    Raises Refusal (409) for what is new when the table is full.
    """
    number = number if is_seed(number) else ""
    seal = number_seal(number) if number else seal
    if not is_seal(seal) or not _is_noted(match, user, seal, is_open=bool(number)):
        return
    if number and number not in match.numbers:
        match.numbers.append(number)
    match.save(update_fields=["numbers", "seals"])


def _is_noted(match: Match, user: Any, seal: str, is_open: bool) -> bool:
    """A number that stood at the table stays in the shuffle, whoever leaves: all who sit there have seen it.

    Nobody has two that are closed: with each, its owner could choose between two shuffles by keeping it closed.
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
    """Seals whose numbers nobody has seen, in an order that tells of no seat."""
    return sorted(match.seals.keys() - {number_seal(number) for number in match.numbers})


def is_awaited(match: Match) -> bool:
    """Does somebody sit there whose browser has not opened its number? Nobody waits for those of people who left."""
    owners = {match.seals[seal] for seal in unopened(match)}
    return bool(owners) and match.seats.filter(user__in=owners).exists()
