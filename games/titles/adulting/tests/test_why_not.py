"""“Why can't I …?”: what a seat cannot do, and the rule and sentence that say so."""

from games.titles.adulting import game
from tests.games.test_why_not import reasons

DIAMOND = ["Place Diamonds in hearts", "Place Diamonds in clubs"]
HEIRLOOM = ["Place Hearts, Heirloom in clubs", "Place Hearts, Heirloom in diamonds"]


def test_why_not_lists_columns_texts_and_cases() -> None:
    found = reasons(game, hands={0: ["rnk06", "rnk05"]})
    assert found["AD-35"] == ("That card does not fit in that column.", [*DIAMOND, *HEIRLOOM])
    assert found["AD-45"][1] == ["Use Heirloom"] and found["AD-33"][1] == ["Play two cards"]
    assert "Sue a player" in found["AD-150"][1]
