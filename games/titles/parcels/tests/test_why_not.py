"""“Why can't I …?”: what a seat cannot do, which rule forbids it, and how that is worded."""

from games.table.why_not import reasons_for
from games.titles.parcels import game
from tests.games.test_why_not import reasons


def test_it_names_melds_that_are_too_weak_and_too_long() -> None:
    found = reasons(game, hands=[[1, 1, 1, 1, 8], [2], [3]], storage=[2, 2, 3], table=[4, 4], owner=2)
    assert found["PC-33"] == ("The table shows 2 cards: you need at least as many.", ["Play 1", "Play 8"])
    assert found["PC-23"][1] == ["Play 1-1-1-1", "Play 1-1-1"]
    assert found["PC-34"] == ("With 2 cards you need a total above 8.", ["Play 1-1"])


def test_it_tells_the_leader_to_play() -> None:
    found = reasons(game, hands=[[1, 2], [2], [3]], storage=[2, 3, 5])
    assert found["PC-16"] == ("You lead this trick: you must play cards.", ["Pass"])


def test_a_seat_that_is_not_asked_learns_why() -> None:
    position = game.manual.scene(hands=[[1, 2], [2], [3]], storage=[2, 3, 5])  # type: ignore[misc]
    (one,) = reasons_for(game, position, 1)
    assert (one.clause, one.sentence) == ("PC-89", "It is not your turn.")
