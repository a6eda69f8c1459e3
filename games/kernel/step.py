"""`Step`, one named point of a game's flow, and the `Context` passed to every function that changes the state."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from msgspec import Struct

from games.kernel.position import Played, StateT
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move, Opens, Private


class Answers(dict[int, Move]):
    """The answers to resolve, by seat. Those to side matters are in `by_matter[matter, case]`, also by seat."""

    @cached_property
    def by_matter(self) -> dict[tuple[str, int], dict[int, Move]]:
        return {}


class Context(Struct):
    """Random numbers, the log and the round. The other fields belong to the engine."""

    rng: Rng
    round: int = 0
    events: list[Event] = []
    played: list[Played] = []
    void: list[Callable[[int, Move], bool]] = []
    used: list[str] = []  # keys of the answers that have been resolved
    copy: Callable[[], Any] = lambda: None  # of the position as it stands
    between: Any = None  # the position before a new round was dealt, if something happened before that

    def log(self, kind: str, clause: str, private: Private | None = None, opens: Opens = "never", **data: Any) -> None:
        """Add an event. Everybody can see `data`, which must be plain JSON values."""
        self.events.append(Event(kind, clause, data, private or {}, opens, self.round))

    def forget(self, is_void: Callable[[int, Move], bool] = lambda seat, move: True) -> None:
        """Discard the sealed answers of interrupted steps for which `is_void(seat, move)` holds; by default all."""
        self.void.append(is_void)

    def before_deal(self) -> None:
        """A new round is dealt next: tables show what stands now, and what led there, before the rest of the move."""
        if self.events and self.between is None:
            self.between = self.copy()

    def end_round(self) -> None:
        """Start a new round, which makes events with `opens="round"` public."""
        self.round += 1


class Imagining(Context):
    """The context of an imagined world, which keeps no log and copies nothing."""

    def log(self, kind: str, clause: str, private: Private | None = None, opens: Opens = "never", **data: Any) -> None:
        pass


class Step(Generic[StateT]):
    """A point of the flow that asks, checks and resolves. Only `resolve` and `keep_order` may change the state."""

    name = ""  # by default the class name in snake_case
    waiting = "to decide"  # completes "Bo is about ..." in lists of matches

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("name"):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    def ask(self, state: StateT) -> list[Decision]:
        """The decisions this step needs now. If there are none, it is resolved at once."""
        return []

    def offers(self, state: StateT) -> dict[str, Any]:
        """Standing orders that seats may give now, by key of the decision: what `offer` needs to build it."""
        return {}

    def offer(self, about: Any) -> Decision:
        """Build the decision (pace `standing`) for one of the `offers`. Called only when somebody needs to see it."""
        raise AssertionError(f"{self.name} offers nothing")

    def check(self, state: StateT, seat: int, move: Move) -> None:
        """Raise IllegalMove for what the fields alone cannot rule out. Called after the fields have been checked."""

    def read(self, state: StateT, seat: int, move: Move, is_asked: bool) -> Move:
        """Return the move, expanded if it is a shorthand. Called first, even for a seat that is not asked.

        `move.args` is unchecked client input of any type, and `seat` any number. Raise IllegalMove where the rulebook
        has its own wording or order of checks; all other checks follow. Answers to a stale page hold the verb only.
        """
        return move

    def answers_to_resolve(
        self, state: StateT, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        """Keys of the answers to resolve now; the others stay sealed. None: keep waiting.

        By default waits for all decisions that are not optional. Override it where one answer closes the step, such as
        an objection or the first bid, or where side matters are resolved on their own.
        """
        if any(not decision.optional and decision.key not in answers for decision in asked):
            return None
        return answers.keys()

    def carry_over(self, state: StateT, decision: Decision, move: Move) -> Move | None:
        """Update a sealed answer when its step resumes after an interruption. None: check it like a new answer."""
        return None

    def resolve(self, state: StateT, answers: Answers, context: Context) -> str:
        """Apply all answers to the state and return the name of the next step."""
        raise AssertionError(f"{self.name} does not resolve")

    def standing_orders(self, state: StateT) -> dict[int, Move]:
        """Legal answers that stored orders give to the open decisions, by seat."""
        return {}

    def keep_order(self, state: StateT, seat: int, move: Move) -> None:
        """Store a standing order. It must not change any other seat's view or decisions, and be gone at the end."""

    def moves(self, state: StateT, decision: Decision) -> Iterable[Move] | None:
        """All legal answers, if that is faster than trying every combination of the fields."""
        return None

    def sample(self, state: StateT, decision: Decision, rng: Rng) -> Move | None:
        """A random legal answer, if that is possible without listing them all."""
        return None

    def narrow(self, state: StateT, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        """For each open field, the values that fit those already chosen. Use only what the seat knows."""
        return {}

    def preview(self, state: StateT, seat: int, move: Move) -> list[str]:
        """Sentences on what a legal move will do, shown before it is confirmed. Use only what the seat knows."""
        return []
