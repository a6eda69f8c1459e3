"""`manage.py recordmatch SLUG`: a match of bots for the tests of a game. From now on it must replay to its end."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.kernel import bots
from games.kernel.game import Game
from games.titles import folder, load_all


class Command(BaseCommand):
    help = "Record a match of bots in tests/recorded of a game. Recorded matches must replay: law 10."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", choices=sorted(load_all()), metavar="SLUG")
        parser.add_argument("--seats", type=int, help="default: the smallest table of the game")
        parser.add_argument("--bots", nargs="+", choices=bots.KINDS, default=["house", "random"])
        parser.add_argument("--seed", default="recorded", help="any word; the same one gives the same match")

    def handle(self, *args: Any, slug: str, seats: int | None, bots: list[str], seed: str, **options: Any) -> None:
        game = load_all()[slug]
        path = record(game, folder(slug), seats or game.meta.seats[0], bots, seed)
        self.stdout.write(f"{path} is written.")


def record(game: Game, title: Path, seats: int, kinds: Sequence[str], seed: str = "recorded") -> Path:
    """Play a match among bots of these kinds in turn and write it into the folder of this title."""
    sitting = [kinds[seat % len(kinds)] for seat in range(seats)]
    found = bots.record_match(game, seats, bots.seed_from(seed), {}, sitting)
    path = title / "tests" / "recorded" / f"{'-'.join(kinds)}-{seats}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")
    return path
