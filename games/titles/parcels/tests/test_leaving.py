"""Leaving (PC-98 to PC-103); worked example W16."""

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import NAMES, act, hand, leave, lines, play, refusal, storage, take


@pytest.mark.clause("PC-98", "PC-100", "PC-101")
def test_w16_leaving() -> None:
    hands = [[2, 2], [3, 3], [5, 5], [4, 4, 4], [8, 8]]
    position = place(hands, [1, 1, 5, 7], turn=4, table=[7], owner=3, deck=[6, 2])
    before = list(position.state.discard)
    events = leave(position, 3)
    assert position.state.discard[4] == before[4] + 3
    assert position.state.discard[7] == before[7] + 1
    assert storage(position) == [1, 1, 5, 6, 7]
    assert (position.step, position.state.turn) == ("lead", 4)
    assert lines(events) == [
        "Di resigns. Hand discarded: 4, 4, 4.",
        "Trick to Ed. A 6 joins storage (5 cards).",
    ]
    play(position, 4, "8-8")
    assert game.rules.result(position.state)[3] == 5


@pytest.mark.clause("PC-98")
def test_a_seat_that_left_can_neither_act_nor_leave_again() -> None:
    position = place([[1, 4], [7, 7], [2, 2]], [2, 2, 6])
    leave(position, 1)
    assert refusal(position, 1, "play", cards=[7]) == "You have left this match. (PC-98)"
    assert refusal(position, 1, "plan", moves=[]) == "You have left this match. (PC-98)"
    with pytest.raises(IllegalMove) as refused:
        engine.drop(game, position, 1, "resigned")
    assert str(refused.value) == "You have left this match. (PC-98)"
    assert hand(position, 1) == [] and position.state.hands[1] == [0] * 9


@pytest.mark.clause("PC-98")
def test_a_leaving_player_loses_the_plan() -> None:
    position = place([[1, 4], [7, 7], [2, 2]], [2, 2, 6])
    act(position, 1, "plan", moves=[{"kind": "play", "cards": [7]}])
    events = leave(position, 1, "removed")
    assert position.state.plans == [[], [], []]
    assert lines(events) == ["Bo runs out of time. Hand discarded: 7, 7."]


@pytest.mark.clause("PC-99")
def test_the_next_seat_leads_when_the_leader_leaves() -> None:
    position = place([[1, 4], [7, 7], [2, 2]], [2, 2, 6])
    leave(position, 0)
    assert (position.step, position.state.turn) == ("lead", 1)


@pytest.mark.clause("PC-99")
def test_the_next_seat_follows_when_a_follower_on_turn_leaves() -> None:
    position = place([[1, 4], [7, 7], [2, 2], [3, 3]], [2, 2, 6], turn=1, table=[5], owner=0, deck=[8])
    leave(position, 1)
    assert (position.step, position.state.turn, position.state.table) == ("follow", 2, [5])


@pytest.mark.clause("PC-99", "PC-94")
def test_a_plan_fires_when_the_seat_before_it_leaves() -> None:
    position = place([[1, 4], [7, 7], [2, 2], [3, 3]], [2, 2, 6], turn=1, table=[5], owner=0, deck=[8])
    act(position, 2, "plan", moves=[{"kind": "pass", "take": 6, "add": None}])
    leave(position, 1)
    assert hand(position, 2) == [2, 2, 6] and position.state.turn == 3


@pytest.mark.clause("PC-99", "PC-54")
def test_the_trick_ends_when_the_last_seat_yet_to_pass_leaves() -> None:
    position = place([[1, 4], [7, 7], [2, 2], [3, 3]], [2, 6], turn=3, table=[5], owner=0, passed=[1, 2], deck=[8])
    events = leave(position, 3)
    assert (position.step, position.state.turn) == ("lead", 0)
    assert lines(events)[1] == "Trick to Ann. An 8 joins storage (3 cards)."


