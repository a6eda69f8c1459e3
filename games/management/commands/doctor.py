"""`manage.py doctor`: rows that contradict each other, and how to mend them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import database_files
from games.operations import doctor


class Command(BaseCommand):
    help = "Look for inconsistent rows and say how to mend them. Changes nothing without --mend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mend", action="store_true", help="mend what can be mended without a decision of yours")

    def handle(self, *args: Any, **options: Any) -> None:
        with database_files.running_database():
            left = [finding for finding in doctor.examine() if not self._told(finding, options["mend"])]
        if left:
            raise CommandError(f"{len(left)} things to look at.")
        self.stdout.write("Nothing is wrong.")

    def _told(self, finding: doctor.Finding, may_mend: bool) -> bool:
        """Say what is wrong; True if it is mended now."""
        self.stdout.write(f"- {finding}")
        if not (may_mend and finding.mend):
            return False
        self.stdout.write(f"    Rows mended: {doctor.mend(finding)}")
        return True
