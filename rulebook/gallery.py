"""The card gallery: filtering and sorting."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rulebook.markdown import Card
from rulebook.search import clean_query


class Gallery(Struct, frozen=True):
    """The matching cards, in order, and the state of the form.

    `kinds`: name, count, is chosen; `orders`: name, is chosen; `counted`: the total copies of the cards shown.
    """

    cards: list[Card]
    kinds: list[tuple[str, int, bool]]
    orders: list[tuple[str, bool]]
    words: str
    counted: int
    is_all: bool


def arranged(cards: list[Card], asked: Mapping[str, str]) -> Gallery:
    """The gallery for a query string (kind, sort and words). Ignores unknown values."""
    kinds = list(dict.fromkeys(card.kind for card in cards))
    orders = _orders(cards)
    kind = asked.get("kind", "") if asked.get("kind") in kinds else ""
    order = asked.get("sort", "") if asked.get("sort") in orders else ""
    words = clean_query(asked.get("words", ""))
    needed = words.casefold().split()
    fitting = [card for card in cards if kind in ("", card.kind) and all(word in card.words for word in needed)]
    if order:
        fitting.sort(key=orders[order])
    return Gallery(
        cards=fitting,
        kinds=[(name, sum(card.kind == name for card in cards), name == kind) for name in kinds],
        orders=[(name, name == order) for name in orders],
        words=words,
        counted=sum(card.copies for card in fitting),
        is_all=len(fitting) == len(cards),
    )


def _orders(cards: list[Card]) -> dict[str, Callable[[Card], Any]]:
    """The sort orders: name, number of copies, and every numeric fact (largest first)."""
    numbers = dict.fromkeys(name for card in cards for name, value in card.facts.items() if isinstance(value, int))
    orders: dict[str, Callable[[Card], Any]] = {"Name": lambda card: card.name.casefold()}
    if len({card.copies for card in cards}) > 1:
        orders["In the deck"] = lambda card: -card.copies
    return orders | {name: _by_fact(name) for name in numbers}


def _by_fact(name: str) -> Callable[[Card], Any]:
    return lambda card: -card.facts[name] if isinstance(card.facts.get(name), int) else 1_000_000
