"""`manage.py loadrules`: render the manuals of all games that are new or have changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulebook import library


class Command(BaseCommand):
    help = "Render the manuals of all games that are new or have changed, and make them searchable."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line about what was done; CommandError with all mistakes, after everything else has been loaded."""
        changed, problems = library.load()
        if problems:
            raise CommandError("Manuals with mistakes. " + " ".join(problems))
        words = "1 manual" if changed == 1 else f"{changed} manuals"
        self.stdout.write(f"{words} rendered" if changed else "nothing new", ending="")
