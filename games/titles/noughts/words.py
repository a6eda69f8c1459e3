"""All texts except the prompts."""

from collections.abc import Sequence

from games.kernel.display import Fact
from games.kernel.types import Decision, Event
from games.titles.noughts.view import View

CELLS = [f"{row} {column}" for row in ("top", "middle", "bottom") for column in ("left", "centre", "right")]


def story(event: Event, names: Sequence[str]) -> str:
    """The log line of an event."""
    if event.kind == "drawn":
        return "The board is full: a draw."
    name = names[event.data["seat"]]
    return f"{name} wins." if event.kind == "won" else f"{name} marks {CELLS[event.data['cell']]}."


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """The position for emails and for those who cannot see the board."""
    marked = [f"{CELLS[cell]}: {mark}" for cell, mark in enumerate(view.cells) if mark]
    return [Fact("Board", ", ".join(marked) or "empty")]


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """The status line of the table, and the subject of an email."""
    if view.turn is not None:
        return "your turn" if decision else f"{names[view.turn]}'s turn"
    return f"{names[view.ranks.index(1)]} wins" if view.ranks in ([1, 2], [2, 1]) else "a draw"
