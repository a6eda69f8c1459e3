"""Helpers for tests on hand-written positions (scene.py): play, be refused, read the view and the log."""

from typing import Any

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Event, Move
from games.kernel.words import read_by
from games.titles.going_postal import game
from games.titles.going_postal.scene import table
from games.titles.going_postal.state import audit
from games.titles.going_postal.view import View

__all__ = [
    "LIVE",
    "NAMES",
    "TRADING",
    "decision",
    "lines",
    "play",
    "play_card",
    "refusal",
    "required",
    "seen",
    "table",
    "verbs",
]

NAMES = ["P0", "P1", "P2", "P3", "P4", "P5"]
LIVE = {"pace": "live"}
TRADING = {"trading": True}


def play(position: AnyPosition, seat: int, verb: str, /, **args: Any) -> list[Event]:
    """Play a move with the arguments of the rulebook (`giver` for "from") and audit the state."""
    events = engine.play(game, position, seat, _move(verb, args)).events
    audit(position.state)
    return events


def _move(verb: str, args: dict[str, Any]) -> Move:
    return Move(verb, {"from" if name == "giver" else name: value for name, value in args.items()})


def play_card(
    position: AnyPosition, card: str, option: str = "a", target: int | None = None, **args: Any
) -> list[Event]:
    """Let the decider play a card."""
    return play(position, position.state.decider, "play", card=card, option=option, target=target, **args)


def refusal(position: AnyPosition, seat: int, verb: str, /, **args: Any) -> str:
    """The refusal of a move, as "GP-12: sentence"; checks that nothing changed."""
    before = repr(position)
    try:
        engine.play(game, position, seat, _move(verb, args))
    except IllegalMove as refused:
        assert repr(position) == before
        return f"{refused.clause}: {refused.message}"
    raise AssertionError(f"{verb} {args} is legal")


def lines(events: list[Event], seat: int | None = None, is_over: bool = False) -> list[str]:
    """The log lines of these events, as this seat sees them."""
    return [read_by(game.table.story(event, NAMES), None) for event in engine.events_for(events, seat, 0, is_over)]


def seen(position: AnyPosition, seat: int | None = None) -> View:
    """This seat's view."""
    view = engine.view_for(game, position, seat)
    assert isinstance(view, View)
    return view


def required(position: AnyPosition) -> list[int]:
    """The seats that still have to answer before the match goes on."""
    return sorted(one.seat for one in engine.decisions(game, position) if not one.optional)


def decision(position: AnyPosition, seat: int, verb: str) -> Decision:
    """The decision of this seat that offers this verb."""
    asked = [open.decision for open in engine.open_decisions(game, position) if open.decision.seat == seat]
    return next(one for one in asked if any(action.verb == verb for action in one.actions))


def verbs(position: AnyPosition, seat: int) -> set[str]:
    """The verbs that this seat can use now."""
    asked = [open.decision for open in engine.open_decisions(game, position) if open.decision.seat == seat]
    return {action.verb for one in asked for action in one.actions}
