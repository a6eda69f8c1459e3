"""`manage.py checkgame [SLUG]`: try the laws of the kernel on one game or on all, and say which one broke where."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel.game import Game
from games.kernel.laws import contract
from games.kernel.laws.random_cases import make_case
from games.titles import folder, load_all


class Command(BaseCommand):
    help = "Play random matches of a game (or all) and check the laws that each must keep. Ends with 1 if one broke."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", choices=sorted(load_all()), metavar="SLUG")
        parser.add_argument("--matches", type=int, default=20, help="random tables for each law (default 20)")
        parser.add_argument("--first", type=int, default=0, help="number of the first table (default 0)")
        parser.add_argument("--law", type=int, action="append", default=[], help="only this law; may be repeated")

    def handle(self, *args: Any, slug: str | None = None, **options: Any) -> None:
        broken = 0
        for name in [slug] if slug else sorted(load_all()):
            game = load_all()[name]
            self.stdout.write(f"{game.meta.title}: {options['matches']} tables for each law")
            for entry in contract.LAWS.values():
                if not options["law"] or entry.number in options["law"]:
                    broken += not self._holds(game, entry, options["first"], options["matches"])
            if not options["law"] or contract.RECORDED in options["law"]:
                broken += not self._records_hold(game)
        if broken:
            raise CommandError(f"{broken} broken", returncode=1)

    def _holds(self, game: Game, entry: contract.Law, first: int, count: int) -> bool:
        for number in range(first, first + count):
            try:
                entry.check(game, make_case(game, number))
            except contract.LawBroken as error:
                self.stdout.write(f"  law {entry.number:2}: BROKEN at table {number}")
                self.stderr.write(f"  {error}")
                return False
        self.stdout.write(f"  law {entry.number:2}: {entry.name}")
        self.stdout.flush()
        return True

    def _records_hold(self, game: Game) -> bool:
        try:
            count = contract.recorded_matches(game, folder(game.meta.slug) / "tests" / "recorded")
        except contract.LawBroken as error:
            self.stdout.write(f"  law {contract.RECORDED}: BROKEN")
            self.stderr.write(f"  {error}")
            return False
        self.stdout.write(f"  law {contract.RECORDED}: {count} recorded matches replay")
        return True
