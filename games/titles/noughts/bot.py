"""The house bot: win, else block the opponent, else take the best cell."""

from games.kernel.game import Moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.noughts.state import LINES, MARKS
from games.titles.noughts.view import View

ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def choose(view: View, decision: Decision, moves: Moves, rng: Rng) -> Move | None:
    """The move of the house bot."""
    for mark in (MARKS[decision.seat], MARKS[1 - decision.seat]):
        for line in LINES:
            missing = [cell for cell in line if not view.cells[cell]]
            if len(missing) == 1 and [view.cells[cell] for cell in line].count(mark) == 2:
                return Move("mark", {"cell": missing[0]})
    return Move("mark", {"cell": next(cell for cell in ORDER if not view.cells[cell])})
