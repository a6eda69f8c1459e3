"""Dotted, nested, empty and badly typed arguments: every accepted move can be stored and read again."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.kernel import codec, engine, legal_moves, validation
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.random_cases import ODD_VALUES, make_case, walk
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Action, Decision, Field, Move, Pick, Picks
from games.titles import load

TABLES, POINTS = 2, 12  # matches of each game, and positions in each
GOES_ON = 8  # defaults of other seats played afterwards


def dotted(args: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested arguments by dotted name."""
    found: dict[str, Any] = {}
    for name, value in args.items():
        found |= dotted(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found


def first_of(field: Field) -> Any:
    """The first value that a field offers, even if it can be left empty."""
    if not isinstance(field, Pick | Picks) or not field.options:
        return None
    return (
        field.options[0].value if isinstance(field, Pick) else [option.value for option in field.options[: field.least]]
    )


def variants(action: Action, legal: Move, rng: Rng) -> Iterator[Move]:
    """Arguments for the fields of an action: dotted, nested or both, empty or with values that do not fit."""
    flat = dotted(legal.args) if legal.verb == action.verb else {}
    fields = [field.name for field in action.fields]
    full = dict.fromkeys(fields) | flat
    needed = {name: value for name, value in flat.items() if value not in (None, [], "")}
    filled = {field.name: first for field in action.fields if (first := first_of(field)) is not None}
    yield Move(action.verb, full)
    yield Move(action.verb, flat | {f"{name}.{name}": None for name in fields})
    for name in fields:
        for value in (None, [], {}, rng.choose(ODD_VALUES), rng.choose(ODD_VALUES)):
            yield Move(action.verb, full | {name: value})
            yield Move(action.verb, flat | {name: value})
            yield Move(action.verb, needed | {name: value})
            yield Move(action.verb, filled | needed | {name: value})
            yield Move(action.verb, dict(legal.args) | {name: value})
            yield Move(action.verb, validation.nest(full | {name: value}))
            yield Move(action.verb, {name: value, name.split(".")[0]: value} | dict(legal.args))


def need_readable(game: Game, position: AnyPosition, seat: int, move: Move, id: str) -> None:
    """The move is refused, or can be stored and read again, and the match continues."""
    trial = codec.copy(game, position)
    try:
        engine.play(game, trial, seat, move, id)
    except IllegalMove:
        return
    for _ in range(GOES_ON):  # sealed answers are resolved once the others have answered
        raw = codec.dump(trial)
        try:
            trial = codec.load(game, raw)
        except msgspec.ValidationError as error:
            raise AssertionError(f"{move} makes the position unreadable: {error}") from error
        assert codec.dump(trial) == raw, move
        required = [decision for decision in engine.decisions(game, trial) if not decision.optional]
        if not required or trial.serial != position.serial:
            break
        engine.play(game, trial, required[0].seat, required[0].default, trial.id_of(required[0]))
    for viewer in (None, *range(trial.seats)):
        engine.view_for(game, trial, viewer)


def try_all(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> None:
    legal = legal_moves.random_move(game, position, decision, rng)
    for action in decision.actions:
        for move in variants(action, legal, rng):
            need_readable(game, position, decision.seat, move, position.id_of(decision))


@pytest.mark.parametrize("slug", load())
def test_every_accepted_move_can_be_stored_and_read_again(slug: str) -> None:
    game, seen = load()[slug], set()
    for number in range(TABLES):
        rng = Rng(f"{number:032x}")
        left = POINTS
        for point in walk(game, make_case(game, number)):
            for decision in point.asked:
                kind = (
                    number,
                    point.position.step,
                    decision.clock.pace,
                    tuple(action.verb for action in decision.actions),
                )
                if kind not in seen and left:
                    seen.add(kind)
                    left -= 1
                    try_all(game, point.position, decision, rng)
