"""`manage.py clauses [SLUG] [--json]`: lists for each clause whether it is in the manual, in code and in tests."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulebook.clause_index import PLATFORM, Traced, slugs, trace


class Command(BaseCommand):
    help = f"List where each clause appears. SLUG: a game or {PLATFORM!r}. Fails if a testable clause has no test."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", choices=slugs(), metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, slug: str | None = None, **options: Any) -> None:
        found = {name: trace(name) for name in ([slug] if slug else slugs())}
        if options["json"]:
            self.stdout.write(msgspec.json.encode(found).decode())
        else:
            self._print(found)
        unproved = [one.id for traced in found.values() for one in traced if one.is_testable and not one.tests]
        if unproved:
            raise CommandError(f"No tests for {', '.join(unproved)}", returncode=1)

    def _print(self, found: dict[str, list[Traced]]) -> None:
        self.stdout.write(f"{'clause':10} {'manual':>6} {'code':>5} {'tests':>5}")
        for slug, traced in found.items():
            self.stdout.write(f"{slug}: {len(traced)} clauses")
            for one in traced:
                tests = one.tests if one.is_testable else "-"
                self.stdout.write(
                    f"{one.id:10} {'yes' if one.shown else 'no':>6} {'yes' if one.in_code else 'no':>5} {tests!s:>5}"
                )
