"""Redrawing hidden facts, for what if or a strong bot, reveals nothing beyond what the seat was shown.

Redraws of the true position are compared with it, and so are redraws of another position that looks the same to the
seat. If redrawing used hidden facts, the first would resemble the truth more.
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

TABLES, EVERY, DRAWS = 40, 5, 4  # matches per game, moves between two samples, redraws per sample
LOOKS = 100  # samples per game, at most
DOUBT = 4.0  # standard errors


def facts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All leaves of plain data, with their paths."""
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
    """The number of leaves of the state that are equal in both."""
    one, other = (dict(facts(msgspec.to_builtins(position.state))) for position in (world, truth))
    return sum(place in other and other[place] == fact for place, fact in one.items())


def surplus(game: Game, position: AnyPosition, seat: int, rng: Rng) -> float:
    """How much more redraws of this position resemble it than redraws of another position that looks the same."""
    alike = bots.imagine(game, position, seat, rng)
    drawn = (likeness(bots.imagine(game, position, seat, rng), position) for _ in range(DRAWS))
    again = (likeness(bots.imagine(game, alike, seat, rng), position) for _ in range(DRAWS))
    return fmean(drawn) - fmean(again)


def looks(game: Game) -> Iterator[tuple[AnyPosition, int, Rng]]:
    """Positions of random matches, each with a viewer's seat."""
    return islice(_looks(game), LOOKS)


def _looks(game: Game) -> Iterator[tuple[AnyPosition, int, Rng]]:
    for number in range(TABLES):
        rng = Rng(seed_from("imagined", game.meta.slug, number))
        for count, look in enumerate(islice(walk(game, make_case(game, number)), 10 * EVERY)):
            if count % EVERY == EVERY - 1 and game.rules.result(look.position.state) is None:
                yield look.position, rng.below(look.position.seats), rng


def score(game: Game) -> float:
    """The mean surplus in standard errors."""
    found = [surplus(game, *look) for look in looks(game)]
    assert len(found) >= 20
    return fmean(found) / max(pstdev(found) / math.sqrt(len(found)), 1e-9)


def hides_something(game: Game) -> bool:
    """Whether the game has hidden information, so that anything is ever redrawn."""
    return any(
        codec.dump(bots.imagine(game, position, seat, rng).state) != codec.dump(position.state)
        for position, seat, rng in looks(game)
    )


HIDING = [slug for slug, game in sorted(load().items()) if hides_something(game)]


@pytest.mark.parametrize("slug", sorted(load()))
def test_redrawn_worlds_are_not_biased_towards_the_truth(slug: str) -> None:
    assert abs(score(load()[slug])) < DOUBT


@pytest.mark.parametrize("slug", HIDING)
def test_a_redraw_that_sometimes_shows_the_truth_is_detected(slug: str) -> None:
    game = load()[slug]

    def peek(state: Any, seat: int, rng: Rng) -> Any:
        return game.rules.determinize(state, seat, rng) if rng.below(2) else copy.deepcopy(state)

    assert score(replace(game, rules=replace(game.rules, determinize=peek))) > DOUBT


@pytest.mark.parametrize("slug", sorted(load()))
def test_a_redrawn_world_has_no_answers_of_others_and_no_future_draws(slug: str) -> None:
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
