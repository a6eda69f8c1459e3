"""Passing (PC-40 to PC-59); worked examples W4 to W10."""

import pytest

from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import (
    act,
    cards,
    hand,
    legal_plays,
    limits,
    lines,
    play,
    refusal,
    required,
    storage,
    take,
)


@pytest.mark.clause("PC-40", "PC-41", "PC-42", "PC-44", "PC-45")
def test_w4_a_full_pass() -> None:
    held = [2, 4, 5, 5, 7, 8]
    position = place([[1], held, [1], [1]], [1, 1, 4, 6], turn=1, table=[8], owner=0, deck=[3, 8])
    events = take(position, 1, 1, 4)
    assert storage(position) == [3, 4, 4, 6]
    assert limits(position) == (2, 2)
    assert hand(position, 1) == [1, 1, 2, 5, 5, 7, 8]
    assert position.state.deck == [8]
    assert lines(events) == ["Bo passes: takes 2 × 1, adds a 4; turns up 3; 7 in hand."]


@pytest.mark.clause("PC-47")
def test_w5_one_for_one() -> None:
    position = place([[1], [1, 1, 6, 7], [1]], [2, 5, 8], turn=1, table=[8], owner=0, deck=[3, 3])
    assert limits(position) == (1, 1)
    events = take(position, 1, 8, 1)
    assert storage(position) == [1, 2, 5]
    assert hand(position, 1) == [1, 6, 7, 8]
    assert position.state.deck == [3, 3]
    assert limits(position) == (1, 2)
    assert lines(events) == ["Bo passes: takes 1 × 8, adds a 1; turns up nothing; 4 in hand."]


@pytest.mark.clause("PC-46")
def test_w6_full_after_growth() -> None:
    position = place([[1], [4, 8], [1], [1]], [2, 2, 2, 5, 6, 8], turn=1, table=[8], owner=0, deck=[1, 1, 7, 3])
    events = take(position, 1, 2)
    assert storage(position) == [1, 1, 5, 6, 7, 8]
    assert limits(position) == (2, 4)
    assert hand(position, 1) == [2, 2, 2, 4, 8]
    assert position.state.deck == [3]
    assert lines(events) == ["Bo passes: takes 3 × 2, adds nothing; turns up 1, 1, 7; 5 in hand."]


@pytest.mark.clause("PC-46", "PC-49", "PC-50")
def test_w7_short_deck() -> None:
    position = place([[1, 1], [4], [1, 2], [7]], [3, 5, 5, 5, 8], turn=1, table=[8], owner=0, deck=[8])
    discarded = list(position.state.discard)
    assert sum(discarded) > 50
    events = take(position, 1, 5)
    assert storage(position) == [3, 8, 8]
    assert lines(events) == [
        "Bo passes: takes 3 × 5, adds nothing; turns up 8; 4 in hand. Deck empty, storage has 3 cards."
    ]
    take(position, 2, 3, 1)
    assert storage(position) == [1, 8, 8]
    assert position.state.discard == discarded


@pytest.mark.clause("PC-20", "PC-51", "PC-52", "PC-57", "PC-58")
def test_w8_empty_storage() -> None:
    position = place([[2, 2, 3], [4], [1, 8]], [6], turn=1, table=[7], owner=0)
    take(position, 1, 6)
    assert storage(position) == []
    assert legal_plays(position) == {"8"}
    assert refusal(position, 2, "pass", take=None, add=1) == (
        "Storage is empty: pass without taking or adding. (PC-51)"
    )
    assert refusal(position, 2, "pass", take=6) == "Storage is empty: pass without taking or adding. (PC-51)"
    events = act(position, 2, "pass")
    assert lines(events) == ["Cy passes; storage is empty.", "Trick to Ann. Deck empty."]
    assert hand(position, 2) == [1, 8]
    assert (position.step, position.state.turn) == ("lead", 0)
    assert legal_plays(position) == {"2", "3"}


@pytest.mark.clause("PC-54", "PC-55", "PC-56", "PC-58")
def test_w9_trick_end() -> None:
    hands = [[1, 2, 8], [3], [3], [3]]
    position = place(hands, [2, 3, 6, 6], table=[5, 6], owner=1, passed=[2, 3], deck=[7, 4, 1])
    before = list(position.state.discard)
    events = take(position, 0, 6, 1)
    assert storage(position) == [1, 2, 3, 4, 7]
    assert limits(position) == (1, 4)
    assert (position.step, position.state.turn) == ("lead", 1)
    assert position.state.deck == [1]
    assert hand(position, 0) == [2, 6, 6, 8]
    assert position.state.discard[5] == before[5] + 1 and position.state.discard[6] == before[6] + 1
    assert lines(events) == [
        "Ann passes: takes 2 × 6, adds a 1; turns up 7; 4 in hand.",
        "Trick to Bo. A 4 joins storage (5 cards).",
    ]


@pytest.mark.clause("PC-45", "PC-49", "PC-57")
@pytest.mark.parametrize(("deck", "shown", "turned_up"), [([7], [1, 2, 3, 7], "; turns up 7"), ([], [1, 2, 3], "")])
def test_the_last_card_of_the_deck_fills_up_storage_and_none_joins_it(
    deck: list[int], shown: list[int], turned_up: str
) -> None:
    """The last pass of a trick draws twice: to refill storage, then one card for the trick."""
    position = place([[1, 2, 8], [3], [3], [3]], [2, 3, 6, 6], table=[5, 6], owner=1, passed=[2, 3], deck=deck)
    events = take(position, 0, 6, 1)
    assert (storage(position), position.state.deck) == (shown, [])
    said = f"Ann passes: takes 2 × 6, adds a 1{turned_up}"
    assert lines(events)[0].startswith(said) and lines(events)[1] == "Trick to Bo. Deck empty."


