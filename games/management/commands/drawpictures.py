"""`manage.py drawpictures [SLUG]`: draw the pictures of one game, or of all, into its folder pictures/."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.titles import folder, load_all


class Command(BaseCommand):
    help = "Redraw the pictures of a game (or all) from its data and keep them as files in its folder pictures/."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", choices=sorted(load_all()), metavar="SLUG")

    def handle(self, *args: Any, slug: str | None = None, **options: Any) -> None:
        for name in [slug] if slug else sorted(load_all()):
            game, changed = load_all()[name], 0
            drawn = game.manual.pictures() if game.manual.pictures else {}
            for picture, text in drawn.items():
                path = folder(name) / "pictures" / f"{picture}.svg"
                if not path.is_file() or path.read_text("utf-8") != text:
                    path.write_text(text, encoding="utf-8")
                    changed += 1
            self.stdout.write(f"{game.meta.title}: {len(drawn)} drawn, {changed} new or changed")
