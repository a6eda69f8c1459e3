"""Blitz (GP-94 to GP-106), and its combinations (GP-131, GP-132)."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.going_postal import game
from games.titles.going_postal.tests.tables import (
    decision,
    lines,
    play,
    play_card,
    refusal,
    required,
    seen,
    table,
    verbs,
)

BLITZ = {"blitz": True}


def blitz(hands: list[list[str]], **facts: Any) -> AnyPosition:
    options = {**BLITZ, **facts.pop("options", {})}
    return table(hands, **{"seats": len(hands), "options": options, **facts})


@pytest.mark.clause("GP-94", "GP-95")
@pytest.mark.parametrize(("seats", "cards", "aside"), [(3, 15, 3), (4, 12, 0), (5, 9, 3), (6, 8, 0)])
def test_the_whole_deck_is_dealt(seats: int, cards: int, aside: int) -> None:
    position, _ = engine.start(game, seats, BLITZ, "0" * 32)
    assert [len(hand) for hand in position.state.hands] == [cards] * seats
    view = seen(position, 0)
    assert (view.pile, view.aside, len(position.state.aside)) == (0, aside, aside)
    assert all(card not in repr(view) for card in position.state.aside)


@pytest.mark.clause("GP-96")
def test_no_cards_are_drawn_and_hands_are_not_settled() -> None:
    position = blitz([["vacation", "bulk", "first"], ["bulk"], ["first"]], stamps=[1, 3, 0])
    events = play_card(position, "vacation-1")
    assert [event.kind for event in events] == ["laid", "lost"]
    assert [len(hand) for hand in position.state.hands] == [2, 1, 1] and position.state.year == 1


@pytest.mark.clause("GP-97")
def test_the_office_gives_a_stamp_and_starts_a_new_round() -> None:
    position = blitz([["bulk", "first", "coffee"], ["bulk"], ["first"]], sam=11)
    play_card(position, "bulk-1")
    assert position.state.hands[0] == ["first-1", "coffee-1"]
    assert (position.state.stamps[0], position.state.active, position.state.round) == (1, 0, 2)


@pytest.mark.clause("GP-98")
def test_a_personality_without_cards_is_skipped_but_still_a_target() -> None:
    position = blitz([["clean", "bulk"], [], ["first"]], marked=[1])
    play_card(position, "clean-1", target=1)
    assert position.state.vendetta[0] == 1 and position.state.active == 2
    position = blitz([["inspector", "bulk"], [], ["first"]])
    refused = refusal(position, 0, "play", card="inspector-1", option="a", target=1)
    assert refused == "GP-87: That personality has no card."
    position = blitz([["registered", "bulk"], [], ["first"], ["first"]])
    play_card(position, "registered-1", target=1)
    assert position.state.active == 2  # seat 1 is skipped, and play continues from the named seat


@pytest.mark.clause("GP-98")
def test_a_skipped_turn_cannot_be_taken_over() -> None:
    position = blitz([["bulk", "bulk"], [], ["first"], []], out=[3], vendetta={3: 1}, sam=3)
    play_card(position, "bulk-1")  # Sam is on 4, and seat 1 has no card
    assert position.state.active == 2
    play(position, 3, "claim")
    assert seen(position, 3).hand == ["first-1"]


@pytest.mark.clause("GP-99", "GP-100")
def test_the_only_sane_one_at_the_end_of_a_deal_wins() -> None:
    position = blitz([["bulk"], [], []], stamps=[1, 0, 2])
    events = play_card(position, "bulk-1")
    assert (position.state.winner, position.state.how) == (1, "sole sane")
    assert "Deal 1 is over: all cards are played. Sane: P1." in lines(events)


@pytest.mark.clause("GP-99")
def test_the_last_turn_is_completed_before_the_deal_ends() -> None:
    position = blitz([["clean"], [], []], marked=[1])
    events = play_card(position, "clean-1", target=1)
    assert [event.kind for event in events] == ["laid", "cleared", "deal_over", "deal"]


@pytest.mark.clause("GP-101")
def test_if_nobody_is_sane_the_most_stamps_win() -> None:
    position = blitz([["bulk"], [], []], stamps=[1, 1, 2])
    play_card(position, "bulk-1")
    assert (position.state.winner, position.state.how) == (2, "most stamps")


@pytest.mark.clause("GP-102", "GP-43")
def test_a_tie_leads_to_a_new_deal_without_overtime() -> None:
    position = blitz([["bulk"], [], []], stamps=[2, 1, 2], sam=3)
    play_card(position, "bulk-1")
    state = position.state
    assert state.stamps == [2, 1, 2] and [len(hand) for hand in state.hands] == [15, 15, 15]
    assert not state.is_overtime and state.year == 2 and not state.is_over


@pytest.mark.clause("GP-103")
def test_if_two_are_sane_all_postal_personalities_are_eliminated() -> None:
    position = blitz([["bulk"], [], [], []], stamps=[0, 0, 1, 1])
    events = play_card(position, "bulk-1")
    assert [seat.state for seat in seen(position).seats] == ["sane", "sane", "eliminated", "eliminated"]
    assert "P2 is escorted off the premises (end of deal). Vendetta stamps: 0." in lines(events)


@pytest.mark.clause("GP-104")
def test_a_new_deal_keeps_sam_direction_markers_and_vendetta_stamps() -> None:
    position = blitz([["registered"], [], []], marked=[1], vendetta={2: 2}, sam=5, direction="right")
    play_card(position, "registered-1", "a", target=1)
    state = position.state
    assert (state.sam, state.direction, state.marked[1], state.vendetta[2]) == (7, "right", True, 2)
    assert state.active == 2  # not the seat named by Registered Mail
    assert len(state.discard) == 0 and len(state.aside) == 3


@pytest.mark.clause("GP-104")
def test_the_end_of_a_deal_is_shown_before_the_next_one() -> None:
    position = blitz([["bulk"], [], []], stamps=[0, 1, 1], sam=11)
    move = Move("play", {"card": "bulk-1", "option": "a", "target": None})
    outcome = engine.play(game, position, 0, move)
    assert outcome.between is not None and position.state.year == 2
    assert [one.cards for one in engine.view_for(game, outcome.between, None).seats[:3]] == [0, 0, 0]


@pytest.mark.clause("GP-104")
def test_the_stamped_personality_does_not_begin_a_new_deal() -> None:
    position = blitz([["bulk"], [], []], stamps=[0, 1, 1], sam=11)
    play_card(position, "bulk-1")
    assert position.state.year == 2 and position.state.active == 1


@pytest.mark.clause("GP-105")
def test_eliminations_during_a_deal_follow_the_basic_rules() -> None:
    position = blitz([["going", "bulk"], ["first"], ["first"]], stamps=[1], marked=[2])
    play_card(position, "going-1", target=2)
    assert position.state.out[2] is not None and position.state.active == 1
    position = blitz([["bulk", "bulk"], ["first"], ["first"]], stamps=[4], sam=11)
    play_card(position, "bulk-1")
    assert position.state.out[0] is not None
    position = blitz([["going", "bulk"], [], ["first"]], stamps=[1], marked=[2], out=[1])
    play_card(position, "going-1", target=2)
    assert (position.state.winner, position.state.how) == (0, "survivor")


@pytest.mark.clause("GP-106")
def test_pile_cards_only_move_sam_and_moved_cards_are_not_replaced() -> None:
    for card in ("sorting", "rush"):
        position = blitz([[card, "bulk"], ["first"], ["first"]])
        events = play_card(position, f"{card}-1")
        assert [event.kind for event in events] == ["laid"] and position.state.active == 1
    position = blitz([["opened", "bulk"], ["first", "coffee"], ["first"]], stamps=[1])
    play_card(position, "opened-1", target=1)
    assert [len(hand) for hand in position.state.hands] == [2, 1, 1] and position.state.active == 1


@pytest.mark.clause("GP-131", "GP-124")
@pytest.mark.parametrize(("stamps", "out"), [([0, 1, 1, 0], [1, 2]), ([1, 1, 1, 2], []), ([1, 2, 0, 3], None)])
def test_blitz_and_cutthroat(stamps: list[int], out: list[int] | None) -> None:
    position = blitz([["bulk"], [], [], []], stamps=stamps, options={"cutthroat": True})
    play_card(position, "bulk-1")
    state = position.state
    if out is None:
        assert (state.winner, state.how) == (2, "survivor")
    else:
        assert [seat for seat, one in enumerate(state.out) if one] == out and state.year == 2


@pytest.mark.clause("GP-132")
def test_blitz_and_trading() -> None:
    position = blitz([["bulk", "first"], ["coffee"], []], options={"trading": True})
    refused = refusal(position, 0, "offer", to=2, card="bulk-1", says=None, wants=None)
    assert refused == "GP-109: That personality has no card to trade."
    assert "offer" not in verbs(position, 2)
    play(position, 0, "offer", to=1, card="bulk-1", says="bulk", wants="coffee")
    play(position, 1, "accept", giver=0, card="coffee-1")
    assert position.state.hands[:2] == [["first-1", "coffee-1"], ["bulk-1"]]
    assert required(position) == [0] and decision(position, 0, "play").actions[0].verb == "play"
