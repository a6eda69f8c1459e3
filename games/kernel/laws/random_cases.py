"""Input for the laws: random tables, random matches with standing orders, and malformed moves.

Everything follows from a seed, so that a broken law can be reproduced.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel import engine, legal_moves
from games.kernel.bots import LONGEST_MATCH, seed_from
from games.kernel.errors import IllegalMove
from games.kernel.game import Game, option_values
from games.kernel.position import AnyPosition, Outcome
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, -1, 10**12, 1.5, float("nan"), "", "a", "1", "3,4", "x" * 3000, "\x00", "\ud800"),
    *([], [[]], [None], [1], [1, 1], [1, 2], [True], ["a"], [1.5], [[1, 2]], [{"a": 1}], {}, {"a": {"b": 1}}, {"0": 1}),
)
ODD_VERBS = ("", "no such verb", "__init__", "play", "pass", "plan", "é" * 100)
ODD_NAMES = ("nonsense", "", "a.b", "0", "verb", "seat")


class Case(Struct, frozen=True):
    """A table: seats, options, and the seed for the match and for every random choice in it."""

    seats: int
    options: Any
    seed: str


class Walked(Struct):
    """A point of a random match: the position, its decisions, and the move that led there (None at the start)."""

    position: AnyPosition
    asked: list[Decision]
    events: list[Event]
    seat: int | None = None
    move: Move | None = None
    id: str | None = None
    outcome: Outcome | None = None


def make_case(game: Game, number: int) -> Case:
    """Random table `number`: a seat count, pace and options that the rules allow together."""
    rng = Rng(seed_from("case", number))
    while True:
        seats = rng.choose(game.meta.seats)
        chosen = game.rules.options.defaults(seats, rng.choose(("live", "correspondence")))
        changed = {name: rng.choose(values) for name, values in option_values(game).items() if rng.below(2)}
        facts = {name: getattr(chosen, name) for name in chosen.__struct_fields__}
        case = Case(seats, engine.read_options(game, facts | changed), seed_from("table", number))
        if is_allowed(game, case):
            return case


def is_allowed(game: Game, case: Case) -> bool:
    """Whether such a table can be opened. Variants can exclude each other."""
    try:
        engine.start(game, case.seats, case.options, case.seed)
    except IllegalMove:
        return False
    return True


def walk(game: Game, case: Case, orders: int = 6) -> Iterator[Walked]:
    """Play a random match move by move, including optional answers and, one time in `orders`, standing orders.

    Yields the same position object each time. Raises AssertionError if the match does not end.
    """
    position, events = engine.start(game, case.seats, case.options, case.seed)
    yield Walked(position, engine.ask(game, position), events)
    yield from walk_on(game, position, Rng(seed_from("walk", case.seed)), orders)


def walk_on(game: Game, position: AnyPosition, rng: Rng, orders: int = 6) -> Iterator[Walked]:
    """Continue at random until the match ends."""
    for _ in range(LONGEST_MATCH):
        asked = engine.ask(game, position)
        if not asked:
            return
        decision = draw_decision(position, asked, rng, orders)
        move = legal_moves.random_move(game, position, decision, rng)
        id = position.id_of(decision)
        outcome = engine.play(game, position, decision.seat, move, id)
        yield Walked(position, engine.ask(game, position), outcome.events, decision.seat, move, id, outcome)
    raise AssertionError("random play does not end")


def draw_decision(position: AnyPosition, asked: list[Decision], rng: Rng, orders: int = 6) -> Decision:
    """Draw an open decision: usually one that the match waits for, sometimes an optional one or a standing order."""
    standing = [decision for decision in asked if decision.clock.pace == "standing"]
    if standing and not rng.below(orders):
        return rng.choose(standing)
    optional = [d for d in asked if d.optional and d.clock.pace != "standing" and d.key not in position.sealed]
    if optional and not rng.below(4):
        return rng.choose(optional)
    required = [decision for decision in asked if not decision.optional and decision.key not in position.sealed]
    assert required, f"step {position.step} waits for nobody: {asked}"
    return rng.choose(required)


def legal_sample(game: Game, position: AnyPosition, decision: Decision, rng: Rng, most: int) -> list[Move]:
    """The distinct moves among `most` random legal ones."""
    found: list[Move] = []
    for _ in range(most):
        move = legal_moves.random_move(game, position, decision, rng)
        if move not in found:
            found.append(move)
    return found


def malformed(decision: Decision, legal: Move, rng: Rng) -> Iterator[Move]:
    """Variations of a legal move that a hostile client could send. Some may happen to be legal."""
    args = dict(legal.args)
    yield from (legal_moves.draw_move(rng.choose(decision.actions), rng) for _ in range(3))
    yield Move(rng.choose(ODD_VERBS), args)
    yield Move(rng.choose(decision.actions).verb, args)
    yield Move(legal.verb, {})
    yield Move(legal.verb, args | {rng.choose(ODD_NAMES): rng.choose(ODD_VALUES)})
    yield Move(legal.verb, {name: rng.choose(ODD_VALUES) for name in args})
    for name, value in args.items():
        yield Move(legal.verb, args | {name: rng.choose(ODD_VALUES)})
        yield Move(legal.verb, args | {name: [value]})
        yield Move(legal.verb, args | {name: {name: value}})
        yield Move(legal.verb, args | {name: spoil(value, rng)})
        yield Move(legal.verb, {other: args[other] for other in args if other != name})


def spoil(value: Any, rng: Rng) -> Any:
    """A value close to this one: off by one, repeated, shortened, or with an unknown key inside."""
    if isinstance(value, bool) or value is None:
        return rng.choose(ODD_VALUES)
    if isinstance(value, int):
        return rng.choose((value + 1, value - 1, float(value), str(value), bool(value)))
    if isinstance(value, str):
        return rng.choose((value + "0", value[:-1], f" {value}", [value, value]))
    if isinstance(value, list):
        deep = [*value[:-1], spoil(value[-1], rng)] if value else [1]
        return rng.choose((value + value, value[:-1], value[::-1], deep))
    return rng.choose((value | {"nonsense": 1}, {name: spoil(part, rng) for name, part in value.items()}))


def refusal(game: Game, position: AnyPosition, seat: int, move: Move, id: str | None = None) -> IllegalMove | None:
    """The refusal of this move, or None if it is legal. Changes nothing."""
    try:
        engine.check(game, position, seat, move, id)
    except IllegalMove as found:
        return found
    return None
