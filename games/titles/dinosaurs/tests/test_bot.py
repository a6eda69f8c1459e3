"""The house bot values every card, and the example bot for this game beats random play."""

from typing import Any

from games.titles.dinosaurs.bot import IN_HAND
from games.titles.dinosaurs.cards import CARDS
from tests.games.test_arena import EXAMPLES, run


def test_the_house_bot_values_every_instant_card() -> None:
    assert set(IN_HAND) == {card.kind for card in CARDS.values() if card.value is None}


def test_the_example_bot_beats_random_play(capsys: Any) -> None:
    said, _ = run(capsys, EXAMPLES / "dinosaurs_bot.py", "random", "--game", "dinosaurs", "--seats", 2, "--matches", 40)
    assert "A wins" in said and "B is better" not in said
