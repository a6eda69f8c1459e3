"""The components, read once from components.toml: Dinosaurs, Point, Instant and Disaster cards (HD-09, HD-43).

A copy of a card has the id "<id>-<n>"; Disaster cards other than Meteors have no number. CARDS has every copy.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel import data
from games.kernel.types import Option
from games.kernel.words import of_seats

TYPES = ("natural", "predatory", "emotional")  # HD-33; the Meteor is a type of its own for traits (HD-44)
METEOR = "meteor"
Hand = tuple[str, ...]


class Dinosaur(Struct, frozen=True):
    """A Dinosaur with its traits by type of Disaster card; `wild`: its traits with the option wild_extras."""

    id: str
    name: str
    set: Literal["base", "extra"]
    traits: dict[str, int]
    wild: dict[str, int]


class Card(Struct, frozen=True):
    """One copy of a Point card or Instant card. `value` is None for Instant cards; `label`: "Cool Stick (1)".

    `timing`: plain, normal, round (Flaming Chainsaw), scoring (Star Fruit, Mouth Trap), instant (for the scoring
    window) or disaster (Disaster Insurance, Disaster Redirect). `told`: the label with the effect.
    """

    id: str
    kind: str
    name: str
    label: str
    value: int | None
    timing: str
    effect: str
    told: str


class Disaster(Struct, frozen=True):
    """A Disaster card. Only its type matters in play (HD-39)."""

    id: str
    kind: str
    name: str
    type: str
    flavour: str


class Kind(Struct, frozen=True):
    """A type of Disaster card."""

    id: str
    name: str
    letter: str
    colour: str


FOLDER = Path(__file__).parent
COMPONENTS = data.read(FOLDER, "components.toml")
PHRASES = data.read(FOLDER, "phrases.toml")  # text of the log and the table


def _copies(row: dict[str, Any]) -> list[str]:
    """The ids of the copies of a card; a Disaster card without `copies` exists once."""
    return [f"{row['id']}-{number}" for number in range(1, row.get("copies", 0) + 1)] or [row["id"]]


def _cards(row: dict[str, Any]) -> list[Card]:
    value = row.get("value")
    label = row["name"] if value is None else f"{row['name']} ({value})"
    timing = row["timing"] if "timing" in row else "instant" if row["when"] == "scoring" else "disaster"
    when = {"round": "During this round: ", "scoring": "During scoring: "}  # normal effects need no prefix
    effect = when.get(timing, "") + row.get("effect", "")
    told = f"{label}: {effect}" if effect else label
    return [Card(id, row["id"], row["name"], label, value, timing, effect, told) for id in _copies(row)]


DINOSAURS = {row["id"]: msgspec.convert({"wild": row["traits"]} | row, Dinosaur) for row in COMPONENTS["dinosaur"]}
CARDS = {card.id: card for row in (*COMPONENTS["point"], *COMPONENTS["instant"]) for card in _cards(row)}
DISASTERS = {
    id: Disaster(id, row["id"], row["name"], row["type"], row["flavour"])
    for row in COMPONENTS["disaster"]
    for id in _copies(row)
}
KINDS = {row["id"]: Kind(**row) for row in COMPONENTS["type"]}
OF_BOTH_DECKS = CARDS | DISASTERS

# Plain dictionaries by card id, because every move looks them up.
KIND = {id: card.kind for id, card in CARDS.items()}
VALUE = {id: card.value for id, card in CARDS.items() if card.value is not None}
NORMAL = frozenset(id for id, card in CARDS.items() if card.timing == "normal")
WITH_EFFECT = frozenset(id for id, card in CARDS.items() if card.value is not None and card.timing != "plain")
SCORING = frozenset(id for id, card in CARDS.items() if card.timing == "instant")
TYPE = {id: card.type for id, card in DISASTERS.items()}
# Point cards ranked as default choices (HD-125): highest value, plain before effect, lowest id.
BEST_FIRST = {
    card: place for place, card in enumerate(sorted(VALUE, key=lambda id: (-VALUE[id], id in WITH_EFFECT, id)))
}
REMOVED_FOR_TWO = frozenset(id for id, value in VALUE.items() if value in (1, 2, 3))  # HD-113


def main_deck(is_for_two: bool) -> list[str]:
    """The cards of the Main deck (HD-113)."""
    return [card for card in CARDS if not (is_for_two and card in REMOVED_FOR_TWO)]


def name(card: str) -> str:
    """The printed name of a card of either deck."""
    return OF_BOTH_DECKS[card].name


def label(card: str) -> str:
    """A card with its value, if it has one: "Cool Stick (1)"."""
    return CARDS[card].label


def _labels(cards: Sequence[str]) -> str:
    return ", ".join(map(label, cards))


# Sentences for those who do not know the names of the players, such as previews.
FOR_SEATS = of_seats(label=label, labels=_labels, dino=lambda dino: DINOSAURS[dino].name)


def held(hand: Sequence[str], kind: str) -> list[str]:
    """The copies of an Instant card in a hand, lowest number first."""
    return sorted(card for card in hand if KIND[card] == kind)


_OPTIONS = {card.id: Option(card.id, card.label, f"card/{card.id}") for card in CARDS.values()}


def card_options(cards: Iterable[str]) -> tuple[Option, ...]:
    """The options of a field for these cards."""
    return tuple([_OPTIONS[card] for card in cards])
