"""Your Turn: draw, action, who plays next, the Post Office and the new round (GP-20 to GP-31, GP-150 to GP-154)."""

from typing import Any

import pytest

from games.titles.going_postal.tests.tables import decision, lines, play, play_card, refusal, required, seen, table

BLITZ = {"blitz": True}
NEXT = {"lead_after_stamp": "next"}


@pytest.mark.clause("GP-20", "GP-22")
def test_drawing_comes_before_the_action() -> None:
    position = table([["watch"], ["bulk", "bulk"]], stamps=[2], pile=["first", "first", "bulk"])
    events = play_card(position, "watch-1", target=1)
    assert [event.kind for event in events] == ["laid", "drew", "marked"]
    assert position.state.hands[0] == ["first-1", "first-2"] and len(position.state.pile) == 1


@pytest.mark.clause("GP-21")
def test_the_draw_step_never_discards() -> None:
    position = table([["bulk", "first", "first"]], stamps=[1])  # two cards are left after playing one; the limit is 1
    events = play_card(position, "bulk-1")
    assert [event.kind for event in events] == ["laid"] and position.step == "discard_down"


@pytest.mark.clause("GP-23", "GP-24")
def test_a_target_is_named_with_the_card() -> None:
    position = table([["going", "bulk"]], stamps=[2], marked=[1])
    assert refusal(position, 0, "play", card="going-1", option="a").startswith("GP-24")
    position = table([["going", "bulk"]], stamps=[2])  # nobody is marked
    play_card(position, "going-1", "a")
    assert position.state.sam == 1 and position.state.active == 1


@pytest.mark.clause("GP-25")
def test_unneeded_arguments_are_ignored() -> None:
    position = table([["bulk", "going"]], stamps=[2], marked=[1], sam=11)
    play(position, 0, "play", card="bulk-1", option="a", target=99, distance="far")
    assert position.state.discard[-1] == "bulk-1"
    position = table([["going", "bulk"]], stamps=[2], sam=11, marked=[1])
    play(position, 0, "play", card="going-1", option="a", target="nobody")
    assert position.state.out[1] is None and position.state.stamps[0] == 3
    position = table([["clean", "bulk"]])
    play(position, 0, "play", card="clean-1", option="a", target=3)
    assert position.state.vendetta == [0, 0, 0, 0] and position.state.sam == 2


@pytest.mark.clause("GP-26")
def test_the_next_in_the_direction_of_play_begins_skipping_the_eliminated() -> None:
    position = table([["bulk", "bulk"]], out=[1])
    play_card(position, "bulk-1")
    assert position.state.active == 2
    position = table([["bulk", "bulk"]], out=[3], direction="right")
    play_card(position, "bulk-1")
    assert position.state.active == 2


@pytest.mark.clause("GP-27", "GP-28", "GP-29")
def test_the_office_ends_the_turn_with_a_stamp() -> None:
    position = table([["clean", "first"]], sam=10, marked=[1], stamps=[1])
    events = play_card(position, "clean-1", target=1)
    assert position.state.marked[1] and position.state.stamps[0] == 2
    assert lines(events)[1:] == [
        "P0 brings Sam to the Post Office: postal stamp 2.",
        "P0 draws 1.",
        "P0 leads the new round.",
    ]


@pytest.mark.clause("GP-29")
def test_after_a_stamp_p_discards_down_before_it_leads() -> None:
    position = table([["bulk", "first", "first"]], sam=11, options={"trading": True})
    play_card(position, "bulk-1")
    assert position.step == "discard_down" and not position.state.is_leading
    play(position, 0, "discard", cards=["first-1"])
    assert position.state.is_leading and position.state.active == 0 and position.state.round == 2


@pytest.mark.clause("GP-30")
def test_play_continues_from_the_personality_that_led() -> None:
    position = table([None, ["bulk", "first"]], sam=11, active=1)
    play_card(position, "bulk-1")
    assert position.state.active == 1 and position.state.is_leading
    play_card(position, position.state.hands[1][0])
    assert position.state.active == 2 and not position.state.is_leading


@pytest.mark.clause("GP-31", "GP-98")
def test_a_personality_without_a_card_is_skipped_without_a_turn() -> None:
    position = table([["bulk", "bulk"], [], ["first"], ["first"]], options={"blitz": True})
    before = position.state.turn
    play_card(position, "bulk-1")
    assert position.state.active == 2 and position.state.turn == before + 1


