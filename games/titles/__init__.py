"""The games. One folder is one game; a new folder needs no edit elsewhere.

A title may import the kernel and nothing else, never another title.
Door: `load` finds all folders.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from games.kernel.game import Game

FOLDER = Path(__file__).parent


@cache
def load() -> dict[str, Game]:
    """Every game found beside this file, by slug, in alphabetical order of its title."""
    folders = sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))
    games = [import_module(f"{__name__}.{name}").game for name in folders]
    return {game.meta.slug: game for game in sorted(games, key=lambda game: game.meta.title)}


def folder(slug: str) -> Path:
    """Where a game's files are. KeyError for an unknown slug."""
    return FOLDER / load()[slug].meta.slug
