"""`manage.py backup FILE`: writes the whole database to one file, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import database_backups


class Command(BaseCommand):
    help = "Write the whole database to a new file. The site can keep running."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"].absolute()
        if path.exists():
            raise CommandError(f"{path} already exists. Choose another name.")
        if not path.parent.is_dir():
            raise CommandError(f"There is no directory {path.parent}.")
        with database_backups.running_database():
            try:
                database_backups.dump(path)
            except OSError as error:
                raise CommandError(f"Can't write to {path.parent}: {error.strerror}.") from None
        size = path.stat().st_size / 1_000_000
        self.stdout.write(f"{path}: {size:.1f} MB. Back up PLAYPOST_SECRET_KEY as well, in another place.")
