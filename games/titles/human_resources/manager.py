"""What all managers have in common: what one is told, its ways, what it does to the office, its words."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from games.kernel.errors import need
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources.state import State

Args = dict[str, Any]
T = TypeVar("T")


class Manager(ABC):
    """One that is told nothing and can always be hired; the others say what is different with them.

    `needs`: its fields in the order in which the screen asks. `closed`: why there is no way to carry it out. `wrong`:
    why what it was told is none of its ways.
    """

    needs: tuple[str, ...] = ()
    closed = ("HR-46", "There is no legal way to carry out this manager now.")
    wrong = ("", "")
    office_stays = "the office stays as it is"

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        """Is there a way to carry it out (HR-46)?"""
        return next(self.ways(state, seat, card), None) is not None

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        """What it can be told, each way once."""
        yield {}

    def draw(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        """One of its ways at random; every one can come."""
        listed = list(self.ways(state, seat, card))
        return rng.choose(listed) if listed else None

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        """What it is told in canonical form. Raises IllegalMove (section "Bad input")."""
        need(self.can_be_hired(state, seat, card), *self.closed)
        told = {name: args.get(name) for name in self.needs}
        need(told in self.ways(state, seat, card), *self.wrong)
        return told

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        """What lies then on each place that it touches (see the function `changes`)."""
        return {}

    def tells(self, state: State, seat: int, move: Move, rival: str) -> str:
        """What it will do where no place of the office changes, for the preview."""
        return self.office_stays

    @abstractmethod
    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        """Revealed and paid for already: do it, and return the next step."""
