"""Drawings of the board for emails and the manual, and handwritten positions."""

from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing import svg
from games.kernel.game import NoOptions
from games.kernel.position import Position
from games.kernel.rng import Rng
from games.kernel.types import Decision
from games.titles.noughts.state import State
from games.titles.noughts.view import View


def draw_board(cells: Sequence[str]) -> str:
    """The board as SVG."""
    body = ""
    for cell, mark in enumerate(cells):
        x, y = 60 + cell % 3 * 80, 16 + cell // 3 * 80
        body += paper.panel(x, y, 80, 80) + paper.said(mark, x + 40, y + 58, 52, "middle")
    return body


def mail_picture(view: View, decision: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The position for emails and examples."""
    return paper.sheet(272, draw_board(view.cells))


def pictures() -> dict[str, str]:
    """The drawings of the manual."""
    body = draw_board(["X", "O", "", "O", "X", "", "", "", "X"])
    return {"win": svg.page(360, 272, "Three in a row", "Crosses win on the diagonal.", body)}


def scene(cells: Sequence[str], turn: int = 0) -> Position[State, NoOptions]:
    """A position for the examples of the manual."""
    return Position("noughts", 1, 2, NoOptions(), Rng("0" * 32), "put_mark", State(list(cells), turn))
