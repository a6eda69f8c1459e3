"""Rules alone: random decisions per CPU second on one core, finding the legal moves included; and listing all moves."""

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
    """Whole matches among random bots for about so many CPU seconds."""
    options: Any = game.rules.options.defaults(seats, "live")
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
    """List the moves of every decision of so many matches among bots of this kind, two at a table; each once."""
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
    """The game with the most moves by far: with promo cards, in matches of random and of house bots."""
    game = load()[DUEL]
    options = game.rules.options(promo=True)
    gc.freeze()  # as the processes of a site: a collection of all that was loaded takes longer than any list
    return [list_moves(game, kind, matches, options) for kind, matches in (("random", 200), ("house", 20))]
