"""Helpers for tests that start from a hand-written position (scene.py): play, get refused, read the position."""

from typing import Any

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Event, Move
from games.kernel.words import read_by
from games.titles.adulting import game
from games.titles.adulting.shown.scene import table
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import audit

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus", "Hal"]
__all__ = ["NAMES", "table"]


def do(position: AnyPosition, seat: int, verb: str, /, **args: Any) -> list[Event]:
    """Play a move in the rulebook's notation and audit the state."""
    events = engine.play(game, position, seat, Move(verb, args)).events
    audit(position.state)
    return events


def leave(position: AnyPosition, seat: int, reason: str = "resigned") -> list[Event]:
    """The seat leaves."""
    events = engine.drop(game, position, seat, reason).events
    audit(position.state)
    return events


def refused(position: AnyPosition, seat: int, verb: str, /, **args: Any) -> str:
    """ "AD-31: sentence" for a move that must be refused; nothing may have changed."""
    before = repr(position)
    try:
        engine.play(game, position, seat, Move(verb, args))
    except IllegalMove as found:
        assert repr(position) == before
        return f"{found.clause}: {found.message}"
    raise AssertionError(f"{verb} {args} is legal")


def lines(events: list[Event]) -> list[str]:
    """The events in words."""
    return [read_by(game.table.story(event, NAMES), None) for event in events]


def view(position: AnyPosition, seat: int | None = None) -> View:
    """What this seat (None: a spectator) sees."""
    found: View = engine.view_for(game, position, seat)
    return found


def money(position: AnyPosition) -> list[int]:
    """Everybody's money."""
    return [player.money for player in position.state.players]


def wages(position: AnyPosition) -> list[int | None]:
    """The current wages, as the dealer sees them."""
    job = view(position, position.state.dealer).job
    assert job is not None
    return job.wages


def asked(position: AnyPosition) -> dict[str, list[str]]:
    """The verbs of each open decision by key."""
    return {
        found.decision.key: [action.verb for action in found.decision.actions]
        for found in engine.open_decisions(game, position)
        if found.answer is None
    }


def required(position: AnyPosition) -> list[str]:
    """The keys of decisions that the match waits for."""
    return [decision.key for decision in engine.decisions(game, position) if not decision.optional]


def everybody(position: AnyPosition, verb: str, /, **args: Any) -> list[Event]:
    """Give this answer for every seat that owes the stage one."""
    events = []
    for key in [key for key in required(position) if "." not in key]:
        events += do(position, int(key), verb, **args)
    return events


def numbers(position: AnyPosition, *given: int | None, choice: int | None = None) -> list[Event]:
    """Give these numbers for the participants from the dealer's left; with `choice`, also this sorting answer."""
    job = position.state.round.job
    events = []
    for seat, number in zip(list(job.players), given, strict=True):
        answer = {} if choice is None else {"choice": choice}
        events += do(position, seat, "number", n=number, **answer)
    return events


def up_to_votes(position: AnyPosition, adults: tuple[int, ...], ruling: dict[str, Any] | None = None) -> list[Event]:
    """Rule (by default as marked); these seats give the first answer, the others the second one."""
    dealer, events = position.state.dealer, []
    if position.step == "ruling":
        args = {} if ruling is None else dict(ruling)
        if view(position, dealer).asks_answer:
            args["choice"] = 0 if dealer in adults else 1
        events += do(position, dealer, "rule", **args)
    while position.step == "answer":
        for seat in [int(key) for key in required(position) if "." not in key]:
            events += do(position, seat, "answer", choice=0 if seat in adults else 1)
    return events


def vote_all(position: AnyPosition, down: dict[int, list[int]] | None = None) -> list[Event]:
    """Everybody votes; `down`: whom each seat votes down."""
    events = []
    for key in [key for key in required(position) if "." not in key]:
        events += do(position, int(key), "votes", down=(down or {}).get(int(key), []))
    return events
