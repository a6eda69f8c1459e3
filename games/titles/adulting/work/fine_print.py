"""The fine print as rules for the machine: finding what breaks it, to mark it for the dealer (AD-102 to AD-104)."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from games.titles.adulting.cards import CARDS, Card
from games.titles.adulting.state import State, counting, from_left, performed
from games.titles.adulting.texts import plain_words, singular, words
from games.titles.adulting.work.category import examples

TEXT_TESTS: dict[str, Callable[[str, tuple[str, ...], str], bool]] = {  # by text, its words, and the fine argument
    "has": lambda text, found, arg: not {singular(word) for word in arg.split("|")}.isdisjoint(map(singular, found)),
    "letter": lambda text, found, arg: any(arg in word for word in found),
    "starts": lambda text, found, arg: bool(found) and found[0].startswith(arg),
    "double": lambda text, found, arg: any(a == b and a.isalpha() for word in found for a, b in pairwise(word)),
    "words_over": lambda text, found, arg: len(found) > int(arg),
    "words_under": lambda text, found, arg: len(found) < int(arg),
    "length_over": lambda text, found, arg: sum(map(len, found)) > int(arg),
    "ends": lambda text, found, arg: text.strip().endswith(arg),
    "digit": lambda text, found, arg: any(letter.isdigit() for letter in text),
}
NUMBER_TESTS: dict[str, Callable[[int, str], bool]] = {
    "over": lambda number, arg: number > int(arg),
    "equals": lambda number, arg: number == int(arg),
    "zero": lambda number, arg: number == 0,
    "odd": lambda number, arg: number % 2 == 1,
    "round": lambda number, arg: number > 0 and number % 10 == 0,
}


def hits(card: Card, result: str | int | None) -> bool:
    """Whether the card's fine print applies to this example, number or performance."""
    return bool(card.fine_test) and result is not None and _hits(card.id, result)


@lru_cache(maxsize=4096)
def _hits(id: str, result: str | int) -> bool:
    card = CARDS[id]
    if isinstance(result, int):
        return NUMBER_TESTS[card.fine_test](result, card.fine_arg)
    found = plain_words(result) if card.job == "category" else words(result)
    return TEXT_TESTS[card.fine_test](result, found, card.fine_arg)


def hit_seats(state: State) -> list[int]:
    """Seats whose number or performance the fine print hits. In a Category: seats with such an example that was really
    named and is not struck (AD-102)."""
    job, card = state.round.job, CARDS[state.round.card]
    if card.job == "category":
        named = [e for e in job.record if e.kind == "named" and (e.seat, e.norm) not in job.struck]
        found = {entry.seat for entry in named if hits(card, entry.text)}
    else:
        found = {seat for seat, result in (*job.texts.items(), *job.numbers.items()) if hits(card, result)}
    return [seat for seat in from_left(state, job.players) if seat in found]


class Marks(Struct):
    """What the fine print hits: the values preselected in the dealer's ruling form (AD-102, AD-104)."""

    strike: list[str] = []
    disallow: list[int] = []
    bonus: list[int] = []
    order: list[int] = []


def marks(state: State) -> Marks:
    """Mark what is hit and still counts, unless struck or settled; performances that are hit go last (AD-104)."""
    job, card, still = state.round.job, CARDS[state.round.card], counting(state)
    hit = [seat for seat in hit_seats(state) if seat in still]
    forbids = card.fine_effect == "forbid"
    found = Marks(bonus=hit if card.fine_effect == "bonus" else [])
    if card.job == "challenge":
        found.order = sorted(performed(state), key=lambda seat: forbids and hits(card, job.texts[seat]))
    elif card.job == "category" and forbids:
        free = [one for one in examples(state) if one.key not in job.struck and one.key not in job.settled]
        found.strike = [one.value for one in free if hits(card, one.text)]
    elif forbids:
        found.disallow = hit
    return found
