"""The games that tests of the site play, chosen by their properties: no test outside a title's folder names a title.

Tests for a single game belong in that game's folder. All of these have hidden hands. If a simpler title than GAME is
added, it takes its place, and tests that use GAME's verbs have to move to its folder.
"""

import re
from typing import Any

import pytest

from games.kernel import codec
from games.titles import folder, load

_OFFERED = {slug: game for slug, game in load().items() if not game.meta.model}


def _simplest(*slugs: str) -> str:
    return min(slugs, key=lambda slug: (len(_OFFERED[slug].clauses), slug))


def seats_of(slug: str, wanted: int = 3) -> int:
    """The possible seat count closest to `wanted`."""
    return min(_OFFERED[slug].meta.seats, key=lambda seats: abs(seats - wanted))


def short_options(slug: str) -> dict[str, Any]:
    """Options for a short match: the game's preset named "Short" or "Quick", if it has one."""
    found = [one for one in _OFFERED[slug].meta.presets if one.title in ("Short", "Quick")]
    return {**found[0].options, **found[0].per_seat} if found else {}


def quick_first(*cases: Any) -> list[Any]:
    """Parameters of a test that takes long: the first is tried in the quick part, the others in the slow one."""
    slow = (pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases[1:])
    return [cases[0], *slow]


GAME = _simplest(*(slug for slug, game in _OFFERED.items() if 2 not in game.meta.seats))  # for three, in turns
TITLE = _OFFERED[GAME].meta.title
DUEL = _simplest(*(slug for slug, game in _OFFERED.items() if game.meta.seats == (2,)))
FROM_TWO = _simplest(*(slug for slug, game in _OFFERED.items() if game.meta.seats[:2] == (2, 3)))  # all answer at once
LARGEST = max(_OFFERED, key=lambda slug: max(_OFFERED[slug].meta.seats))
SHORT = short_options(GAME)
LONG = codec.plain(_OFFERED[GAME].rules.options.defaults(3, "live"))
PREFIX = _OFFERED[GAME].meta.prefix.lower()
GAME_FIRST = quick_first(GAME, *(slug for slug in sorted(_OFFERED) if slug != GAME))
RULE = re.findall(rf"{PREFIX}-\d+", (folder(GAME) / "manual" / "index.md").read_text().lower())[20]  # as in addresses