@pytest.mark.clause("PC-18", "PC-38", "PC-54")
def test_w10_a_whole_trick_with_a_return() -> None:
    position = place([[3, 5, 5], [1, 7, 8], [6, 6], [2, 2]], [1, 4, 5, 8], deck=[3, 3, 8, 8, 1, 1])
    turns = [
        (0, "3", None, "1,4,5,8", 0),
        (1, 4, 1, "1,1,5,8", 1),
        (2, "6", None, "1,1,5,8", 0),
        (3, 8, 2, "1,1,2,5", 1),
        (0, 5, None, "1,1,2,3", 2),
        (1, "7", None, "1,1,2,3", 0),
        (2, 3, None, "1,1,2,3", 1),
        (3, 1, 8, "2,3,8,8", 2),
    ]
    for seat, what, add, shown, passes in turns:
        assert position.state.turn == seat
        _ = play(position, seat, what) if isinstance(what, str) else take(position, seat, what, add)
        assert storage(position) == cards(shown)
        assert len(position.state.passed) == passes
    events = take(position, 0, 2, 5)
    assert events[0].data["storage"] == 4
    assert storage(position) == [3, 5, 8, 8, 8]
    assert (position.step, position.state.turn) == ("lead", 1)
    assert [hand(position, seat) for seat in range(4)] == [[2, 5, 5], [4, 8], [3, 6], [1, 1, 2]]
    assert position.state.deck == [1, 1]


@pytest.mark.clause("PC-41")
def test_a_number_must_be_taken_and_all_of_it_is() -> None:
    position = place([[1], [1, 6], [1]], [2, 2, 2, 8], turn=1, table=[8], owner=0, deck=[3, 3, 3])
    assert refusal(position, 1, "pass") == "Choose a number in storage to take. (PC-41)"
    assert refusal(position, 1, "pass", take=None, add=6) == "Choose a number in storage to take. (PC-41)"
    assert refusal(position, 1, "pass", take=5) == "There is no 5 in storage. (PC-41)"
    take(position, 1, 2)
    assert hand(position, 1) == [1, 2, 2, 2, 6]


@pytest.mark.clause("PC-42", "PC-43")
def test_one_card_of_another_number_may_be_added() -> None:
    position = place([[1], [2, 6, 8], [1]], [2, 8], turn=1, table=[8], owner=0, deck=[3, 3, 3])
    assert refusal(position, 1, "pass", take=2, add=[6]) == "You may add only one card. (PC-42)"
    assert refusal(position, 1, "pass", take=2, add=2) == "You took the 2s, so you may not add a 2. (PC-43)"
    assert refusal(position, 1, "pass", take=8, add=8) == "You took the 8s, so you may not add an 8. (PC-43)"
    assert refusal(position, 1, "pass", take=2, add=5) == "You do not hold a 5 to add. (PC-42)"
    take(position, 1, 2, 8)
    assert storage(position) == [8, 8]


@pytest.mark.clause("PC-44")
def test_an_added_card_starts_a_stack_where_there_is_none() -> None:
    position = place([[1], [2, 6], [1]], [3, 8], turn=1, table=[8], owner=0, deck=[3])
    take(position, 1, 8, 6)
    assert storage(position) == [3, 6]


@pytest.mark.clause("PC-48")
def test_take_and_add_are_one_decision_made_before_anything_is_turned_up() -> None:
    decisions = []
    for top in (3, 7):
        position = place([[1], [2, 6], [1]], [3, 8], turn=1, table=[8], owner=0, deck=[top, 5])
        decisions.append(required(position))
    assert decisions[0] == decisions[1]
    fields = next(action for action in decisions[0].actions if action.verb == "pass").fields
    assert [field.name for field in fields] == ["take", "add"]


@pytest.mark.clause("PC-53")
def test_a_pass_ends_the_turn_and_taken_cards_can_be_played_later() -> None:
    position = place([[1, 1], [2, 6], [1, 1]], [7, 8], turn=1, table=[6], owner=0, deck=[3])
    take(position, 1, 7)
    assert position.state.turn == 2
    assert refusal(position, 1, "play", cards=[7]) == "It is not your turn. (PC-89)"
    take(position, 2, 3)  # the trick is over
    play(position, 0, "1")
    play(position, 1, "7")
    assert position.state.table == [7]


@pytest.mark.clause("PC-54")
def test_the_owner_does_not_pass_on_its_own_meld() -> None:
    position = place([[1, 1], [2, 6], [1, 1]], [7, 8], turn=1, table=[6], owner=0, deck=[3, 4, 5])
    take(position, 1, 7)
    take(position, 2, 8)
    assert (position.step, position.state.turn) == ("lead", 0)
    assert position.state.trick == 2


@pytest.mark.clause("PC-51")
def test_the_bare_pass_is_a_legal_move_of_the_form_too() -> None:
    position = place([[2, 2], [4], [1, 8]], [], turn=1, table=[7], owner=0)
    decision = required(position)
    listed = game.rules.by_name["follow"].moves(position.state, decision)
    assert [move.args for move in listed if move.verb == "pass"] == [{"take": None, "add": None}]
    act(position, 1, "pass", take=None, add=None)
    assert position.state.passed == [1]
