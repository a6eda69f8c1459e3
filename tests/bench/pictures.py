"""The cost of the picture in a turn email: drawing the position, and rendering the bitmap."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from games.kernel import engine
from games.kernel.game import Game
from games.kernel.laws.random_cases import make_case, walk
from games.mail.png import png
from games.titles import load

TABLES, MOVES, EVERY = 6, 90, 9
NAMES = ("Ann", "Benedikt", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


class Cost(NamedTuple):
    """CPU milliseconds for one picture, and the bytes of the largest."""

    slug: str
    count: int
    mean: float
    late: float
    bytes: int


def all_games() -> list[Cost]:
    """Positions of random matches of each game, seen by a seat that is asked."""
    return [_cost(slug, game) for slug, game in load().items()]


def _cost(slug: str, game: Game) -> Cost:
    found = sorted(_times(game))
    times, sizes = [spent for spent, _ in found], [size for _, size in found]
    return Cost(slug, len(times), sum(times) / len(times), times[len(times) * 95 // 100], max(sizes))


def _times(game: Game) -> Iterator[tuple[float, int]]:
    assert game.mail.picture is not None
    for number in range(TABLES):
        case = make_case(game, number)
        for at, look in enumerate(walk(game, case)):
            if at > MOVES or not look.asked:
                break
            if at % EVERY == 0:
                decision = look.asked[0]
                view = engine.view_for(game, look.position, decision.seat)
                began = time.process_time()
                made = png(game.mail.picture(view, decision, NAMES[: case.seats], decision.seat))
                yield (time.process_time() - began) * 1000, len(made)
