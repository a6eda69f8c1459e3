"""The pieces, read from components.toml once: Dinosaurs, Point cards, Instant cards, Disaster cards (HD-09, HD-43).

A copy of a card is "<id>-<n>"; a Disaster card other than a Meteor has its bare id. CARDS knows every copy.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from games.kernel import data

TYPES = ("natural", "predatory", "emotional")  # HD-33; the Meteor is a type of its own for traits (HD-44)
METEOR = "meteor"
BASE = "base"


class Dinosaur(Struct, frozen=True):
    """A Dinosaur with its traits by type of Disaster card; `wild`: those of the option wild_extras."""

    id: str
    name: str
    set: Literal["base", "extra"]
    traits: dict[str, int]
    wild: dict[str, int]


class Card(Struct, frozen=True):
    """One copy of a Point card or Instant card. `value` is None for Instant cards; `label`: "Cool Stick (1)".

    `timing`: plain, normal, round (Flaming Chainsaw), scoring (Star Fruit, Mouth Trap and the Instant cards of the
    window) or disaster (Disaster Insurance, Disaster Redirect).
    """

    id: str
    kind: str
    name: str
    label: str
    value: int | None
    timing: str
    effect: str


class Disaster(Struct, frozen=True):
    """A Disaster card: it has a name, a type and a flavour line, and does nothing else (HD-39)."""

    id: str
    kind: str
    name: str
    type: str
    flavour: str


class Kind(Struct, frozen=True):
    """A type of Disaster cards: its letter, symbol and colour."""

    id: str
    name: str
    letter: str
    symbol: str
    colour: str


_FACTS = data.read(Path(__file__).parent, "components.toml")
PHRASES = data.read(Path(__file__).parent, "phrases.toml")  # words of the log and the table


def _dinosaur(row: dict[str, object]) -> Dinosaur:
    traits: dict[str, int] = row["traits"]  # type: ignore[assignment]
    return Dinosaur(str(row["id"]), str(row["name"]), row["set"], traits, row.get("wild", traits))  # type: ignore[arg-type]


def _copies() -> Iterator[Card]:
    for row in (*_FACTS["point"], *_FACTS["instant"]):
        value = row.get("value")
        label = row["name"] if value is None else f"{row['name']} ({value})"
        timing = row["timing"] if "timing" in row else "instant" if row["when"] == "scoring" else "disaster"
        for number in range(1, row["copies"] + 1):
            id = f"{row['id']}-{number}"
            yield Card(id, row["id"], row["name"], label, value, timing, row.get("effect", ""))


def _disasters() -> Iterator[Disaster]:
    for row in _FACTS["disaster"]:
        copies = row.get("copies", 0)
        for id in [f"{row['id']}-{number}" for number in range(1, copies + 1)] or [row["id"]]:
            yield Disaster(id, row["id"], row["name"], row["type"], row["flavour"])


DINOSAURS = {row["id"]: _dinosaur(row) for row in _FACTS["dinosaur"]}
CARDS = {card.id: card for card in _copies()}
DISASTERS = {card.id: card for card in _disasters()}
KINDS = {row["id"]: Kind(**row) for row in _FACTS["type"]}

# Looked up for every move: plain dictionaries by card id.
KIND = {id: card.kind for id, card in CARDS.items()}
VALUE = {id: card.value for id, card in CARDS.items() if card.value is not None}
NORMAL = frozenset(id for id, card in CARDS.items() if card.timing == "normal")
WITH_EFFECT = frozenset(id for id, card in CARDS.items() if card.value is not None and card.timing != "plain")
SCORING = frozenset(id for id, card in CARDS.items() if card.timing == "instant")
TYPE = {id: card.type for id, card in DISASTERS.items()}
# Orders Point cards as the default of a choice prefers them: value, plain before effect, lowest id (HD-125).
BEST_FIRST = {
    card: place for place, card in enumerate(sorted(VALUE, key=lambda id: (-VALUE[id], id in WITH_EFFECT, id)))
}
REMOVED_FOR_TWO = frozenset(id for id, value in VALUE.items() if value in (1, 2, 3))  # HD-113


def main_deck(is_for_two: bool) -> list[str]:
    """The cards of the Main deck (HD-113)."""
    return [card for card in CARDS if not (is_for_two and card in REMOVED_FOR_TWO)]


def name(card: str) -> str:
    """The printed name of a card of either deck."""
    return CARDS[card].name if card in CARDS else DISASTERS[card].name


def label(card: str) -> str:
    """A card with its value, if it has one: "Cool Stick (1)"."""
    return CARDS[card].label
