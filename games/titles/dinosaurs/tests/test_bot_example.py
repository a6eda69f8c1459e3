"""The example of a bot for this game beats chance."""

from typing import Any

from tests.games.test_arena import EXAMPLES, run


def test_it_beats_chance(capsys: Any) -> None:
    said, _ = run(capsys, EXAMPLES / "dinosaurs_bot.py", "random", "--game", "dinosaurs", "--matches", 40)
    assert "A won" in said and "B is better" not in said
