"""The house bot (temporary)."""

from collections.abc import Callable

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.dinosaurs.view import View


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move:
    return decision.default
