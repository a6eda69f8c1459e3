"""Rules alone: random decisions per CPU second on one core, finding the legal moves included."""

import time
from dataclasses import dataclass
from typing import Any

from games.kernel import bots
from games.kernel.step import Game
from games.titles import load


@dataclass(frozen=True)
class Speed:
    """Decisions per CPU second of one game at one seat count."""

    slug: str
    seats: int
    per_second: float
    decisions: int


def random_play(game: Game, seats: int, seconds: float = 4.0) -> Speed:
    """Whole matches among random bots for about so many CPU seconds."""
    options: Any = game.options.defaults(seats, "live")  # type: ignore[attr-defined]
    decisions, number, began = 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        seed = bots.seed_from("bench", game.meta.slug, seats, number)
        decisions += bots.self_play(game, seats, seed, options, ["random"] * seats).decisions
        number += 1
    return Speed(game.meta.slug, seats, decisions / (time.process_time() - began), decisions)


def all_games(seconds: float = 4.0) -> list[Speed]:
    """Each game at its smallest and its largest seat count."""
    return [
        random_play(game, seats, seconds)
        for game in load().values()
        for seats in sorted({game.meta.seats[0], game.meta.seats[-1]})
    ]
