"""How often does a bot win against others? One seat has it, and the seats take turns with each shuffle.

    python tests/arena.py [--matches 400] [--seats 2 4] [--bot strong] [--rivals house] [SLUG ...]

For each game and number of seats: how many times its fair share the bot wins, with a 95 % confidence interval, and the
CPU time of its moves. `manage.py arena` compares two bots by rating instead, API bots included.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import Struct

from games.kernel import bots
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles import load_all

SURE = 1.96  # standard errors on each side of a 95 % confidence interval


class Contest(Struct, frozen=True):
    """A game, a number of seats, and who plays whom."""

    slug: str
    seats: int
    bot: str
    rivals: str


class Timed:
    """A policy that notes the CPU seconds of its moves."""

    def __init__(self, name: str) -> None:
        self.policy, self.seconds = bots.POLICIES[name], list[float]()

    def __call__(self, game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
        started = time.process_time()
        move = self.policy(game, position, decision, rng)
        self.seconds.append(time.process_time() - started)
        return move


def played(contest: Contest, number: int) -> tuple[float, list[float]]:
    """Match `number`: how many times its fair share the bot won, and the seconds of each of its moves."""
    title, seats = load_all()[contest.slug], contest.seats
    mine, timed = number % seats, Timed(contest.bot)
    kinds = ["bot" if seat == mine else "rival" for seat in range(seats)]
    policies = {"bot": timed, "rival": bots.POLICIES[contest.rivals]}
    shuffle = bots.seed_from("arena", number // seats)
    ranks = bots.self_play(title, seats, shuffle, title.rules.options.defaults(seats, "live"), kinds, None, policies)
    return share(ranks.result, mine), timed.seconds


def share(ranks: list[int], seat: int) -> float:
    """This seat's part of the first place, as a multiple of a fair share."""
    return len(ranks) * (ranks[seat] == 1) / ranks.count(1)


def verdict(contest: Contest, shares: list[float], seconds: list[float]) -> str:
    error = SURE * stdev(shares) / sqrt(len(shares))
    return (
        f"{contest.slug}, {contest.seats} seats: {contest.bot} wins {fmean(shares):.2f} (± {error:.2f}) times its fair "
        f"share against {contest.rivals} in {len(shares)} matches; CPU per move {1000 * fmean(seconds):.0f} ms, "
        f"at most {1000 * max(seconds):.0f} ms"
    )


def hold(contest: Contest, matches: int, jobs: int) -> str:
    """Play all matches of a contest on all cores, with progress on stderr."""
    shares, seconds = list[float](), list[float]()
    with Pool(jobs) as pool:
        for won, spent in pool.imap_unordered(partial(played, contest), range(matches)):
            shares.append(won)
            seconds += spent
            print(f"\r{contest.slug}, {contest.seats}: {len(shares)} of {matches}", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr)
    return verdict(contest, shares, seconds)


def contests(wanted: argparse.Namespace) -> Iterator[Contest]:
    titles = load_all()
    for slug in wanted.slugs or sorted(titles):
        for seats in titles[slug].meta.seats:
            if seats in (wanted.seats or [seats]):
                yield Contest(slug, seats, wanted.bot, wanted.rivals)


def main() -> None:
    parser = argparse.ArgumentParser(description="How often does a bot win against others?")
    parser.add_argument("slugs", nargs="*", help="games; all if none is named")
    parser.add_argument("--matches", type=int, default=400, help="per game and number of seats")
    parser.add_argument("--seats", type=int, nargs="*", help="only these numbers of seats")
    parser.add_argument("--bot", choices=bots.KINDS, default="strong")
    parser.add_argument("--rivals", choices=bots.KINDS, default="house")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    for contest in contests(wanted):
        print(hold(contest, max(2, wanted.matches), wanted.jobs), flush=True)


if __name__ == "__main__":
    main()
