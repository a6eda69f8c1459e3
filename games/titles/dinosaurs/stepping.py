"""What the steps that ask have in common."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.kernel.errors import IllegalMove
from games.kernel.step import Step
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import decisions, orders, refusals
from games.titles.dinosaurs.preview import preview
from games.titles.dinosaurs.state import State


class Asking(Step[State]):
    """What all steps have in common: standing orders may be given at any time (HD-120)."""

    phase_words: Mapping[str, tuple[str, str]] = {}  # by verb: what a seat hears that is not asked
    done: Mapping[str, tuple[str, str]] = {}  # by verb: what has been decided before this step
    readers: Mapping[str, refusals.Reader] = {}  # by verb

    def offers(self, state: State) -> dict[str, Any]:
        return decisions.all_orders(state)

    def offer(self, about: Any) -> Decision:
        return decisions.orders(*about)

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        if not is_asked:
            refusals.stranger(state, seat, move.verb, self.special(state, seat))
        if move.verb in self.done:
            raise IllegalMove(*self.done[move.verb])
        reader = refusals.read_orders if move.verb == "orders" else self.readers.get(move.verb)
        return reader(state, seat, move) if reader else move

    def special(self, state: State, seat: int) -> dict[str, tuple[str, str]]:
        """The words for a seat that is not asked, by verb."""
        return dict(self.phase_words)

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return preview(state, seat, move)

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        orders.keep(state, seat, move.args["orders"])


class FirstAnswer(Asking):
    """Each answer is taken as it comes: who has answered is public (HD-129), what it was is not."""

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        return answers.keys() if answers or all(decision.optional for decision in asked) else None
