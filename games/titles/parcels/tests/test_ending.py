"""End of the game (PC-60 to PC-84); worked examples W11 to W15."""

import pytest

from games.kernel import engine
from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import cards, hand, lines, play, storage


@pytest.mark.clause("PC-39", "PC-60", "PC-61", "PC-62", "PC-63", "PC-84")
def test_w11_going_out() -> None:
    position = place([[8, 8], [1, 5], [7, 7]], [2, 2, 6], turn=2, table=[6, 6], owner=1, deck=[3])
    events = play(position, 2, "7-7")
    assert game.rules.result(position.state) == [2, 3, 1]
    assert lines(events) == [
        "Cy plays 7-7 (2 cards, total 14); 0 left.",
        "Cy delivers everything and wins round 1. Places: 2. Ann (8, 8), 3. Bo (1, 5).",
        "Final: 1. Cy, 2. Ann, 3. Bo.",
    ]
    assert position.state.deck == [3]


@pytest.mark.clause("PC-62", "PC-63", "PC-65", "PC-88")
def test_w12_places() -> None:
    position = place([[3, 4, 8], [7], [2, 5, 5], [1, 2]], [1, 6], turn=1)
    play(position, 1, "7")
    assert position.state.last.places == [3, 1, 4, 2]
    for seat in (None, 0, 1, 2, 3):
        assert engine.view_for(game, position, seat).last.hands == [[3, 4, 8], [], [2, 5, 5], [1, 2]]


@pytest.mark.clause("PC-64", "PC-84")
def test_equal_hands_share_a_place_and_the_next_is_skipped() -> None:
    position = place([[3, 5], [7], [4, 4], [1, 1, 1]], [1, 6], turn=1)
    play(position, 1, "7")
    assert game.rules.result(position.state) == [2, 1, 2, 4]


W13 = [
    (3, "2,5,5,8", [8, 2]),
    (4, "1,3,3,5,7,8", [8, 7, 1]),
    (5, "1,2,4,6,6,8", [8, 6, 4, 1]),
    (4, "4,4,4,4", [4, 4, 4]),
    (5, "3,3,7", [7, 3, 3, None]),
    (5, "2,6,6", [6, 2, None, None]),
]


@pytest.mark.clause("PC-66", "PC-67", "PC-68", "PC-69", "PC-70", "PC-71", "PC-72", "PC-73", "PC-74", "PC-75", "PC-77")
@pytest.mark.parametrize(("seats", "shown", "taken"), W13)
def test_w13_hand_outs(seats: int, shown: str, taken: list[int | None]) -> None:
    # Seat 0 goes out; seat 1 is second with two cards, seat 2 third with three, and so on.
    hands = [[8], *([seat] * (seat + 1) for seat in range(1, seats))]
    position = place(hands, cards(shown), rounds=3, deck=[6, 6])
    play(position, 0, "8")
    handed_out = position.state.last.handed_out
    assert [one.seat for one in handed_out] == list(range(seats - 1, 0, -1))
    assert [one.card for one in handed_out] == taken
    piles = [[card] if card else [] for card in taken]
    assert position.state.piles == [[], *reversed(piles)]


@pytest.mark.clause("PC-72")
def test_with_two_active_seats_the_only_taker_takes_the_highest() -> None:
    position = place([[8], [1, 2], []], [1, 4, 7], rounds=3, left=[2])
    play(position, 0, "8")
    assert position.state.piles == [[], [7], []]


@pytest.mark.clause("PC-74")
def test_no_score_cards_from_an_empty_storage() -> None:
    position = place([[8], [1, 2], [1]], [], rounds=3, deck=[])
    events = play(position, 0, "8")
    assert position.state.piles == [[], [], []]
    assert "Bo takes no card." in lines(events)


