"""Test helpers for hand-written positions of Parcels: play, pass, leave, read the position."""

from collections.abc import Sequence
from typing import Any

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.types import Event
from games.kernel.words import read_by
from games.titles.parcels import game
from games.titles.parcels.state import cards_of

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]


def cards(text: str) -> list[int]:
    """ "1,1,4" or "1-1-4" as a list of cards."""
    return [int(number) for number in text.replace("-", ",").split(",") if number]


def act(position: Any, seat: int, kind: str, **args: Any) -> list[Event]:
    """Play a move and audit the state. Returns its events."""
    events = engine.play(game, position, seat, codec.move_from({"kind": kind, **args})).events
    game.rules.audit(position.state)
    return events


def play(position: Any, seat: int, meld: str) -> list[Event]:
    """Play a meld written 4-5."""
    return act(position, seat, "play", cards=cards(meld))


def take(position: Any, seat: int, number: int | None, add: int | None = None) -> list[Event]:
    """Pass: take a number, add a card or none."""
    return act(position, seat, "pass", take=number, add=add)


def refusal(position: Any, seat: int, kind: str, **args: Any) -> str:
    """The refusal of an illegal move; checks that nothing changed."""
    before = codec.dump(position)
    try:
        engine.play(game, position, seat, codec.move_from({"kind": kind, **args}))
    except IllegalMove as error:
        assert codec.dump(position) == before
        return str(error)
    raise AssertionError(f"{kind} {args} was accepted")


def leave(position: Any, seat: int, reason: str = "resigned") -> list[Event]:
    """A seat leaves. Returns the events."""
    events = engine.drop(game, position, seat, reason).events
    game.rules.audit(position.state)
    return events


def required(position: Any) -> Any:
    """The decision of the seat on turn."""
    return next(decision for decision in engine.decisions(game, position) if not decision.optional)


def legal_plays(position: Any) -> set[str]:
    """All legal plays of the seat on turn, written 4-5."""
    step = game.rules.by_name[position.step]
    listed = step.moves(position.state, required(position))
    return {"-".join(map(str, move.args["cards"])) for move in listed if move.verb == "play"}


def lines(events: Sequence[Event]) -> list[str]:
    """The log lines of events."""
    return [read_by(game.table.story(event, NAMES), None) for event in events]


def hand(position: Any, seat: int) -> list[int]:
    """A hand, ascending."""
    return cards_of(position.state.hands[seat])


def storage(position: Any) -> list[int]:
    """Storage, ascending."""
    return cards_of(position.state.storage)


def limits(position: Any) -> tuple[int, int]:
    """Set limit and run limit."""
    view = engine.view_for(game, position, None)
    return view.set_limit, view.run_limit
