"""The rules alone: random decisions per CPU second on one core, with finding legal moves; and listing all moves."""

import gc
import time
from dataclasses import dataclass
from typing import Any

from games.kernel import bots, legal_moves
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Event
from games.titles import load
from tests.samples import DUEL


@dataclass(frozen=True)
class Speed:
    """Decisions per CPU second of one game at one seat count."""

    slug: str
    seats: int
    per_second: float
    decisions: int


def random_play(game: Game, seats: int, seconds: float = 4.0) -> Speed:
    """Play whole matches among random bots for about this many CPU seconds."""
    options: Any = game.rules.options.defaults(seats, "live")
    decisions, number, began = 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        seed = bots.seed_from("bench", game.meta.slug, seats, number)
        decisions += bots.self_play(game, seats, seed, options, ["random"] * seats).decisions
        number += 1
    return Speed(game.meta.slug, seats, decisions / (time.process_time() - began), decisions)


def all_games(seconds: float = 4.0) -> list[Speed]:
    """Measure each game with the fewest and the most seats."""
    return [
        random_play(game, seats, seconds)
        for game in load().values()
        for seats in sorted({game.meta.seats[0], game.meta.seats[-1]})
    ]


@dataclass(frozen=True)
class Listing:
    """CPU milliseconds to list all legal moves of a decision, and the largest list."""

    slug: str
    kind: str
    mean: float
    worst: float
    most: int
    decisions: int


def list_moves(game: Game, kind: str, matches: int, options: Any) -> Listing:
    """List the moves of every decision in this many two-seat matches among bots of this kind, once each."""
    times: list[float] = []
    most = 0

    def watch(position: AnyPosition, asked: list[Decision], events: list[Event]) -> None:
        nonlocal most
        for decision in asked:
            began = time.process_time()
            moves = legal_moves.moves(game, position, decision)
            times.append(time.process_time() - began)
            most = max(most, len(moves))

    for number in range(matches):
        seed = bots.seed_from("list", game.meta.slug, kind, number)
        bots.self_play(game, 2, seed, options, [kind] * 2, watch)
    return Listing(game.meta.slug, kind, 1000 * sum(times) / len(times), 1000 * max(times), most, len(times))


def longest_lists() -> list[Listing]:
    """Measure the game with by far the most moves: with promo cards, in matches of random and of house bots."""
    game = load()[DUEL]
    options = game.rules.options(promo=True)
    gc.freeze()  # like the processes of a site; otherwise garbage collection would dominate
    return [list_moves(game, kind, matches, options) for kind, matches in (("random", 200), ("house", 20))]
