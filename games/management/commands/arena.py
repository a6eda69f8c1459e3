"""`manage.py arena A B --matches 200`: let two bots play each other in this process, without a site.

A bot is a built-in kind (house, easy, strong, random) or a file with a function `choose(match, decision)`, like the
bots of clients/python. Such a bot sees what the API would send, and its moves are handled as its runner does.
"""

import importlib.util
import sys
from collections.abc import Callable
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

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
WIDTH = 40  # characters of the progress bar
Choose = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]


class Command(BaseCommand):
    help = "Let two bots play each other and print the rating difference between them. Progress goes to stderr."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bots", nargs=2, metavar="BOT", help=f"{', '.join(bots.KINDS)}, or a file.py with choose()")
        parser.add_argument("--game", choices=sorted(load_all()), required=True, metavar="SLUG")
        parser.add_argument("--seats", type=int, help="default: the smallest table; A and B alternate around it")
        parser.add_argument("--matches", type=int, default=200)
        parser.add_argument("--seed", default="0", help="any word; the same one gives the same shuffles")

    def handle(self, *args: Any, game: str, matches: int, seed: str, **options: Any) -> None:
        title, rivals = load_all()[game], options["bots"]
        seats = options["seats"] or title.meta.seats[0]
        if matches < 2 or seats not in range(2, 21):
            raise CommandError("Play at least two matches, with at least two seats.")
        policies = dict(zip("AB", map(_policy, rivals), strict=True))
        chosen = title.rules.options.defaults(seats, "live")
        scores = []
        for number in range(matches):
            kinds = ["AB"[(seat + number) % 2] for seat in range(seats)]  # each shuffle twice, with seats swapped
            shuffle = bots.seed_from("arena", seed, number // 2)
            try:
                played = bots.self_play(title, seats, shuffle, chosen, kinds, policies=policies)
            except IllegalMove as refused:
                raise CommandError(str(refused)) from None
            scores.append(score(played.result, kinds))
            self._show(number + 1, matches)
        self.stdout.write(verdict(rivals, scores))

    def _show(self, done: int, matches: int) -> None:
        filled = WIDTH * done // matches
        end = "\n" if done == matches else ""
        self.stderr.write(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {matches}", ending=end)
        self.stderr.flush()


def score(ranks: list[int], kinds: list[str]) -> float:
    """The share of its rivals that A beat, from 0 to 1; a tie is half a win."""
    pairs = [
        (rank, other)
        for rank, kind in zip(ranks, kinds, strict=True)
        for other, rival in zip(ranks, kinds, strict=True)
        if (kind, rival) == ("A", "B")
    ]
    return fmean(1.0 if rank < other else 0.5 if rank == other else 0.0 for rank, other in pairs)


def verdict(names: list[str], scores: list[float]) -> str:
    """The result in words: the share of wins, and the rating difference (400 points for odds of ten to one)."""
    mean, error = fmean(scores), stdev(scores) / sqrt(len(scores))
    least, middle, most = (points(mean + way * SURE * error, len(scores)) for way in (-1, 0, 1))
    sure = "A is better" if least > 0 else "B is better" if most < 0 else "either may be better"
    return (
        f"A = {names[0]}, B = {names[1]}, {len(scores)} matches\n"
        f"A won {100 * mean:.1f} % (± {100 * SURE * error:.1f})\n"
        f"Rating difference {middle:+.0f}, 95 % of the time between {least:+.0f} and {most:+.0f}: {sure}."
    )


def points(share: float, count: int) -> float:
    """The Elo difference for this share of wins, capped as if at most `count` - 0.5 of `count` matches were won."""
    share = min(max(share, 0.5 / count), 1 - 0.5 / count)
    return 400 * log10(share / (1 - share))


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
