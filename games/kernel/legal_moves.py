"""Listing legal moves, or drawing one at random. For bots, tests and benchmarks; never sent to a client."""

from collections.abc import Iterable
from itertools import combinations, islice, permutations, product
from math import prod
from typing import Any

from games.kernel import validation
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.step import Step
from games.kernel.types import Action, Amount, Decision, Field, Move, Pick, Text

MOST = 2_000  # moves listed by trying combinations of the fields
TRIES = 60  # attempts at a random move before listing them all


def moves(game: Game, position: AnyPosition, decision: Decision, most: int = MOST) -> list[Move]:
    """All legal answers, each once. Stops at `most` unless the step lists its moves itself."""
    step = game.rules.by_name[position.step]
    listed = step.moves(position.state, decision)
    return list(listed) if listed is not None else list(islice(_try_all(game, position, decision), most))


def tries(game: Game, position: AnyPosition, decision: Decision) -> int:
    """How many answers moves() has to try; 0 if the step lists its moves itself."""
    if game.rules.by_name[position.step].moves(position.state, decision) is not None:
        return 0
    return sum(prod(len(_values(field)) for field in action.fields) for action in decision.actions)


def random_move(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move:
    """A random legal answer in canonical form, if possible without listing them all."""
    step = game.rules.by_name[position.step]
    drawn = step.sample(position.state, decision, rng)
    if drawn is not None:
        return drawn
    listed = step.moves(position.state, decision)
    if listed is not None:
        return rng.choose(list(listed))
    for _ in range(TRIES):
        try:
            return _judge(step, position, decision.seat, draw_move(rng.choose(decision.actions), rng))
        except IllegalMove:
            continue
    return _judge(step, position, decision.seat, rng.choose(list(_try_all(game, position, decision))))


def draw_move(action: Action, rng: Rng) -> Move:
    """A random move that fits the fields, but may be illegal."""
    return Move(action.verb, validation.nest({field.name: _draw(field, rng) for field in action.fields}))


def _try_all(game: Game, position: AnyPosition, decision: Decision) -> Iterable[Move]:
    step = game.rules.by_name[position.step]
    for action in decision.actions:
        for values in product(*(_values(field) for field in action.fields)):
            move = Move(action.verb, validation.nest(dict(zip((f.name for f in action.fields), values, strict=True))))
            try:
                _judge(step, position, decision.seat, move)
            except IllegalMove:
                continue
            yield move


def _judge(step: Step[Any], position: AnyPosition, seat: int, move: Move) -> Move:
    """Return a move that fits the fields as the step reads it. Raises IllegalMove if the rules refuse it."""
    read = step.read(position.state, seat, move, True)
    step.check(position.state, seat, read)
    return read


def _values(field: Field) -> list[Any]:
    if isinstance(field, Amount):
        return list(range(field.least, field.most + 1))
    if isinstance(field, Text):
        return list(field.samples) or ["Example"[: field.most].ljust(field.least, ".")]
    values = [option.value for option in field.options]
    if isinstance(field, Pick):
        return ([None] if field.least == 0 else []) + list(dict.fromkeys(values))
    choose = permutations if field.ordered else combinations
    sizes = range(field.least, min(field.most, len(values)) + 1)
    return [list(part) for size in sizes for part in dict.fromkeys(islice(choose(values, size), MOST))]


def _draw(field: Field, rng: Rng) -> Any:
    if isinstance(field, Amount):
        return field.least + rng.below(field.most - field.least + 1)
    if isinstance(field, Text):
        return rng.choose(_values(field))
    values = [option.value for option in field.options]
    if isinstance(field, Pick):
        place = rng.below(len(values) + (field.least == 0))
        return values[place] if place < len(values) else None
    size = field.least + rng.below(min(field.most, len(values)) - field.least + 1)
    order = list(range(len(values)))
    rng.shuffle(order)
    picked = order[:size] if field.ordered else sorted(order[:size])
    return [values[place] for place in picked]
