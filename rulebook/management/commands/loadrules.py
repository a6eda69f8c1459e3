"""`manage.py loadrules`: renders new and changed manuals."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulebook import library


class Command(BaseCommand):
    help = "Render new and changed manuals, and make them searchable."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line about the result. CommandError with all mistakes, after everything else has been loaded."""
        changed, problems = library.load()
        if problems:
            raise CommandError("\n".join(["Some manuals have mistakes.", *problems]))
        words = "1 manual" if changed == 1 else f"{changed} manuals"
        self.stdout.write(f"{words} rendered" if changed else "nothing new", ending="")
