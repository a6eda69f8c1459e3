"""What the engine keeps of a match: everything needed to go on, what is open, and what a move did."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move, Pace

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
UNSEEN: tuple[Pace, ...] = ("standing", "aside")  # paces that no list of who is asked may name


class Position(Struct, Generic[StateT, OptionsT]):
    """Everything that is needed to go on, as plain data."""

    slug: str
    rules: int
    seats: int
    options: OptionsT
    rng: Rng
    step: str
    state: StateT
    serial: int = 0  # counts resolved steps
    round: int = 0
    sealed: dict[str, Move] = {}  # answers of the open step, by key of the decision
    parked: dict[str, dict[str, Move]] = {}  # those of steps that were interrupted
    opened: dict[str, int] = {}  # for each open decision the serial at which it was first asked
    left: list[int] = []

    def id_of(self, decision: Decision) -> str:
        """The id of an open decision: the serial at which it was first asked, and its key."""
        # A position written by hand, or one whose rules were corrected since, has not noted each decision.
        return f"{self.opened.get(decision.key, self.serial)}.{decision.key}"


AnyPosition = Position[Any, Any]


class Open(Struct, frozen=True, gc=False):
    """An open decision."""

    id: str  # "{serial}.{key}"
    decision: Decision
    answer: Move | None = None  # the sealed one


class Played(Struct, frozen=True, gc=False):
    """A move that was carried out: the one that was given, or one that a standing order gave (`by_order`)."""

    seat: int
    move: Move
    by_order: bool = False


class Outcome(Struct, frozen=True):
    """What a move or a departure did."""

    events: list[Event]
    played: list[Played]
    is_public: bool  # others may see a difference now: not for a secret answer that only waits, nor a standing order
    keeps_order: bool = False  # the move was stored as a standing order
    used: tuple[str, ...] = ()  # keys of the answers that steps were handed; a sealed one that never is means nothing
