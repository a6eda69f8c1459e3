"""`manage.py backup FILE`: the whole database in one file, while matches run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import database_files


class Command(BaseCommand):
    help = "Write the whole database to a new file. The site may run meanwhile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"].absolute()
        if path.exists():
            raise CommandError(f"{path} exists. Choose another name.")
        if not path.parent.is_dir():
            raise CommandError(f"There is no directory {path.parent}.")
        with database_files.database_there():
            database_files.dump(path)
        size = path.stat().st_size / 1_000_000
        self.stdout.write(f"{path}: {size:.1f} MB. Keep PLAYPOST_SECRET_KEY as well, in another place.")
