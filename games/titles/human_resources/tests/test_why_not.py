"""“Why can't I …?”: what a seat cannot do, which rule forbids it, and how that is worded."""

from games.titles.human_resources import game
from tests.games.test_why_not import reasons


def test_it_names_cards_that_cannot_be_used() -> None:
    found = reasons(game, hand=["M2D", "M6D", "Q1L", "P01D"])
    assert found["HR-46"] == ("The discard pile is empty.", ["Hire Take dark"])
    assert found["HR-80"][1] == ["Hire Pick Up dark"] and found["HR-88"][1] == ["Play the quota Three Light"]
    assert found["HR-25"][1] == ["Place a cubicle on another cubicle"]
    assert found["HR-26"][1] == ["Place a cubicle where it touches only a corner"]
