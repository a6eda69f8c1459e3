"""The rules: one step asks the player whose turn it is, until there are three in a row or the board is full."""

from games.kernel.game import NoOptions
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Decision, Move, Option, Pick
from games.titles.noughts.state import MARKS, State, empty, line_of
from games.titles.noughts.words import CELLS


def setup(seats: int, options: NoOptions, context: Context) -> tuple[State, str]:
    """An empty board (NC-01)."""
    return State([""] * 9), PutMark.name


class PutMark(Step[State]):
    """Put your mark in an empty cell. Manual: "Your turn" (NC-02, NC-03)."""

    waiting = "to put a mark"

    def ask(self, state: State) -> list[Decision]:
        free = empty(state.cells)
        cells = Pick("cell", tuple(Option(cell, CELLS[cell], f"cell/{cell}") for cell in free), label="cell")
        mark, first = Action("mark", "Put your mark", (cells,)), Move("mark", {"cell": free[0]})  # NC-06
        return [Decision(state.turn, "Put your mark in an empty cell.", (mark,), first, ("NC-02", "NC-04"))]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        seat, cell = state.turn, answers[state.turn].args["cell"]
        state.cells[cell] = MARKS[seat]
        context.log("marked", "NC-02", seat=seat, cell=cell)
        state.turn = 1 - seat
        if line_of(state.cells):
            _win(state, seat, "NC-04", context)
        elif not empty(state.cells):
            state.ranks = [1, 1]
            context.log("drawn", "NC-05")
        return self.name


def _win(state: State, seat: int, clause: str, context: Context) -> None:
    state.ranks = [1 if other == seat else 2 for other in (0, 1)]
    context.log("won", clause, seat=seat)


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """The other player wins (NC-07)."""
    _win(state, 1 - seat, "NC-07", context)
    return None


def result(state: State) -> list[int] | None:
    """The rank of each seat; None while the match runs."""
    return state.ranks
