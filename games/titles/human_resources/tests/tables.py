"""Test helpers for hand-written positions (scene.py): play a move, expect a refusal, read the position."""

from typing import Any

from games.kernel import engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Event, Move
from games.kernel.words import read_by
from games.titles.human_resources import game
from games.titles.human_resources.geometry import xy
from games.titles.human_resources.scene import SQUARE, A, B, table
from games.titles.human_resources.state import audit

__all__ = ["NAMES", "SQUARE", "A", "B", "drawn", "lines", "play", "points", "refusal", "table", "ways"]

NAMES = ["A", "B"]


def play(position: AnyPosition, seat: int, verb: str, **args: Any) -> list[Event]:
    """Play a move with the rulebook's arguments (`start` is "from") and audit the state."""
    if "start" in args:
        args["from"] = args.pop("start")
    events = engine.play(game, position, seat, Move(verb, args)).events
    audit(position.state)
    return events


def lines(events: list[Event], seat: int | None = None) -> list[str]:
    """The log lines of the events as this seat reads them."""
    return [read_by(game.table.story(event, NAMES), None) for event in engine.events_for(events, seat, 0, False)]


def refusal(position: AnyPosition, seat: int, verb: str, **args: Any) -> str:
    """The refusal of an illegal move as "HR-25: sentence"; checks that nothing changed."""
    if "start" in args:
        args["from"] = args.pop("start")
    before = repr(position)
    try:
        engine.play(game, position, seat, Move(verb, args))
    except IllegalMove as refused:
        assert repr(position) == before
        return f"{refused.clause}: {refused.message}"
    raise AssertionError(f"{verb} {args} is legal")


def points(position: AnyPosition) -> list[int]:
    """Points of both seats."""
    return [seat.points for seat in engine.view_for(game, position, None).seats]


def drawn(position: AnyPosition) -> list[str]:
    """The office as rows of letters, from its north-west corner."""
    cells = {xy(at): cubicle.card[-1] for at, cubicle in position.state.office.items()}
    west, north = min(x for x, _ in cells), min(y for _, y in cells)
    east, south = max(x for x, _ in cells), max(y for _, y in cells)
    return ["".join(cells.get((x, y), ".") for x in range(west, east + 1)) for y in range(north, south + 1)]


def ways(position: AnyPosition, card: str) -> list[dict[str, Any]]:
    """All legal ways to hire this manager, without empty fields."""
    (decision,) = engine.decisions(game, position)
    found = [move.args for move in legal_moves.moves(game, position, decision) if move.verb == "hire"]
    return [
        {name: given for name, given in args.items() if given and name != "card"}
        for args in found
        if args["card"] == card
    ]
