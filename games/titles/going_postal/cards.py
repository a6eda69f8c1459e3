"""The ring and the cards, read once from components.toml (GP-03, GP-05, GP-15, GP-17).

A copy of a card has the id `<kind>-<number>`, for example `bulk-3`.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel import data
from games.kernel.types import Move

OFFICE = 0  # the Post Office, where Sam starts (GP-04)
TRUCK = "truck"  # the only card whose distance P chooses (GP-17)


class Space(Struct, frozen=True):
    """A space of the ring. `house`: the price of a take-over there, 0 without a house (GP-70)."""

    number: int
    name: str
    kind: str
    house: int = 0

    @property
    def address(self) -> str:
        """The name with its house: "Garden Flat, house 1"."""
        return f"{self.name}, house {self.house}" if self.house else self.name


class Side(Struct, frozen=True):
    """One option of a card: who may choose it ("anyone", "sane", "postal"), its distances, and its action, if any."""

    who: str
    moves: tuple[int, ...]
    action: str = ""

    @property
    def distance(self) -> str:
        """The printed distance: "2", or "1–5" if P chooses it."""
        return str(self.moves[0]) if len(self.moves) == 1 else f"{self.moves[0]}–{self.moves[-1]}"


class Kind(Struct, frozen=True):
    """A kind of card: printed name, copies, and its one or two options."""

    id: str
    name: str
    copies: int
    flavour: str
    a: Side
    b: Side | None = None

    @property
    def sides(self) -> dict[str, Side]:
        """The options by letter."""
        return {"a": self.a} if self.b is None else {"a": self.a, "b": self.b}


class Action(Struct, frozen=True):
    """An action. `target`: whom it can be aimed at, in words; empty if it has no target."""

    id: str
    name: str
    short: str
    effect: str
    clause: str
    target: str = ""


class Way(Struct, frozen=True):
    """One way to play a card. `distance`: what the player has to name; None if the card prints it."""

    card: str
    option: str
    who: str
    distance: int | None
    steps: int
    action: str
    is_aimed: bool  # the action needs a target

    def move(self, target: int | None = None) -> Move:
        """The move that plays the card in this way."""
        args = {"card": self.card, "option": self.option, "distance": self.distance, "target": target}
        return Move("play", args)


_FACTS = data.read(Path(__file__).parent, "components.toml")
SPACES: tuple[Space, ...] = msgspec.convert(_FACTS["space"], tuple[Space, ...])
KINDS = {kind.id: kind for kind in msgspec.convert(_FACTS["card"], list[Kind])}
ACTIONS = {action.id: action for action in msgspec.convert(_FACTS["action"], list[Action])}
RING = len(SPACES)
KIND = {f"{kind.id}-{number}": kind for kind in KINDS.values() for number in range(1, kind.copies + 1)}
DECK = tuple(KIND)
DISTANCES = KINDS[TRUCK].a.moves
AIMED = frozenset(action.id for action in ACTIONS.values() if action.target)
ALL_WAYS = {
    card: tuple(
        Way(card, option, side.who, steps if kind.id == TRUCK else None, steps, side.action, side.action in AIMED)
        for option, side in kind.sides.items()
        for steps in side.moves
    )
    for card, kind in KIND.items()
}
# By card id: the ways in which a sane (False) or a postal personality may play it (GP-14).
WAYS: dict[bool, dict[str, tuple[Way, ...]]] = {
    is_postal: {card: tuple(way for way in ways if way.who != barred) for card, ways in ALL_WAYS.items()}
    for is_postal, barred in ((False, "postal"), (True, "sane"))
}
WAY = {(way.card, way.option, way.distance): way for ways in ALL_WAYS.values() for way in ways}  # by a move's arguments


def way_of(move: Move) -> Way:
    """The way in which this move plays its card; only Delivery Truck uses the distance (GP-25)."""
    card, option, distance = move.args["card"], move.args["option"], move.args["distance"]
    return WAY[card, option, distance if KIND[card].id == TRUCK else None]


def gap(sam: int) -> int:
    """Steps from this space to the Post Office; a full round from the office itself."""
    return RING - sam


def walk(sam: int, steps: int) -> tuple[int, bool]:
    """Where Sam stops, and whether that brings him back to the Post Office (GP-16, GP-18, GP-19)."""
    return (OFFICE, True) if steps >= gap(sam) else (sam + steps, False)


def name(card: str) -> str:
    """The printed name of a card."""
    return KIND[card].name


def shortest(card: str, is_postal: bool) -> int:
    """The shortest move that this card allows."""
    return min(way.steps for way in WAYS[is_postal][card])
