"""The games. One folder is one game; a new folder needs no edit elsewhere.

A title may import the kernel and `drawing`, never another title.
Door: `load` gives the games that players are offered, `load_all` model titles too.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from games.kernel.game import Game

FOLDER = Path(__file__).parent


def _found() -> dict[str, Game]:
    folders = sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))
    games = [import_module(f"{__name__}.{name}").game for name in folders]
    return {game.meta.slug: game for game in sorted(games, key=lambda game: game.meta.title)}


@cache
def load_all() -> dict[str, Game]:
    """Every game found beside this file, by slug, in alphabetical order of its title."""
    return _found()


@cache
def load() -> dict[str, Game]:
    """The games that players are offered: all but the model titles, unless `offer_models` was called."""
    return {slug: game for slug, game in load_all().items() if not game.meta.model or _offered}


_offered: list[bool] = []


def offer_models() -> None:
    """Offer model titles from now on. For authors; the site does it where its environment says so."""
    _offered.append(True)
    load.cache_clear()


def folder(slug: str) -> Path:
    """Where a game's files are. KeyError for an unknown slug."""
    return FOLDER / load_all()[slug].meta.slug
