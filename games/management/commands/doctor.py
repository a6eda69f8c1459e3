"""`manage.py doctor`: find inconsistent rows and fix them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import database_backups
from games.operations import doctor


class Command(BaseCommand):
    help = "Find inconsistent rows and say how to fix them. Changes nothing without --fix."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fix", action="store_true", help="fix what can be fixed without a decision of yours")

    def handle(self, *args: Any, **options: Any) -> None:
        with database_backups.running_database():
            left = [finding for finding in doctor.examine() if not self._report(finding, options["fix"])]
        if left:
            raise CommandError(f"To look at: {len(left)}.")
        self.stdout.write("Nothing is wrong.")

    def _report(self, finding: doctor.Finding, may_fix: bool) -> bool:
        """Print a problem and fix it if allowed. Returns whether it is fixed."""
        self.stdout.write(f"- {finding}")
        if not (may_fix and finding.fix):
            return False
        self.stdout.write(f"    Rows fixed: {doctor.fix(finding)}")
        return True
