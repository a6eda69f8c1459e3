"""`manage.py restore FILE`: replaces the whole database with a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config import database_backups
from config.postgres import close_connections


class Command(BaseCommand):
    help = "Replace the whole database with a backup and migrate it to this version. Stop the site first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="overwrite a database that is not empty")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"].absolute()
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        with database_backups.running_database():
            self._check(options["replace"])
            database_backups.load(path)
            call_command("migrate", interactive=False, verbosity=0)
            if settings.COLLECTED:  # manuals name static files, which a new machine does not have yet
                call_command("collectstatic", interactive=False, verbosity=0)
            call_command("loadrules", stdout=self.stdout)
        self.stdout.write(
            "\nRestored. Start the site: all deadlines move by the time since the backup. "
            "Emails sent since the backup may be sent again. What was played since then is gone: tell the players, "
            "with an announcement on the staff pages."
        )

    def _check(self, may_replace: bool) -> None:
        """Refuse while the site runs (its processes would overwrite restored matches) or if the database has data."""
        is_empty = not connection.introspection.table_names()
        close_connections()
        if others := database_backups.other_connections():
            raise CommandError(f"The database has {others} other connections. Stop the site first.")
        if not (is_empty or may_replace):
            raise CommandError("The database is not empty. Add --replace to overwrite it.")
