"""The ring and the cards, read from components.toml once (GP-03, GP-05, GP-15, GP-17).

A card copy is named `<kind>-<number>` everywhere, for example `bulk-3`.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel import data

OFFICE = 0  # the Post Office, where Sam starts (GP-04)
TRUCK = "truck"  # the only card whose distance P names (GP-17)


class Space(Struct, frozen=True):
    """A space of the ring. `house`: the price of a take-over there, 0 where there is none (GP-70)."""

    number: int
    name: str
    kind: str
    house: int = 0


class Side(Struct, frozen=True):
    """One option of a card: who may choose it ("anyone", "sane", "postal"), the distances, the action if any."""

    who: str
    moves: tuple[int, ...]
    action: str = ""

    @property
    def distance(self) -> str:
        """The printed distance: "2", or "1–5" where P names it."""
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
    """What an action stamp stands for. `target`: whom it can be aimed at, empty for an action without a target."""

    id: str
    name: str
    short: str
    effect: str
    clause: str
    target: str = ""


class Way(Struct, frozen=True):
    """One way to play a card: option, the distance that has to be named (None: printed), steps, action."""

    option: str
    distance: int | None
    steps: int
    action: str
    is_aimed: bool  # the action needs a target


_FACTS = data.read(Path(__file__).parent, "components.toml")
SPACES: tuple[Space, ...] = msgspec.convert(_FACTS["space"], tuple[Space, ...])
KINDS = {kind.id: kind for kind in msgspec.convert(_FACTS["card"], list[Kind])}
ACTIONS = {action.id: action for action in msgspec.convert(_FACTS["action"], list[Action])}
RING = len(SPACES)
KIND = {f"{kind.id}-{number}": kind for kind in KINDS.values() for number in range(1, kind.copies + 1)}
DECK = tuple(KIND)
DISTANCES = KINDS[TRUCK].a.moves
AIMED = frozenset(action.id for action in ACTIONS.values() if action.target)


def gap(sam: int) -> int:
    """Steps from this space to the Post Office; a whole round from the office itself."""
    return RING - sam


def walk(sam: int, steps: int) -> tuple[int, bool]:
    """Where Sam stops, and whether he has been brought back to the Post Office (GP-16, GP-18, GP-19)."""
    if steps >= gap(sam):
        return OFFICE, True
    return sam + steps, False


def _ways(kind: Kind, is_postal: bool) -> tuple[Way, ...]:
    barred = "sane" if is_postal else "postal"
    return tuple(
        Way(option, steps if kind.id == TRUCK else None, steps, side.action, side.action in AIMED)
        for option, side in kind.sides.items()
        if side.who != barred
        for steps in side.moves
    )


# By card id: what a sane and what a postal personality may do with it (GP-14).
WAYS: dict[bool, dict[str, tuple[Way, ...]]] = {
    is_postal: {card: _ways(kind, is_postal) for card, kind in KIND.items()} for is_postal in (False, True)
}


def name(card: str) -> str:
    """The printed name of a card."""
    return KIND[card].name


def shortest(card: str, is_postal: bool) -> int:
    """The shortest move that this card allows (for discards and bots)."""
    return min(way.steps for way in WAYS[is_postal][card])
