"""Bots in files at `manage.py selfplay`: they play as they would on a site; who is better, by how much, how surely."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management import file_bots
from games.management.commands import selfplay
from tests.samples import LARGEST

EXAMPLES = Path(file_bots.CLIENT) / "examples"


def difference(capsys: Any, slug: str, bot: Path, rival: str, matches: int) -> Any:
    """The rating points between these bots: {"least": ..., "points": ..., "most": ...}."""
    call_command("selfplay", slug, "--bots", f"{bot},{rival}", "--matches", str(matches), "--json")
    return json.loads(capsys.readouterr().out)["rating_difference"]


def test_a_random_bot_of_the_api_plays_as_ours(capsys: Any) -> None:
    found = difference(capsys, LARGEST, EXAMPLES / "random_bot.py", "house", 2)
    assert found["least"] <= found["points"] <= found["most"]


@pytest.mark.parametrize(
    ("ranks", "kinds", "expected"),
    [([1, 2], "AB", 1.0), ([1, 1], "AB", 0.5), ([1, 2, 3], "ABA", 0.5), ([1, 2, 3, 4], "ABAB", 0.75)],
)
def test_scores_compare_each_of_a_with_each_of_b(ranks: list[int], kinds: str, expected: float) -> None:
    assert selfplay.score(ranks, list(kinds), "A") == expected


def test_the_difference_is_elo_with_bounds() -> None:
    assert selfplay.points(10 / 11, 1000) == 400
    assert selfplay.points(1.0, 50) == -selfplay.points(0.0, 50) and selfplay.points(1.0, 50) < 1000


@pytest.mark.parametrize("bot", ["nobody.py", EXAMPLES / "README.md"])
def test_what_is_no_bot(capsys: Any, bot: Any) -> None:
    with pytest.raises(CommandError):
        difference(capsys, LARGEST, bot, "house", 2)
