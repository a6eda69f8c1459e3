"""“Why can't I …?”: what a seat cannot do now, with the rule and the sentence."""

from games.titles.going_postal import game
from tests.games.test_why_not import reasons


def test_it_explains_options_of_the_other_state_and_illegal_targets() -> None:
    scene = {"hands": [["coffee", "watch"]], "stamps": [1, 0, 0, 0], "marked": [2], "pile": ["bulk"]}
    found = reasons(game, **scene)
    assert found["GP-14"] == ("This option needs a sane personality.", ["Coffee Break: move 0"])
    assert found["GP-58"] == ("That personality already has a marker stamp.", ["Watch List aimed at {2}"])
    assert found["GP-59"][1] == ["Watch List aimed at {0}"] and found["GP-12"][1] == ["Pass"]
