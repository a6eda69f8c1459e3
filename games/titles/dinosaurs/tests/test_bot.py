"""The house bot knows every card, and the example of a bot for this game beats chance."""

from typing import Any

from games.titles.dinosaurs.bot import IN_HAND
from games.titles.dinosaurs.cards import CARDS
from tests.games.test_arena import EXAMPLES, run


def test_the_house_bot_knows_what_each_instant_card_is_worth() -> None:
    assert set(IN_HAND) == {card.kind for card in CARDS.values() if card.value is None}


def test_it_beats_chance(capsys: Any) -> None:
    said, _ = run(capsys, EXAMPLES / "dinosaurs_bot.py", "random", "--game", "dinosaurs", "--matches", 40)
    assert "A won" in said and "B is better" not in said
