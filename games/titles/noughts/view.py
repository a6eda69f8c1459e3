"""What a seat or a spectator may see: everything."""

from msgspec import Struct

from games.titles.noughts.state import State, line_of


class View(Struct, frozen=True):
    """The cells, whose turn it is (None: it is over), the winning line, the ranks."""

    cells: list[str]
    turn: int | None
    line: tuple[int, ...]
    ranks: list[int] | None


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat; None is a spectator."""
    return View(list(state.cells), None if state.ranks else state.turn, line_of(state.cells), state.ranks)