@pytest.mark.clause("PC-98", "PC-54")
def test_a_waiting_seat_can_leave_without_changing_the_turn() -> None:
    position = place([[1, 4], [7, 7], [2, 2], [3, 3]], [2, 6], turn=2, table=[5], owner=0, passed=[1], deck=[8])
    leave(position, 1)
    assert (position.step, position.state.turn, position.state.passed) == ("follow", 2, [])
    take(position, 2, 6)
    take(position, 3, 2)
    assert (position.step, position.state.turn) == ("lead", 0)


@pytest.mark.clause("PC-100")
def test_when_the_owner_leaves_the_next_seat_leads_even_if_it_had_passed() -> None:
    position = place([[1, 4], [7, 7], [2, 2], [3, 3]], [2, 6], turn=2, table=[5], owner=0, passed=[1])
    act(position, 3, "plan", moves=[{"kind": "play", "cards": [3]}])
    events = leave(position, 0)
    assert (position.step, position.state.turn) == ("lead", 1)
    assert storage(position) == [2, 6]  # the deck is empty: no growth (PC-57)
    assert position.state.plans[3] == []  # PC-96
    assert lines(events)[1] == "Trick to Bo. Deck empty."


@pytest.mark.clause("PC-101")
def test_leavers_rank_below_all_others_the_first_last() -> None:
    hands = [[1, 4], [7], [2, 2], [3, 3], [5, 5]]
    position = place(hands, [2, 6], turn=1)
    leave(position, 4)
    leave(position, 0)
    play(position, 1, "7")
    assert game.rules.result(position.state) == [4, 1, 3, 2, 5]


@pytest.mark.clause("PC-88", "PC-102")
def test_the_last_active_seat_wins_at_once_whatever_the_points() -> None:
    piles = [[8, 8], [1], [2]]
    position = place([[1, 4], [7], [2, 2]], [2, 6], turn=1, rounds=3, round=2, piles=piles)
    leave(position, 1)
    events = leave(position, 2, "removed")
    assert game.rules.result(position.state) == [1, 3, 2]
    assert lines(events)[-1] == "Final: 1. Ann (16), 2. Cy (2), 3. Bo (1)."
    seen = engine.view_for(game, position, None)
    assert seen.last.hands[0] == [1, 4] and seen.last.winner is None
    assert seen.last.places == [0, 0, 0] and seen.last.handed_out == []
    assert position.state.piles == [[8, 8], [1], [2]]
    told = game.table.facts(engine.view_for(game, position, None), None, NAMES)
    assert told.end_words == "All others have left the match."


@pytest.mark.clause("PC-103")
def test_seats_that_left_get_no_cards_places_or_score_cards() -> None:
    hands = [[1, 4], [7], [], [2, 2, 2]]
    position = place(hands, [1, 5, 8], turn=1, rounds=3, left=[2], piles=[[], [], [6], []])
    play(position, 1, "7")
    assert position.state.last.places == [2, 1, 0, 3]
    assert [one.seat for one in position.state.last.handed_out] == [3, 0]
    assert position.state.piles == [[1], [], [6], [8]]
    assert [len(hand(position, seat)) for seat in range(4)] == [9, 9, 0, 9]
    assert position.state.deck.count(6) + storage(position).count(6) <= 8
    assert len(position.state.deck) == 80 - 3 - 27 - 4


@pytest.mark.clause("PC-89", "PC-98")
def test_nobody_leaves_after_the_end() -> None:
    position = place([[1, 4], [7], [2, 2]], [2, 6], turn=1)
    play(position, 1, "7")
    with pytest.raises(IllegalMove) as refused:
        engine.drop(game, position, 0, "resigned")
    assert str(refused.value) == "The match is over. (PC-89)"
    with pytest.raises(IllegalMove) as refused:
        engine.play(game, position, 0, Move("play", {"cards": [1]}))
    assert str(refused.value) == "The match is over. (PC-89)"
