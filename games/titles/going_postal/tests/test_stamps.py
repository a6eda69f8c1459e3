"""Stamps, markers and eliminations (GP-57 to GP-68), and the actions of the cards (GP-80 to GP-92)."""

import pytest

from games.titles.going_postal.cards import KINDS
from games.titles.going_postal.table_facts import seat_words
from games.titles.going_postal.tests.tables import decision, lines, play, play_card, refusal, required, seen, table


@pytest.mark.clause("GP-57", "GP-80")
@pytest.mark.parametrize(("card", "steps"), [("watch", 2), ("warning", 4)])
def test_only_postal_options_give_markers(card: str, steps: int) -> None:
    position = table([[card, "bulk"]], stamps=[2])
    events = play_card(position, f"{card}-1", target=3)
    assert position.state.marked == [False, False, False, True] and position.state.sam == steps
    assert lines(events)[-1] == "P3 gets a marker stamp."
    givers = [kind.id for kind in KINDS.values() for side in kind.sides.values() if side.action == "mark"]
    assert givers == ["watch", "warning"] and KINDS[card].a.who == "postal"


@pytest.mark.clause("GP-58", "GP-59")
def test_one_marker_at_most_and_never_on_yourself() -> None:
    position = table([["watch", "bulk"]], stamps=[2], marked=[1])
    again = refusal(position, 0, "play", card="watch-1", option="a", target=1)
    assert again == "GP-58: That personality already has a marker stamp."
    own = refusal(position, 0, "play", card="watch-1", option="a", target=0)
    assert own == "GP-59: You cannot aim this action at yourself."


@pytest.mark.clause("GP-60", "GP-61", "GP-82")
def test_clean_record_clears_anybodys_marker_for_a_vendetta_stamp() -> None:
    position = table([["clean", "clean"]], marked=[0, 3])
    events = play_card(position, "clean-1", target=0)
    assert lines(events)[-1] == "P0’s marker is removed; P0 gets a vendetta stamp."
    assert position.state.marked == [False, False, False, True] and position.state.vendetta[0] == 1


@pytest.mark.clause("GP-62")
def test_vendetta_stamps_are_kept_until_elimination() -> None:
    position = table([["bulk", "bulk"]], sam=1, vendetta={1: 3})
    words = "GP-62: Only an eliminated personality can take over a turn."
    assert refusal(position, 1, "claim") == words and position.state.vendetta[1] == 3


@pytest.mark.clause("GP-64", "GP-66", "GP-67", "GP-81")
def test_going_postal_eliminates_a_marked_personality() -> None:
    hands = [["going"], None, ["bulk", "first", "coffee"]]
    position = table(hands, stamps=[1, 0, 3], marked=[2], vendetta={2: 1})
    events = play_card(position, "going-1", target=2)
    state = position.state
    assert lines(events)[-1] == "P2 is escorted off the premises (Going Postal). Vendetta stamps: 2."
    assert state.hands[2] == [] and state.stamps[2] == 0 and {"bulk-1", "first-1", "coffee-1"} <= set(state.discard)
    assert seen(position).seats[2].final_stamps == 3 and state.active == 1


@pytest.mark.clause("GP-65")
def test_the_fifth_stamp_eliminates_before_drawing() -> None:
    position = table([["bulk", "first", "first", "first"]], stamps=[4], sam=11)
    before = len(position.state.pile)
    play_card(position, "bulk-1")
    assert len(position.state.pile) == before and position.state.hands[0] == []
    assert seat_words(seen(position).seats[0]) == "out with 5 postal stamps, 0 vendetta stamps"


@pytest.mark.clause("GP-68")
def test_the_turn_of_an_eliminated_p_ends() -> None:
    position = table([["bulk", "first", "first", "first"]], stamps=[4], sam=11, out=[1])
    play_card(position, "bulk-1")
    assert position.state.active == 2 and required(position) == [2]


@pytest.mark.clause("GP-83")
def test_paid_vacation_removes_your_own_stamp() -> None:
    position = table([["vacation", "bulk", "first"]], stamps=[3])
    play_card(position, "vacation-1")
    assert position.state.stamps[0] == 2 and len(position.state.hands[0]) == 3
    assert position.step == "discard_down"


@pytest.mark.clause("GP-84")
def test_good_review_removes_another_personalitys_stamp() -> None:
    position = table([["review", "bulk"]], stamps=[0, 2])
    events = play_card(position, "review-1", target=1)
    assert position.state.stamps[1] == 1 and "P1 loses a postal stamp (1 left)." in lines(events)


@pytest.mark.clause("GP-85")
def test_shift_change_reverses_play_before_the_next_turn() -> None:
    position = table([["shift", "bulk"]])
    events = play_card(position, "shift-1")
    assert position.state.active == 3 and lines(events)[-1] == "Direction of play: right."


@pytest.mark.clause("GP-86")
def test_registered_mail_names_who_plays_next() -> None:
    position = table([["registered", "bulk"]])
    events = play_card(position, "registered-1", target=2)
    assert position.state.active == 2 and lines(events)[-1] == "P2 takes the next turn."
    play_card(position, position.state.hands[2][0], "b")
    assert position.state.active == 3


@pytest.mark.clause("GP-87", "GP-136")
def test_postal_inspector_shows_a_hand_to_the_decider() -> None:
    position = table([["inspector", "bulk"], ["first", "coffee"]])
    events = play_card(position, "inspector-1", target=1)
    assert position.state.sam == 3 and seen(position, 0).shown == ["first-1", "coffee-1"]
    for other in (1, 2, None):
        assert seen(position, other).shown is None
    assert lines(events, 2)[-1] == "P1 shows their hand to P0."
    assert lines(events, 0)[-1] == "P1 shows their hand to P0. P1’s hand: First Class, Coffee Break."
    events = play(position, 0, "inspect", card="first-1")
    assert lines(events)[0] == "P1 must discard First Class."
    assert "first-1" in position.state.discard and len(position.state.hands[1]) == 2  # the hand is settled


