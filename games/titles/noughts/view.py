"""What a seat or a spectator can see: everything."""

from msgspec import Struct

from games.titles.noughts.state import State, line_of


class View(Struct, frozen=True):
    """The cells, the seat whose turn it is (None at the end), the winning line and the ranks."""

    cells: list[str]
    turn: int | None
    line: tuple[int, ...]
    ranks: list[int] | None


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    return View(list(state.cells), None if state.ranks else state.turn, line_of(state.cells), state.ranks)