@pytest.mark.clause("PC-76")
def test_shared_places_are_split_in_turn_order_after_the_winner() -> None:
    # Seats 0, 1 and 3 hold the same; seat 2 wins. In turn order after it: 3, 0, 1, so 1 counts as the last.
    position = place([[4, 4], [4, 4], [8], [4, 4]], [1, 3, 7, 8], turn=2, rounds=3)
    play(position, 2, "8")
    assert position.state.last.places == [2, 2, 1, 2]
    assert [(one.seat, one.card) for one in position.state.last.handed_out] == [(1, 8), (0, 7), (3, 1)]


@pytest.mark.clause("PC-66")
def test_a_single_round_hands_out_nothing() -> None:
    position = place([[8], [1, 2], [1]], [1, 5], rounds=1)
    play(position, 0, "8")
    assert position.state.piles == [[], [], []]
    assert storage(position) == [1, 5]


@pytest.mark.clause("PC-66", "PC-78", "PC-81", "PC-82")
def test_w14_end_of_a_match() -> None:
    hands = [[1], [7], [1, 2]]
    position = place(hands, [1, 4, 8], turn=1, rounds=3, round=3, piles=[[7], [8], [2, 3]], wins=[1, 1, 0], deck=[5, 5])
    events = play(position, 1, "7")
    assert [player.points for player in engine.view_for(game, position, None).players] == [8, 8, 13]
    assert position.state.wins == [1, 2, 0]
    assert game.rules.result(position.state) == [2, 1, 3]
    assert lines(events)[1:] == [
        "Bo delivers everything and wins round 3. Places: 2. Ann (1), 3. Cy (1, 2).",
        "Cy takes 8 (13 points).",
        "Ann takes 1 (8 points).",
        "Final: 1. Bo (8), 2. Ann (8), 3. Cy (13).",
    ]


@pytest.mark.clause("PC-83")
def test_equal_points_and_rounds_share_the_rank() -> None:
    hands = [[1], [7], [1, 2], [1, 1, 1]]
    piles = [[7], [], [5], [1]]
    position = place(hands, [1, 3, 8], turn=1, rounds=3, round=3, piles=piles, wins=[1, 0, 1, 0])
    play(position, 1, "7")
    assert [player.points for player in engine.view_for(game, position, None).players] == [8, 0, 8, 9]
    assert game.rules.result(position.state) == [2, 1, 2, 4]


@pytest.mark.clause("PC-06", "PC-79", "PC-80")
def test_w15_next_round() -> None:
    hands = [[3], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
    position = place(hands, [1, 3, 5, 7, 8], rounds=3, deck=[5, 5])
    events = play(position, 0, "3")
    assert [(one.seat, one.card) for one in position.state.last.handed_out] == [(3, 8), (2, 7), (1, 1)]
    assert [len(hand(position, seat)) for seat in range(4)] == [9, 9, 9, 9]
    assert len(storage(position)) == 4 and len(position.state.deck) == 37
    assert (position.step, position.state.turn, position.state.round, position.state.trick) == ("lead", 0, 2, 1)
    assert lines(events)[-1].startswith("Round 2 of 3: Ann leads. Storage ")
    assert position.state.wins == [1, 0, 0, 0]


@pytest.mark.clause("PC-60", "PC-77")
def test_the_table_meld_is_not_handed_out() -> None:
    position = place([[8, 8], [1, 2], [1]], [2, 2], rounds=3, round=3, turn=0)
    play(position, 0, "8-8")
    assert position.state.piles == [[], [2], [2]]
    assert position.state.table == [8, 8]


@pytest.mark.clause("PC-79")
def test_score_piles_stay_until_the_end() -> None:
    position = place([[8], [1, 2], [1]], [1, 5], rounds=3, round=2, piles=[[6], [7], [8]])
    play(position, 0, "8")
    assert position.state.round == 3
    assert position.state.piles == [[6], [7, 5], [8, 1]]
    assert sum(map(sum, position.state.hands)) + sum(position.state.storage) + len(position.state.deck) == 75
