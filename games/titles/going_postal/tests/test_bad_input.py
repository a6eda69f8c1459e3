"""Every refusal of the section "Bad input", word for word, and the order of the checks."""

from typing import Any

import pytest

from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.titles.going_postal import game
from games.titles.going_postal.tests.refusals import POSITIONS, ROWS, Row
from games.titles.going_postal.tests.tables import play, refusal, table

GONE = "GP-146: You cannot act here: this seat does not exist or has left the game."


@pytest.mark.clause("GP-146")
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_refusal_gives_the_reason_and_changes_nothing(row: Row) -> None:
    position = POSITIONS[row.position]()
    before = codec.dump(position)
    with pytest.raises(IllegalMove) as refused:
        engine.play(game, position, row.seat, Move(row.verb, row.args))
    assert str(refused.value) == row.words
    assert codec.dump(position) == before


@pytest.mark.clause("GP-146")
def test_seats_that_do_not_exist_or_have_left_are_refused() -> None:
    position = POSITIONS["turn"]()
    for seat in (-1, 5, 99):
        assert refusal(position, seat, "play", card="going-1", option="b") == GONE
    engine.drop(game, position, 3, "resigned")
    assert refusal(position, 3, "claim") == GONE
    with pytest.raises(IllegalMove, match="this seat does not exist or has left the game"):
        engine.drop(game, position, 3, "resigned")


ODD: list[Any] = [None, True, 3, -1, 1.5, [], [1], {}, {"a": 1}, ["going-1"], "\x00", "x" * 3000]


@pytest.mark.clause("GP-12", "GP-13", "GP-17", "GP-53")
@pytest.mark.parametrize("odd", ODD)
def test_odd_values_are_refused_in_the_same_words(odd: Any) -> None:
    position = POSITIONS["turn"]()
    held = "GP-12: That card is not in the hand you are playing."
    assert refusal(position, 0, "play", card=odd, option="a") == held
    option = "GP-13: That card has no such option; choose one of its options."
    assert refusal(position, 0, "play", card="going-1", option=odd) == option
    if odd != 3:
        truck = "GP-17: Choose a whole number from 1 to 5 for this card."
        assert refusal(position, 0, "play", card="truck-1", option="a", distance=odd) == truck
    if odd is not None:
        nobody = "GP-53: That personality is not in the game."
        assert refusal(position, 0, "play", card="address-1", option="a", target=odd) == nobody


@pytest.mark.clause("GP-78", "GP-90", "GP-51", "GP-122")
@pytest.mark.parametrize("odd", ODD)
def test_odd_lists_are_refused_in_the_same_words(odd: Any) -> None:
    order = "GP-78: A plan needs a mode (ask, always or never), a list of seats and a price from 1 to 3."
    turn, penalty = POSITIONS["turn"](), POSITIONS["penalty"]()
    assert refusal(turn, 3, "orders", mode=odd, targets=[0], max_price=1) == order
    if odd not in ([], [1]):
        assert refusal(turn, 3, "orders", mode="ask", targets=odd, max_price=1) == order
    if odd != 3:
        assert refusal(turn, 3, "orders", mode="ask", targets=[0], max_price=odd) == order
    assert refusal(POSITIONS["sort"](), 0, "order", cards=odd).startswith("GP-90")
    assert refusal(POSITIONS["discard"](), 0, "discard", cards=odd).startswith("GP-51")
    assert refusal(penalty, 1, "exchange", give=odd, takes=["coffee-1"]).startswith("GP-122")
    assert refusal(penalty, 1, "exchange", give="bulk-1", takes=odd).startswith("GP-122")


def test_conditions_are_checked_in_the_order_of_the_specification() -> None:
    position = POSITIONS["postal"]()
    wrong = {"card": "coffee-1", "option": "a", "target": 99}
    assert refusal(position, 0, "play", **wrong).startswith("GP-14")  # checked before the target
    assert refusal(position, 0, "play", card="nonsense", option="z").startswith("GP-12")  # checked before the option
    position = table([["clean", "bulk"]], marked=[1])
    assert refusal(position, 0, "play", card="clean-1", option="a", target=2).startswith("GP-82")
    assert refusal(position, 0, "play", card="clean-1", option="a", target=1, nonsense=1).startswith("PLAY-03")


@pytest.mark.clause("GP-146")
@pytest.mark.parametrize("body", [{}, {"card": "bulk-1"}, {"type": 3}, [], "play", None])
def test_malformed_moves_are_refused_as_unknown_kinds(body: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        codec.move_from(body)
    assert str(validation.unreadable(game, False, refused.value)) == "This kind of move does not exist. (GP-146)"
    assert validation.unreadable(game, True, refused.value).message == "The game is over; no more moves are accepted."


@pytest.mark.clause("GP-53", "GP-118")
def test_a_seat_is_a_number() -> None:
    nobody = "GP-53: That personality is not in the game."
    position = POSITIONS["market"]()
    for odd in ("1", "0", True, 1.0, [1]):
        assert refusal(position, 0, "offer", to=odd, card="first-1", says=None, wants=None) == nobody
        assert refusal(position, 0, "accept", giver=odd, card="first-1") == nobody
        assert refusal(position, 0, "whisper", to=odd, text="Hello") == nobody
        assert refusal(position, 0, "show", to=odd) == nobody
        assert refusal(POSITIONS["turn"](), 0, "play", card="address-1", option="a", target=odd) == nobody
    whispered = POSITIONS["accused"]()
    silent = "GP-118: That personality has not whispered within the last round of turns."
    assert refusal(whispered, 0, "accuse", seat="1") == silent


@pytest.mark.clause("GP-112")
@pytest.mark.parametrize("odd", [0, False, [], {}, 1, "bulk-1"])
def test_a_promise_is_the_name_of_a_card_or_empty(odd: Any) -> None:
    words = "GP-112: Promise and wish must be names of cards, or empty."
    position = POSITIONS["market"]()
    assert refusal(position, 0, "offer", to=1, card="first-1", says=odd, wants=None) == words
    assert refusal(position, 0, "offer", to=1, card="first-1", says=None, wants=odd) == words
    play(position, 0, "offer", to=1, card="first-1", says="", wants=None)


@pytest.mark.clause("GP-78")
def test_a_standing_order_may_name_a_seat_twice_even_if_it_has_left() -> None:
    position = POSITIONS["turn"]()
    engine.drop(game, position, 4, "resigned")
    play(position, 3, "orders", mode="ask", targets=[2, 0, 4, 2, 3], max_price=1)
    assert position.state.orders[3].targets == (0, 2, 3, 4)
