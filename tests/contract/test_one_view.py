"""What a seat may see of a match comes from one place, `LoadedMatch.view_for`, which masks reported words.

The kernel itself, and what plays or compares positions without showing them to anybody, may ask the rules.
"""

import re
from itertools import islice
from pathlib import Path

import pytest

from games.kernel import codec, engine
from games.kernel.laws.random_cases import make_case, walk
from games.titles import load
from tests.contract.test_room_order import MODULES

DOOR = {"games.matches.loaded", "games.matches.hidden_words"}
UNSHOWN = {"games.agreements.takebacks", "games.management.commands.arena"}
ASKED = re.compile(r"(?:engine|rules)\.(?:view_for|view)\(|\bimport (?:.*\W)?mask\b|\bmask\(")
OUTSIDE = [name for name in MODULES if name not in DOOR | UNSHOWN and not name.startswith(("games.kernel", "rulebook"))]


def asking(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text("utf-8").splitlines() if ASKED.search(line)]


def test_only_a_loaded_match_gives_a_view() -> None:
    assert {module: found for module in OUTSIDE if (found := asking(MODULES[module]))} == {}


def test_the_rule_itself() -> None:
    assert all(asking(MODULES[name]) for name in ("games.matches.loaded", *UNSHOWN))
    for line in ("engine.view_for(game, at, 1)", "game.rules.view(s)", "mask(view, hidden)", "from x import mask"):
        assert ASKED.search(line)
    assert not ASKED.search("loaded.view_for(seat)") and not ASKED.search("from x import mask_text")


def test_the_laws_are_for_tests_and_for_the_commands_that_run_them() -> None:
    users = {name for name in MODULES if "kernel.laws" in MODULES[name].read_text("utf-8")}
    assert {name for name in users if not name.startswith("games.kernel.laws")} == {
        "games.management.commands.checkgame",
        "games.management.commands.selfplay",
    }


@pytest.mark.parametrize("slug", load())
def test_a_position_is_shown_alike_before_and_after_it_is_stored(slug: str) -> None:
    """Stored seats are sorted where they are keys; a page that was told live shows the same order after a reload."""
    game = load()[slug]
    for point in (one for number in range(3) for one in islice(walk(game, make_case(game, number)), 0, 200, 4)):
        stored = codec.copy(game, point.position)
        for seat in (None, *range(point.position.seats)):
            assert repr(engine.view_for(game, stored, seat)) == repr(engine.view_for(game, point.position, seat))