@pytest.mark.clause("GP-150")
def test_the_next_with_a_card_leads_if_p_is_out() -> None:
    position = table([["bulk", "first", "first", "first"]], stamps=[4], sam=11)
    events = play_card(position, "bulk-1")
    assert lines(events)[1:3] == [
        "P0 brings Sam to the Post Office: postal stamp 5.",
        "P0 is escorted off the premises (5 stamps). Vendetta stamps: 0.",
    ]
    assert position.state.active == 1 and position.state.is_leading


@pytest.mark.clause("GP-151")
def test_with_the_option_next_the_next_personality_leads_even_after_a_take_over() -> None:
    position = table([["bulk", "first"], None, [], None], sam=11, out=[2], vendetta={2: 2}, options=NEXT)
    play(position, 2, "claim")
    play(position, 2, "play", card="bulk-1", option="a")
    assert position.state.active == 1 and position.state.is_leading and position.state.stamps[0] == 1
    position = table([["bulk", "first"]], sam=11, options=NEXT)
    assert seen(position).options.lead_after_stamp == "next"


@pytest.mark.clause("GP-152")
def test_the_claimer_discards_then_p_leads() -> None:
    hands = [["bulk", "first", "first"], None, [], None]
    position = table(hands, sam=11, out=[2], vendetta={2: 2}, options={"trading": True})
    play(position, 2, "claim")
    play(position, 2, "play", card="bulk-1", option="a")
    assert position.step == "discard_down" and required(position) == [2]
    assert decision(position, 2, "discard").acts_for == 0
    play(position, 2, "discard", cards=["first-2"])
    assert required(position) == [0] and position.state.is_leading and position.state.claimer is None
    assert seen(position, 2).hand == []


@pytest.mark.clause("GP-153")
def test_the_first_turn_of_a_round_cannot_be_taken_over() -> None:
    position = table([["bulk", "first"]], sam=11, out=[2], vendetta={2: 9})
    play(position, 2, "pass")
    play_card(position, "bulk-1")
    assert position.state.is_leading and required(position) == [0]
    assert seen(position).payers == []
    live = table([["bulk", "first"]], out=[2], vendetta={2: 9}, options={"pace": "live"})
    assert decision(live, 0, "play").clock.hold == 0


@pytest.mark.clause("GP-154")
def test_the_leading_turn_is_a_turn_of_its_own() -> None:
    hands = [["bulk", "first", "first"], ["bulk", "coffee", "bulk"]]
    position = table(hands, seats=3, sam=11, options={"trading": True, "pace": "async"})
    play(position, 0, "offer", to=1, card="first-1", says=None, wants=None)
    play(position, 1, "accept", giver=0, card="coffee-1")
    number = position.state.turn
    play_card(position, "bulk-1")
    play(position, 0, "discard", cards=["coffee-1"])
    assert position.state.turn == number + 1 and not position.state.has_traded
    assert decision(position, 0, "play").clock.continues is False  # a full clock; missing it counts separately
    play(position, 0, "offer", to=1, card="first-2", says=None, wants=None)


LEADS = "P{} leads the new round."


@pytest.mark.clause("GP-30", "GP-104", "GP-150", "GP-151")
@pytest.mark.parametrize(
    ("facts", "leads"),
    [
        ({"hands": [["bulk", "first"]]}, [LEADS.format(0)]),
        ({"hands": [["bulk", "first"]], "options": NEXT}, []),
        ({"hands": [["bulk", "first"], [], [], []], "options": {**BLITZ, **NEXT}}, []),  # P again, as nobody has a card
        ({"hands": [["bulk", "first", "first", "first"]], "stamps": [4]}, []),  # the fifth stamp
        ({"hands": [["bulk"], ["first"], ["first"], ["first"]], "options": BLITZ}, []),  # no card left
        ({"hands": [["bulk"], [], [], []], "stamps": [0, 1, 1, 1], "options": BLITZ}, []),  # a new deal
    ],
)
def test_the_log_says_leads_only_for_the_stamped_personality(facts: dict[str, Any], leads: list[str]) -> None:
    position = table(sam=11, **facts)
    said = lines(play_card(position, "bulk-1"))
    assert [line for line in said if "leads" in line] == leads


@pytest.mark.clause("GP-104")
def test_a_new_deal_is_begun_not_led() -> None:
    position = table([["bulk"], [], [], []], stamps=[0, 1, 1, 1], sam=11, options=BLITZ)
    assert lines(play_card(position, "bulk-1"))[-1] == "Deal 2 begins: 12 cards each."
    assert not position.state.is_leading and seen(position).seats[1].cards == 12
    assert decision(position, 1, "play").prompt == "Play a card."
