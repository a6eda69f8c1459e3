"""Helpers for tests of the kernel: a fair in a given position, answers, ids."""

from typing import Any

from games.kernel import engine
from games.kernel.bots import seed_from
from games.kernel.position import AnyPosition, Open, Outcome
from games.kernel.types import Move
from tests.kernel.madeup import game
from tests.kernel.madeup.state import Options


def fair(seats: int = 3, seed: str = "test", **options: Any) -> AnyPosition:
    """A fair right after the deal."""
    return engine.start(game, seats, Options(**options), seed_from(seed))[0]


def fair_on_turn(*queue: int, seats: int = 3, seed: str = "test", **options: Any) -> AnyPosition:
    """A fair in which these seats have yet to take their turns."""
    position = fair(seats, seed, **options)
    position.step, position.state.queue, position.opened = "turn", list(queue), {}
    return position


def play(position: AnyPosition, seat: int, verb: str, id: str | None = None, **args: Any) -> Outcome:
    return engine.play(game, position, seat, Move(verb, args), id)


def lay(position: AnyPosition, *seats: int) -> None:
    """These seats play their lowest card."""
    for seat in seats:
        play(position, seat, "lay", card=min(position.state.hands[seat]))


def open_now(position: AnyPosition) -> dict[str, Open]:
    """The open decisions by key."""
    return {found.decision.key: found for found in engine.open_decisions(game, position)}


def id_of(position: AnyPosition, key: str) -> str:
    return open_now(position)[key].id


def kinds(outcome: Outcome) -> list[str]:
    return [event.kind for event in outcome.events]
