"""What the engine keeps of a match: everything needed to go on, what is open, and what a move did."""

from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")


class Position(Struct, Generic[StateT, OptionsT]):
    """Everything that is needed to go on, as plain data.

    `serial` counts resolved steps. `sealed` holds the answers of the open step by decision key, `parked` those of
    steps that were interrupted, `opened` for each open decision the serial at which it was first asked.
    """

    slug: str
    rules: int
    seats: int
    options: OptionsT
    rng: Rng
    step: str
    state: StateT
    serial: int = 0
    round: int = 0
    sealed: dict[str, Move] = {}
    parked: dict[str, dict[str, Move]] = {}
    opened: dict[str, int] = {}
    left: list[int] = []

    def id_of(self, decision: Decision) -> str:
        """The id of an open decision: the serial at which it was first asked, and its key."""
        # A position written by hand, or one whose rules were corrected since, has not noted each decision.
        return f"{self.opened.get(decision.key, self.serial)}.{decision.key}"


AnyPosition = Position[Any, Any]


class Open(Struct, frozen=True, gc=False):
    """An open decision with its id ("{serial}.{key}") and the sealed answer, if it has one."""

    id: str
    decision: Decision
    answer: Move | None = None


class Played(Struct, frozen=True, gc=False):
    """A move that was carried out: the one that was given, or one that a standing order gave."""

    seat: int
    move: Move
    by_order: bool = False


class Outcome(Struct, frozen=True):
    """What a move or a departure did.

    `is_public`: somebody else than the mover may see a difference now; False for a secret answer that only waits and
    for a standing order, which must leave no trace. `keeps_order`: the move was stored as a standing order. `used`:
    keys of the answers that steps were handed; a sealed one that never is comes to nothing.
    """

    events: list[Event]
    played: list[Played]
    is_public: bool
    keeps_order: bool = False
    used: tuple[str, ...] = ()
