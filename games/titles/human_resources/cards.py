"""The cards, read once from components.toml: 54 in the base deck and 8 promo cards (HR-01 to HR-08, HR-101).

Cards are identified by id everywhere. The last letter of an id is the carpet colour: D dark, L light (HR-02).
"""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel import data

COLOURS = {"D": "dark", "L": "light"}
OTHER = {"D": "L", "L": "D"}


class Card(Struct, frozen=True, dict=True):
    """One card. `grid`: the rows of its pattern, if it has one. `ability`: the key of what it does, if anything.

    `kind` is "project", "manager", "quota" or "overtime" (a card that can only be placed or revealed, HR-112).
    """

    id: str
    kind: str
    name: str
    text: str = ""
    points: int = 0
    ability: str = ""
    grid: tuple[str, ...] = ()
    clause: str = ""
    is_promo: bool = False

    @property
    def colour(self) -> str:
        """D or L."""
        return self.id[-1]

    @cached_property
    def full_name(self) -> str:
        """The name in the log: "Corridor dark". Quotas need no colour, as each exists only once."""
        return self.name if self.kind == "quota" else f"{self.name} {COLOURS[self.id[-1]]}"

    @cached_property
    def label(self) -> str:
        """The name with points, for choices: "Corridor dark (4)"."""
        return f"{self.full_name} ({self.points})" if self.points else self.full_name


def squares(rows: Iterable[str]) -> list[tuple[int, int, str]]:
    """(column, row, colour) of each square of a drawing, in reading order."""
    return [(x, y, colour) for y, row in enumerate(rows) for x, colour in enumerate(row) if colour != "."]


KINDS = {"pattern": "project", "manager": "manager", "quota": "quota", "promo": ""}  # a promo card names its kind


def _read() -> dict[str, Card]:
    """A dark and a light card for each entry; a quota exists only once and has its colour in its id."""
    tables, cards = data.read(Path(__file__).parent, "components.toml"), []
    for table, kind in KINDS.items():
        for entry in tables[table]:
            for letter, word in COLOURS.items() if table != "quota" else [("", "")]:
                side = {"id": entry["id"] + letter, "grid": entry.get(word, ()), "is_promo": table == "promo"}
                cards.append(msgspec.convert({"kind": kind, **entry, **side}, Card))
    cards.sort(key=lambda card: (card.is_promo, card.colour))  # stable: kinds stay in the order of the tables
    return {card.id: card for card in cards}


CARDS = _read()
"""All cards by id: the dark set in the order of the manual's card reference, the light set, then the promo cards."""

BASE = tuple(card.id for card in CARDS.values() if not card.is_promo)
PROMO = tuple(card.id for card in CARDS.values() if card.is_promo)
POINTS = {card.id: card.points for card in CARDS.values()}
VERBS = {"project": "project", "manager": "hire", "quota": "quota"}  # by kind of card; any card can also be placed
VERB = {card.id: VERBS[card.kind] for card in CARDS.values() if card.kind in VERBS}
ABILITY = {card.id: card.ability for card in CARDS.values()}
CROWDFUNDING = frozenset(card.id for card in CARDS.values() if card.ability == "crowdfunding")
OVERTIME = frozenset(card.id for card in CARDS.values() if card.kind == "overtime")
