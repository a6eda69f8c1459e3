"""The games, one per folder. Adding a folder adds a game, without changes elsewhere.

A title may import the kernel and `drawing`, but not another title.
Door: `load` returns the games offered to players, `load_all` includes model titles.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.kernel.data import Meta
from games.kernel.game import Game, NoOptions, Rules

FOLDER = Path(__file__).parent
MISSING: Any = None


class Games(dict[str, Game]):
    """Games by slug. Lists still name a game whose folder is gone, and its matches count as unreadable."""

    def __missing__(self, slug: str) -> Game:
        facts: dict[str, Any] = {
            "prefix": "",
            "tagline": "",
            "aim": "",
            "seats": (*range(1, 10),),
            "minutes": (0, 0),
            "manual": (),
        }
        meta = Meta(slug=slug, title=slug.replace("_", " ").title(), credit="", rules=0, **facts)
        parts = dict.fromkeys(("setup", "view", "result", "drop", "determinize", "audit"), MISSING)
        rules = Rules[Any, Any, Any](state=NoOptions, options=NoOptions, steps=(), **parts)
        return Game(meta=meta, clauses={}, rules=rules, bot=MISSING, table=MISSING)


def _found() -> dict[str, Game]:
    folders = sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))
    games = [import_module(f"{__name__}.{name}").game for name in folders]
    return Games({game.meta.slug: game for game in sorted(games, key=lambda game: game.meta.title)})


@cache
def load_all() -> dict[str, Game]:
    """All games by slug, sorted by title."""
    return _found()


@cache
def load() -> dict[str, Game]:
    """The games offered to players, by slug: without model titles, unless `offer_models` was called."""
    return Games({slug: game for slug, game in load_all().items() if not game.meta.model or _offered})


_offered: list[bool] = []


def offer_models() -> None:
    """Offer model titles from now on. Called if PLAYPOST_MODEL_GAMES is set."""
    _offered.append(True)
    load.cache_clear()


def folder(slug: str) -> Path:
    """The folder of a game, which may be gone."""
    return FOLDER / load_all()[slug].meta.slug


def cover(slug: str) -> str:
    """The static path of a game's cover; "" if it has none."""
    return f"titles/{slug}/cover.svg" if (folder(slug) / "pictures/cover.svg").exists() else ""
