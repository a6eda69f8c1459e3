"""The state of a match, and functions that read it."""

from collections.abc import Sequence

from msgspec import Struct

from games.kernel.rng import Rng

MARKS = ("X", "O")  # by seat
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class State(Struct):
    """The cells row by row ("X", "O" or ""), the seat whose turn it is, and the ranks at the end."""

    cells: list[str]
    turn: int = 0
    ranks: list[int] | None = None


def empty(cells: Sequence[str]) -> list[int]:
    """The cells without a mark."""
    return [cell for cell, mark in enumerate(cells) if not mark]


def line_of(cells: Sequence[str]) -> tuple[int, ...]:
    """The cells of three equal marks in a row, if any (NC-04)."""
    return next((line for line in LINES if cells[line[0]] and len({cells[cell] for cell in line}) == 1), ())


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A copy: nothing is hidden, so nothing has to be redrawn."""
    return State(list(state.cells), state.turn, state.ranks)


def audit(state: State) -> None:
    """Assert that the players have taken turns."""
    assert 0 <= state.cells.count("X") - state.cells.count("O") <= 1
