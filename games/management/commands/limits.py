"""`manage.py limits`: every limit of the site as the table in docs/hosting/limits.md, which a test compares."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string
from jinja2 import Environment, StrictUndefined

PAGE = Path(__file__).with_name("limits.md")


def page() -> str:
    """The page as Markdown, with each limit from the module that keeps it."""
    template = Environment(undefined=StrictUndefined, keep_trailing_newline=True).from_string(PAGE.read_text("utf-8"))
    return template.render(of=import_string, settings=settings)


class Command(BaseCommand):
    help = "Print every limit of the site as a Markdown page."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(page(), ending="")
