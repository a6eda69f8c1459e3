"""No test or script outside a title's folder refers to it by folder, name or rule.

Tests of the site use every game, or one that `tests/samples.py` chooses by its properties. Tests for a single game
belong in its folder.
"""

import re
from pathlib import Path

import pytest

from games.titles import load

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
NAMES = "|".join(re.escape(word) for game in OFFERED for word in (game.meta.slug, game.meta.title))
RULES = "|".join(game.meta.prefix for game in OFFERED)
NAMED = re.compile(rf"(?<![a-z])(?:{NAMES})(?![a-z])|\b(?:{RULES})-\d", re.IGNORECASE)


def scripts() -> list[Path]:
    found = {path for place in PLACES for path in ROOT.glob(place) if path.is_file() and path.suffix != ".pyc"}
    return sorted(found)


def test_nothing_outside_its_folder_names_a_title() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in scripts()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.meta.slug)
def test_the_rule_itself(game: object) -> None:
    meta = load()[game.meta.slug].meta  # type: ignore[attr-defined]
    for line in (f'start("{meta.slug}")', f"from games.titles.{meta.slug} import", f"a match of {meta.title}."):
        assert NAMED.search(line)
    assert NAMED.search(f'clause("{meta.prefix}-35")') and not NAMED.search(
        "a parcel of dinosaurian size, UTF-8, PLAY-04"
    )
