"""The engine's data: the position of a match, its open decisions, and the outcome of a move."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move, Pace

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
UNSEEN: tuple[Pace, ...] = ("standing", "aside")  # paces that are left out of public lists of who is asked


class Position(Struct, Generic[StateT, OptionsT]):
    """A match at one moment: everything needed to continue it, as plain data."""

    slug: str
    rules: int
    seats: int
    options: OptionsT
    rng: Rng
    step: str
    state: StateT
    serial: int = 0  # counts resolved steps
    round: int = 0
    sealed: dict[str, Move] = {}  # answers to the open step, by key of the decision
    parked: dict[str, dict[str, Move]] = {}  # sealed answers of interrupted steps, by step
    opened: dict[str, int] = {}  # by key of the open decision: the serial at which it was first asked
    left: list[int] = []

    def id_of(self, decision: Decision) -> str:
        """The id of an open decision: the serial at which it was first asked, and its key."""
        # A decision may be missing from `opened` in handwritten positions, or after the rules have been corrected.
        return f"{self.opened.get(decision.key, self.serial)}.{decision.key}"


AnyPosition = Position[Any, Any]


class Open(Struct, frozen=True, gc=False):
    """An open decision."""

    id: str  # "{serial}.{key}"
    decision: Decision
    answer: Move | None = None  # the sealed one


class Played(Struct, frozen=True, gc=False):
    """A move that was played, by the seat itself or by its standing order."""

    seat: int
    move: Move
    by_order: bool = False


class Outcome(Struct, frozen=True):
    """The result of a move or a departure."""

    events: list[Event]
    played: list[Played]
    is_public: bool  # whether others may notice it: not for a sealed secret answer, nor for a standing order
    keeps_order: bool = False  # the move was stored as a standing order
    used: tuple[str, ...] = ()  # keys of the answers that have been resolved
    between: AnyPosition | None = None  # what stood before a new round was dealt (Context.before_deal)
