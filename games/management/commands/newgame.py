"""`manage.py newgame SLUG`: create the folder of a new game, a working copy of the model title to rewrite."""

import re
import shutil
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import titles
from games.kernel.game import Game
from games.management.commands.recordmatch import record

TEXTS = (".py", ".toml", ".html", ".css", ".txt", ".md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "recorded", "*.pyc")
NEXT = """Created {title} in {folder}. It is playable already. Next steps:
  1. Number your rules in clauses.toml, one for each testable fact, and tell them in manual/index.md.
  2. Implement them in state.py, rules.py, view.py, words.py and bot.py. Meanwhile, keep this running:
         make author SLUG={slug}
  3. Test each clause in tests/test_rules.py, and record a match: manage.py recordmatch {slug}
  4. Design the table: table/table.html and table.css. `position_words` in words.py is the position in emails.
  5. Write the rulebook in manual/index.md, examples in manual/examples.toml, and drawings in drawing.py.
docs/adding-a-game.md explains each step."""


class Command(BaseCommand):
    help = "Create the folder of a new game: a renamed copy of the model title, which passes all checks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="name of its folder: lowercase letters, digits and _")
        parser.add_argument("--title", help="shown to players; by default made from the slug")
        parser.add_argument("--prefix", help="prefix of its rule ids: two or three capital letters")

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
        raise CommandError("Use lowercase letters, digits and _ for the slug, and do not start with a digit.")
    if (titles.FOLDER / slug).exists():
        raise CommandError(f"The folder games/titles/{slug} already exists.")
    if not re.fullmatch(r"[A-Z]{2,3}", prefix) or prefix in _prefixes():
        raise CommandError(f"The prefix {prefix} is taken, or not two or three capital letters. Set one with --prefix.")


def _prefixes() -> set[str]:
    return {game.meta.prefix for game in titles.load_all().values()} | {"PLAY"}


def _free_prefix(slug: str) -> str:
    """Two letters of the slug that are not taken yet, or ""."""
    letters = re.sub(r"[^a-z]", "", slug).upper()
    pairs = [letters[0] + second for second in letters[1:]] if letters else []
    return next((pair for pair in pairs if pair not in _prefixes()), "")


def _renamed(text: str, model: Game, slug: str, title: str, prefix: str) -> str:
    """The text with the model's names replaced, and without the sentences about its being a model."""
    text = re.sub(rf"\b{model.meta.slug}\b", slug, text).replace(model.meta.title, title)
    text = re.sub(rf"\b{model.meta.prefix}-(?=\d)", f"{prefix}-", text).replace(f'"{model.meta.prefix}"', f'"{prefix}"')
    text = text.replace(model.meta.credit, "State who made it and what it is based on.").replace("model = true\n", "")
    return text.replace(": the model title, a complete game as short as possible.", ": describe it in one line.")
