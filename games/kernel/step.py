"""A step of the flow, and the context that is handed to whatever changes the state."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from msgspec import Struct

from games.kernel.position import Played, StateT
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move, Opens, Private


class Answers(dict[int, Move]):
    """The answers that a step resolves, by seat; `beside[matter, case]` holds those to its side matters, likewise."""

    @cached_property
    def beside(self) -> dict[tuple[str, int], dict[int, Move]]:
        return {}


class Context(Struct):
    """Handed to `setup`, `resolve` and `drop`: chance, the log, and the moment a round ends."""

    rng: Rng
    round: int = 0
    events: list[Event] = []
    played: list[Played] = []
    void: list[Callable[[int, Move], bool]] = []
    used: list[str] = []  # keys of the answers that steps were handed

    def log(self, kind: str, clause: str, private: Private | None = None, opens: Opens = "never", **data: Any) -> None:
        """Add one event. `data` must be plain JSON values and harmless for everybody."""
        self.events.append(Event(kind, clause, data, private or {}, opens, self.round))

    def forget(self, is_void: Callable[[int, Move], bool] = lambda seat, move: True) -> None:
        """Sealed answers that an interruption left waiting and that are void from now on; by default all of them."""
        self.void.append(is_void)

    def end_round(self) -> None:
        """From here on what events keep until the end of their round is public."""
        self.round += 1


class Step(Generic[StateT]):
    """A named point of the flow. It asks, checks and resolves; the state changes only in `resolve` and `keep_order`."""

    name = ""
    waiting = "to decide"  # "Bo is about ..." in lists: what the others wait for

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("name"):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    def ask(self, state: StateT) -> list[Decision]:
        """The decisions this step needs now. None: the step is automatic and resolved at once."""
        return []

    def offers(self, state: StateT) -> dict[str, Any]:
        """Standing orders that may be given now: what each depends on, by key of its decision. They hold nothing up."""
        return {}

    def offer(self, about: Any) -> Decision:
        """The decision, of pace `standing`, of one of the `offers`: made only for whoever looks at it or gives it."""
        raise AssertionError(f"{self.name} offers nothing")

    def check(self, state: StateT, seat: int, move: Move) -> None:
        """Raise IllegalMove for what the fields alone cannot exclude. Sees only moves that passed the fields."""

    def read(self, state: StateT, seat: int, move: Move, is_asked: bool) -> Move:
        """First look at a raw move: `move.args` is whatever the client sent, of any type, and `seat` any number.

        Raise IllegalMove where the rulebook has its own words or order of checks; return the move, rewritten if a
        shorthand is allowed. Verb and fields are checked afterwards, and a seat that is not asked is refused, in any
        case; where it used a page that is no longer open, its move holds the verb alone.
        """
        return move

    def answers_to_resolve(
        self, state: StateT, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        """Keys of the answers to resolve now, None to go on waiting; the others stay sealed.

        By default all of them, when each decision that is not optional has its answer. A step that an objection or the
        first answer closes, or that has courts beside it, says here which answers go first.
        """
        for decision in asked:
            if not decision.optional and decision.key not in answers:
                return None
        return answers.keys()

    def carry_over(self, state: StateT, decision: Decision, move: Move) -> Move | None:
        """What a sealed answer has become when its step goes on after an interruption. None: judge it as a new one."""
        return None

    def resolve(self, state: StateT, answers: Answers, context: Context) -> str:
        """Change the state by all answers at once and return the name of the next step."""
        raise AssertionError(f"{self.name} does not resolve")

    def standing_orders(self, state: StateT) -> dict[int, Move]:
        """Legal answers that stored orders give to what is asked now, by seat."""
        return {}

    def keep_order(self, state: StateT, seat: int, move: Move) -> None:
        """Store the answer to a decision of pace `standing`. Nobody else's view or decision may differ afterwards.

        At the end of the match the state holds no orders: its exported record replays without them.
        """

    def moves(self, state: StateT, decision: Decision) -> Iterable[Move] | None:
        """All legal answers, where the game lists them faster than by trying each combination of the fields."""
        return None

    def sample(self, state: StateT, decision: Decision, rng: Rng) -> Move | None:
        """A random legal answer, where the game can draw one without listing them all."""
        return None

    def narrow(self, state: StateT, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        """For each field that is still open: the values that go with those already chosen. Own knowledge only."""
        return {}

    def preview(self, state: StateT, seat: int, move: Move) -> list[str]:
        """Sentences on what a legal move will do, from what the seat may know. Shown before it is confirmed."""
        return []
