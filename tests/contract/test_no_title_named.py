"""No test or script outside a title's folder refers to it by folder, name or rule.

Tests of the site use every game, or one that `tests/samples.py` chooses by its properties. Tests for a single game
belong in its folder.
"""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.kernel.game import Game
from games.titles import load
from tests.contract.naming import names_of

ROOT = Path(__file__).resolve().parents[2]
PLACES = (
    "tests/**/*",
    "*/management/commands/*.py",
    ".ci/*",
    "Makefile",
    "requirements/*",
    "deploy/**/*",
    "config/**/*.py",
)
OFFERED = [game for game in load().values() if not game.meta.model]
RULES = re.compile("|".join(rf"\b{game.meta.prefix}-\d" for game in OFFERED))
NAMES = [names_of(game.meta) for game in OFFERED]


def is_naming(line: str) -> bool:
    return bool(RULES.search(line)) or any(names.search(line) for names in NAMES)


def scripts() -> list[Path]:
    data = (".pyc", ".sql")  # compiled files, and the rows of an old site
    found = {path for place in PLACES for path in ROOT.glob(place) if path.is_file() and path.suffix not in data}
    return sorted(found)


def test_nothing_outside_its_folder_names_a_title() -> None:
    texts = ((path, path.read_text("utf-8", "replace")) for path in scripts())
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path, text in texts
        if is_naming(text)  # first whole files, which is faster
        for number, line in enumerate(text.splitlines(), 1)
        if is_naming(line)
    ]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.meta.slug)
def test_the_rule_itself(game: Game) -> None:
    meta = game.meta
    for line in (f'start(slug="{meta.slug}")', f"from games.titles.{meta.slug} import", f"/rules/{meta.slug}/"):
        assert is_naming(line)
    assert is_naming(f'clause("{meta.prefix}-35")') and not is_naming("a parcel of dinosaurian size, UTF-8, PLAY-04")


@pytest.mark.parametrize(("slug", "title"), [("go", "Go"), ("set", "Set"), ("fresh", "Fresh")])
def test_common_words_can_be_titles(slug: str, title: str) -> None:
    names = names_of(replace(OFFERED[0].meta, slug=slug, title=title))
    assert names.search(f'if game == "{slug}":') and names.search(f"games/titles/{slug}/bot.py")
    for path in scripts():
        assert not names.search(path.read_text("utf-8", "replace")) or path == Path(__file__)
