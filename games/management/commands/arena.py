"""`manage.py arena A B --game SLUG`: how much better is bot A than bot B? Played here, without a site.

One seat has A, the others B, and the seats take turns with each shuffle. A bot is a built-in kind (house, easy, strong,
random) or a file with a function `choose(match, decision)`, like the bots of clients/python. Such a bot sees what the
API would send, and its moves are handled as its runner does.
"""

import importlib.util
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache, partial
from math import log10, sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel import bots, codec, engine
from games.kernel.bots import Policy
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles import load_all

CLIENT = Path(settings.BASE_DIR) / "clients" / "python"
TRIES = 3  # refused moves before the default is played, as in playpost_bot.runner
SURE = 1.96  # standard errors on each side of a 95 % confidence interval
Choose = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]


class Contest(NamedTuple):
    """A game, a number of seats, and who plays whom."""

    slug: str
    seats: int
    bot: str
    rivals: str
    seed: str


class Score(NamedTuple):
    """A match: how many times its fair share A won, the share of its rivals that it beat, the seconds of its moves."""

    won: float
    beaten: float
    seconds: list[float]


class Command(BaseCommand):
    help = "Let two bots play each other on all cores and print how much better one is. Progress goes to stderr."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bots", nargs=2, metavar="BOT", help=f"{', '.join(bots.KINDS)}, or a file.py with choose()")
        parser.add_argument("--game", nargs="*", choices=sorted(load_all()), metavar="SLUG", help="default: all")
        parser.add_argument("--seats", type=int, nargs="*", help="only these numbers of seats")
        parser.add_argument("--matches", type=int, default=200, help="per game and number of seats")
        parser.add_argument("--seed", default="0", help="any word; the same one gives the same shuffles")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)

    def handle(self, *args: Any, bots: list[str], game: list[str], matches: int, **options: Any) -> None:
        if matches < 2:
            raise CommandError("Play at least two matches.")
        bot, rivals = bots
        for name in bots:
            _policy(name)  # before anything is played
        for contest in contests(game, options["seats"], bot, rivals, options["seed"]):
            self.stdout.write(verdict(contest, self._hold(contest, matches, options["jobs"])))

    def _hold(self, contest: Contest, matches: int, jobs: int) -> list[Score]:
        """Play all matches of a contest."""
        play, numbers, scores = partial(played, contest), range(matches), list[Score]()
        with Pool(jobs) if jobs > 1 else nullcontext() as pool:
            for score in pool.imap_unordered(play, numbers) if pool else map(play, numbers):
                scores.append(score)
                self.stderr.write(f"\r{contest.slug}, {contest.seats}: {len(scores)} of {matches}", ending="")
        self.stderr.write("")
        return scores


def contests(slugs: list[str], seats: list[int], bot: str, rivals: str, seed: str) -> Iterator[Contest]:
    """Those of these games (none: of all) at these numbers of seats (none: all that the game has)."""
    for slug in slugs or sorted(load_all()):
        for count in load_all()[slug].meta.seats:
            if count in (seats or [count]):
                yield Contest(slug, count, bot, rivals, seed)


def played(contest: Contest, number: int) -> Score:
    """The score of match `number`."""
    title, seats, seconds = load_all()[contest.slug], contest.seats, list[float]()
    mine = number % seats
    kinds = ["bot" if seat == mine else "rival" for seat in range(seats)]
    policies = {"bot": _timed(_policy(contest.bot), seconds), "rival": _policy(contest.rivals)}
    shuffle = bots.seed_from("arena", contest.seed, number // seats)
    options = title.rules.options.defaults(seats, "live")
    ranks = bots.self_play(title, seats, shuffle, options, kinds, policies=policies).result
    return Score(share(ranks, mine), beaten(ranks, mine), seconds)


def share(ranks: list[int], seat: int) -> float:
    """This seat's part of the first place, as a multiple of a fair share."""
    return len(ranks) * (ranks[seat] == 1) / ranks.count(1)


def beaten(ranks: list[int], seat: int) -> float:
    """The share of its rivals that this seat beat, from 0 to 1; a tie is half a win."""
    rivals = ranks[:seat] + ranks[seat + 1 :]
    return fmean((ranks[seat] < other) + (ranks[seat] == other) / 2 for other in rivals)


def verdict(contest: Contest, scores: list[Score]) -> str:
    """The result in words: the share of wins, and the rating difference (400 points for odds of ten to one)."""
    count, seconds = len(scores), [second for score in scores for second in score.seconds]
    won, doubt = _mean([score.won for score in scores])
    mean, error = _mean([score.beaten for score in scores])
    least, middle, most = (points(one, count) for one in (mean - error, mean, mean + error))
    sure = "A is better" if least > 0 else "B is better" if most < 0 else "either may be better"
    return (
        f"{contest.slug}, {contest.seats} seats, A = {contest.bot}, B = {contest.rivals}, {count} matches\n"
        f"A wins {won:.2f} (± {doubt:.2f}) times its fair share\n"
        f"Rating difference {middle:+.0f}, 95 % of the time between {least:+.0f} and {most:+.0f}: {sure}.\n"
        f"CPU per move {1000 * fmean(seconds):.0f} ms, at most {1000 * max(seconds):.0f} ms"
    )


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean, and how far off it may be."""
    return fmean(values), SURE * stdev(values) / sqrt(len(values))


def points(share: float, count: int) -> float:
    """The Elo difference for this share of wins, capped as if at most `count` - 0.5 of `count` matches were won."""
    share = min(max(share, 0.5 / count), 1 - 0.5 / count)
    return 400 * log10(share / (1 - share))


def _timed(policy: Policy, seconds: list[float]) -> Policy:
    """The same policy, which notes the CPU seconds of its moves."""

    def timed(*asked: Any) -> Move | None:
        began = time.process_time()
        move = policy(*asked)
        seconds.append(time.process_time() - began)
        return move

    return timed


@cache
def _policy(name: str) -> Policy:
    """A built-in bot, or one loaded from a file. Raises CommandError."""
    if name in bots.KINDS:
        return bots.POLICIES[name]
    path = Path(name)
    if not path.is_file():
        raise CommandError(f"There is no bot {name!r}. Name a file, or one of {', '.join(bots.KINDS)}.")
    if str(CLIENT) not in sys.path:
        sys.path.append(str(CLIENT))  # examples import playpost_bot
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise CommandError(f"{name} has no function choose(match, decision).")
    return as_policy(module.choose)


def as_policy(choose: Choose) -> Policy:
    """Adapt an API bot to the kernel: it sees only its seat's view and its decision."""

    def policy(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional or decision.clock.pace == "standing":
            return None
        match = {
            "game": game.meta.slug,
            "seat": decision.seat,
            "names": [f"Seat {seat}" for seat in range(position.seats)],
            "view": codec.plain(engine.view_for(game, position, decision.seat)),
        }
        for _ in range(TRIES):
            try:
                move = codec.move_from(choose(match, codec.plain(decision)))
                engine.play(game, codec.copy(game, position), decision.seat, move, position.id_of(decision))
            except IllegalMove:
                continue
            return move
        return decision.default

    return policy
