"""The example of a bot for this game beats chance."""

from typing import Any

from tests.games.test_file_bots import EXAMPLES, difference


def test_it_beats_chance(capsys: Any) -> None:
    assert difference(capsys, "dinosaurs", EXAMPLES / "dinosaurs_bot.py", "random", 40)["most"] > 0
