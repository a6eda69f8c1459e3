"""`manage.py newgame SLUG`: the folder of a new game that plays at once, to be changed from top to bottom."""

import re
import shutil
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import titles
from games.kernel.game import Game
from games.management.commands.recordmatch import record

TEXTS = (".py", ".toml", ".html", ".css", ".txt", ".md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "recorded", "*.pyc")
NEXT = """{title} is in {folder} and plays already. What next:
  1. Write your rules as sentences: clauses.toml. One testable sentence each.
  2. Make them so: state.py, rules.py, view.py, words.py, bot.py. Keep this running meanwhile:
         make author SLUG={slug}
  3. Prove them: tests/test_rules.py, with the number of the clause above each test; manage.py recordmatch {slug}.
  4. Draw the table: table/table.html and table.css; table/mail.txt is the position in an email.
  5. Write the rulebook: manual/index.md, and positions to play in manual/examples.toml.
docs/adding-a-game.md explains each of them."""


class Command(BaseCommand):
    help = "Write the folder of a new game: a copy of the model title under your name. It keeps all laws at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="name of its folder: small letters, digits and _")
        parser.add_argument("--title", help="what people call it; by default the slug in words")
        parser.add_argument("--prefix", help="two or three capitals before the numbers of its rules")

    def handle(self, *args: Any, slug: str, title: str | None, prefix: str | None, **options: Any) -> None:
        model = next(game for game in titles.load_all().values() if game.meta.model)
        title, prefix = title or slug.replace("_", " ").capitalize(), prefix or _free_prefix(slug)
        _check(slug, prefix)
        target = titles.FOLDER / slug
        shutil.copytree(titles.folder(model.meta.slug), target, ignore=LEFT_OUT)
        for path in target.rglob("*"):
            if path.suffix in TEXTS:
                path.write_text(_renamed(path.read_text("utf-8"), model, slug, title, prefix), "utf-8")
        titles.load_all.cache_clear()
        titles.load.cache_clear()
        record(titles.load_all()[slug], target, model.meta.seats[0], ["house", "random"])
        self.stdout.write(NEXT.format(title=title, folder=target, slug=slug))


def _check(slug: str, prefix: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", slug):
        raise CommandError("Use small letters, digits and _ for the slug, and no digit first.")
    if (titles.FOLDER / slug).exists():
        raise CommandError(f"There is a folder games/titles/{slug} already.")
    if not re.fullmatch(r"[A-Z]{2,3}", prefix) or prefix in _prefixes():
        raise CommandError(f"The prefix {prefix} is taken, or is not two or three capitals.")


def _prefixes() -> set[str]:
    return {game.meta.prefix for game in titles.load_all().values()} | {"PLAY"}


def _free_prefix(slug: str) -> str:
    """Two letters of the slug that no game has."""
    letters = re.sub(r"[^a-z]", "", slug).upper()
    pairs = [letters[0] + second for second in letters[1:]] if letters else []
    return next((pair for pair in pairs if pair not in _prefixes()), "")


def _renamed(text: str, model: Game, slug: str, title: str, prefix: str) -> str:
    """The text with the names of the new game; what says of the model that it is one is left out."""
    text = re.sub(rf"\b{model.meta.slug}\b", slug, text).replace(model.meta.title, title)
    text = re.sub(rf"\b{model.meta.prefix}-(?=\d)", f"{prefix}-", text).replace(f'"{model.meta.prefix}"', f'"{prefix}"')
    text = text.replace(model.meta.credit, "Say who made it and what it is based on.").replace("model = true\n", "")
    return text.replace(
        ": the model title. All that a game needs, as short as it can be.", ": say in a line what it is."
    )
