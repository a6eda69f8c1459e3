"""“Why can't I …?”: what a seat cannot do now, with the rule and the sentence."""

import pytest

from games.table.why_not import reasons_for
from games.titles.going_postal import game
from games.titles.going_postal.scene import table
from tests.games.test_why_not import reasons


def test_it_explains_options_of_the_other_state_and_illegal_targets() -> None:
    scene = {"hands": [["coffee", "watch"]], "stamps": [1, 0, 0, 0], "marked": [2], "pile": ["bulk"]}
    found = reasons(game, **scene)
    assert found["GP-14"] == (
        "This option needs a sane personality.",
        ["Choose an option for sane personalities", "Coffee Break: move 0"],
    )
    assert found["GP-58"] == ("That personality already has a marker stamp.", ["Watch List aimed at {2}"])
    assert found["GP-59"][1] == ["Watch List aimed at {0}"] and found["GP-12"][1] == ["Pass"]


def test_it_explains_marks_and_options_for_postal_personalities_to_the_sane() -> None:
    wanted = ["Choose an option for postal personalities", "Mark another personality"]
    assert reasons(game, hands=[["bulk", "first"]], pile=["bulk"])["GP-14"][1] == wanted
    postal = reasons(game, hands=[["bulk", "first"]], stamps=[1, 0, 0, 0], pile=["bulk"])
    assert postal["GP-57"] == ("No card of this hand marks anybody.", ["Mark another personality"])


# The space where Sam stands, the vendetta stamps of the seat, and the rule that forbids it to take over.
CASES = [(0, 0, "GP-70"), (3, 2, "GP-70"), (4, 0, "GP-71"), (4, 0, "GP-62")]


@pytest.mark.parametrize(("sam", "stamps", "clause"), CASES)
def test_it_explains_why_nobody_can_take_over(sam: int, stamps: int, clause: str) -> None:
    out = [] if clause == "GP-62" else [3]
    position = table([["bulk", "first"]], out=out, vendetta={3: stamps}, sam=sam)
    found = {one.clause: one.words for one in reasons_for(game, position, 3)}
    assert found[clause] == ["Take over this turn"]
