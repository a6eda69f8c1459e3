"""All texts except the prompts."""

from collections.abc import Sequence

from games.kernel.display import Fact
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences
from games.titles.noughts.view import View

CELLS = [f"{row} {column}" for row in ("top", "middle", "bottom") for column in ("left", "centre", "right")]


LOG = {
    "marked": "{seat:name} {marks|mark} {cell:cell}.",
    "won": "{seat:name} {wins|win}.",
    "drawn": "The board is full: a draw.",
}


def story(event: Event, names: Sequence[str]) -> str:
    """The log line of an event."""
    return Sentences(names, cell=CELLS.__getitem__).say(LOG[event.kind], event.data)


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """The position for emails and for those who cannot see the board."""
    marked = [f"{CELLS[cell]}: {mark}" for cell, mark in enumerate(view.cells) if mark]
    return [Fact("Board", ", ".join(marked) or "empty")]


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """The status line of the table, and the subject of an email."""
    say = Sentences(names).say
    if view.turn is not None:
        return "your turn" if decision else say("{turn:name's} turn", turn=view.turn)
    return say("{winner:name} {wins|win}", winner=view.ranks.index(1)) if view.ranks in ([1, 2], [2, 1]) else "a draw"