@pytest.mark.clause("GP-87")
def test_postal_inspector_may_discard_nothing() -> None:
    position = table([["inspector", "bulk"], ["first", "coffee"]])
    play_card(position, "inspector-1", target=1)
    assert decision(position, 0, "inspect").default.args == {"card": None}
    play(position, 0, "inspect", card=None)
    assert position.state.hands[1] == ["first-1", "coffee-1"] and position.state.active == 1


@pytest.mark.clause("GP-88")
def test_wrong_address_swaps_whole_hands() -> None:
    position = table([["address", "bulk"], ["first", "coffee"]])
    events = play_card(position, "address-1", target=1)
    assert position.state.hands[0] == ["first-1", "coffee-1"] and "bulk-1" in position.state.hands[1]
    assert lines(events)[-1] == "P0 and P1 swap hands."


@pytest.mark.clause("GP-89")
def test_opened_by_mistake_takes_a_card_at_random() -> None:
    position = table([["opened"], ["first", "coffee"]], stamps=[1])
    events = play_card(position, "opened-1", target=1)
    (taken,) = {"first-1", "coffee-1"} & set(position.state.hands[0])
    name = "First Class" if taken == "first-1" else "Coffee Break"
    said = [lines(events, seat)[2] for seat in (0, 1, 2)]
    assert said == [f"P0 takes a card from P1. The card is {name}."] * 2 + ["P0 takes a card from P1."]
    assert required(position) == [0] and position.step == "discard_down"


@pytest.mark.clause("GP-90")
def test_the_sorting_room_orders_the_top_three() -> None:
    position = table([["sorting", "bulk"]], pile=["bulk", "first", "coffee", "priority", "going"])
    events = play_card(position, "sorting-1")
    assert seen(position, 0).top == ["first-1", "coffee-1", "priority-1"]  # one card was drawn earlier
    assert seen(position, 1).top is None and seen(position).top is None
    events = play(position, 0, "order", cards=["priority-1", "first-1", "coffee-1"])
    assert position.state.pile == ["going-1", "coffee-1", "first-1", "priority-1"]
    assert lines(events, 0) == ["P0 looks at 3 cards. On top: Priority Mail, First Class, Coffee Break."]
    assert lines(events, 1) == ["P0 looks at 3 cards."]


@pytest.mark.clause("GP-90")
@pytest.mark.parametrize(("pile", "looked"), [(3, 2), (2, 1), (1, 0)])
def test_the_sorting_room_with_few_cards(pile: int, looked: int) -> None:
    position = table([["sorting", "bulk"]], pile=pile)
    events = play_card(position, "sorting-1")
    assert (position.step == "follow_up") == (looked == 2)
    said = [line for line in lines(events, 0) if "looks at" in line]
    assert bool(said) == (looked == 1)


@pytest.mark.clause("GP-91")
def test_holiday_rush_discards_the_top_four_face_up() -> None:
    position = table([["rush", "bulk"]], pile=["bulk", "first", "coffee", "priority", "going", "watch"])
    events = play_card(position, "rush-1")
    assert position.state.discard[-4:] == ["first-1", "coffee-1", "priority-1", "going-1"]
    assert position.state.pile == ["watch-1"]
    assert lines(events)[-1] == "Discarded from the pile: First Class, Coffee Break, Priority Mail, Going Postal."


@pytest.mark.clause("GP-92")
def test_burn_out_stops_the_removal_of_stamps() -> None:
    position = table([["vacation", "bulk"]], stamps=[2], year=6)
    events = play_card(position, "vacation-1")
    assert position.state.stamps[0] == 2 and position.state.sam == 1
    assert lines(events)[-1] == "Burn-out: P0 loses no postal stamp."
    position = table([["review", "bulk"]], stamps=[0, 2], year=6)
    play_card(position, "review-1")  # without a legal target, none is needed
    assert position.state.stamps[1] == 2


@pytest.mark.clause("GP-92")
def test_burn_out_is_checked_when_the_action_happens() -> None:
    position = table([["review", "bulk"]], stamps=[0, 2], year=5, pile=0)
    events = play_card(position, "review-1", target=1)
    assert position.state.year == 6 and position.state.stamps[1] == 2
    assert lines(events)[-1] == "Burn-out: P1 loses no postal stamp."


@pytest.mark.clause("GP-81", "GP-84", "GP-86", "GP-87", "GP-88", "GP-89")
@pytest.mark.parametrize(
    ("card", "clause"),
    [("going", "81"), ("review", "84"), ("registered", "86"), ("inspector", "87"), ("address", "88"), ("opened", "89")],
)
def test_only_clean_record_can_be_aimed_at_yourself(card: str, clause: str) -> None:
    stamps = [0 if card == "inspector" else 1, 1]
    position = table([[card, "bulk"]], stamps=stamps, marked=[1])
    refused = refusal(position, 0, "play", card=f"{card}-1", option="a", target=0)
    assert refused == f"GP-{clause}: You cannot aim this action at yourself."


def test_log_lines_have_the_words_of_the_specification() -> None:
    position = table([["warning", "bulk"]], stamps=[2], sam=4)
    events = play_card(position, "warning-1", target=2)
    assert lines(events)[0] == "P0 plays Written Warning and marks P2: Sam walks 4 to The Bungalow."
    assert [event.clause for event in events] == ["GP-12", "GP-20", "GP-80"]
