"""What is drawn anew for a copy or a strong bot tells nothing of what is true, beyond what the seat was shown.

The measure: how much of a drawn world is as it really is, compared with how much of a world drawn for another truth
that looks the same to the seat. If drawing used anything hidden the first would be more alike.
"""

import copy
import math
from collections.abc import Iterator
from itertools import islice
from statistics import fmean, pstdev
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.kernel import bots, codec, engine
from games.kernel.bots import seed_from
from games.kernel.game import Game
from games.kernel.laws.random_cases import make_case, walk
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles import load

pytestmark = pytest.mark.slow

TABLES, EVERY, DRAWS = 40, 5, 4  # matches of a game, moves between two looks, worlds drawn at each
LOOKS = 100  # at one game, at most
DOUBT = 4.0  # standard errors


def facts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All single facts of plain data with the places where they stand."""
    if isinstance(value, dict):
        value = list(value.items())
    elif isinstance(value, list | tuple):
        value = list(enumerate(value))
    else:
        yield path, value
        return
    for name, part in value:
        yield from facts(part, (*path, name))


def likeness(world: AnyPosition, truth: AnyPosition) -> int:
    """How many facts of the state are the same in both."""
    one, other = (dict(facts(msgspec.to_builtins(position.state))) for position in (world, truth))
    return sum(place in other and other[place] == fact for place, fact in one.items())


def surplus(game: Game, position: AnyPosition, seat: int, rng: Rng) -> float:
    """By how many facts worlds drawn from this position are more like it than those drawn from one that looks alike."""
    alike = bots.imagine(game, position, seat, rng)
    drawn = (likeness(bots.imagine(game, position, seat, rng), position) for _ in range(DRAWS))
    again = (likeness(bots.imagine(game, alike, seat, rng), position) for _ in range(DRAWS))
    return fmean(drawn) - fmean(again)


def looks(game: Game) -> Iterator[tuple[AnyPosition, int, Rng]]:
    """Positions of random matches, each with a seat that looks."""
    return islice(_looks(game), LOOKS)


def _looks(game: Game) -> Iterator[tuple[AnyPosition, int, Rng]]:
    for number in range(TABLES):
        rng = Rng(seed_from("imagined", game.meta.slug, number))
        for count, look in enumerate(islice(walk(game, make_case(game, number)), 10 * EVERY)):
            if count % EVERY == EVERY - 1 and game.rules.result(look.position.state) is None:
                yield look.position, rng.below(look.position.seats), rng


def score(game: Game) -> float:
    """How many standard errors the mean surplus is away from nothing."""
    found = [surplus(game, *look) for look in looks(game)]
    assert len(found) >= 20
    return fmean(found) / max(pstdev(found) / math.sqrt(len(found)), 1e-9)


def hides_something(game: Game) -> bool:
    """Is anything ever drawn anew? A game in which everybody sees everything has nothing to peek at."""
    return any(
        codec.dump(bots.imagine(game, position, seat, rng).state) != codec.dump(position.state)
        for position, seat, rng in looks(game)
    )


HIDING = [slug for slug, game in sorted(load().items()) if hides_something(game)]


@pytest.mark.parametrize("slug", sorted(load()))
def test_drawn_worlds_do_not_lean_to_the_truth(slug: str) -> None:
    assert abs(score(load()[slug])) < DOUBT


@pytest.mark.parametrize("slug", HIDING)
def test_a_draw_that_shows_the_truth_now_and_then_is_found_out(slug: str) -> None:
    game = load()[slug]

    def peek(state: Any, seat: int, rng: Rng) -> Any:
        return game.rules.determinize(state, seat, rng) if rng.below(2) else copy.deepcopy(state)

    assert score(replace(game, rules=replace(game.rules, determinize=peek))) > DOUBT


@pytest.mark.parametrize("slug", sorted(load()))
def test_no_answer_of_others_and_no_draw_to_come_is_taken_along(slug: str) -> None:
    game = load()[slug]
    for position, seat, rng in looks(game):
        before = codec.dump(position)
        world = bots.imagine(game, position, seat, rng)
        assert codec.dump(position) == before
        assert world.rng.seed != position.rng.seed and position.rng.seed.encode() not in codec.dump(world)
        answers = [*world.sealed, *(key for parked in world.parked.values() for key in parked)]
        assert all(key.partition(".")[0] == str(seat) for key in answers)
        assert engine.view_for(game, world, seat) == engine.view_for(game, position, seat)
        own = [found.id for found in engine.open_decisions(game, position) if found.decision.seat == seat]
        assert [found.id for found in engine.open_decisions(game, world) if found.decision.seat == seat] == own
