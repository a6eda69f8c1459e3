"""The worked examples E1 to E26 of the rulebook."""

import pytest

from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles.going_postal.tests.tables import LIVE, lines, play, play_card, refusal, required, seen, table, verbs

BLITZ = {"blitz": True}


def sizes(position: AnyPosition) -> list[int]:
    return [len(hand) for hand in position.state.hands]


@pytest.mark.clause("GP-18", "GP-27", "GP-28", "GP-52", "GP-30")
def test_e1_a_first_stamp_and_the_leading_turn() -> None:
    position = table([["first", "priority"]], sam=10)
    events = play_card(position, "first-1")
    state = position.state
    assert (state.sam, state.round, state.stamps[0], state.hands[0]) == (0, 2, 1, ["priority-1"])
    assert lines(events) == [
        "P0 plays First Class: Sam walks 2 to the Post Office.",
        "P0 brings Sam to the Post Office: postal stamp 1.",
        "P0 leads the new round.",
    ]
    assert required(position) == [0]
    play_card(position, "priority-1")
    assert (state.sam, sizes(position)[0], state.active) == (3, 1, 1)


@pytest.mark.clause("GP-29", "GP-49", "GP-30", "GP-153")
def test_e2_a_second_stamp_draws_two_cards() -> None:
    position = table([["bulk"]], stamps=[1], sam=11, pile=3, out=[3], vendetta={3: 5})
    lay_after_pass(position, "bulk-1")
    assert (position.state.sam, position.state.stamps[0], sizes(position)[0], len(position.state.pile)) == (0, 2, 2, 1)
    assert position.state.active == 0 and required(position) == [0]
    assert refusal(position, 3, "claim") == "GP-70: Sam is not on a house; nobody can take over this turn."


def lay_after_pass(position: AnyPosition, card: str) -> None:
    play_card(position, card)
    if 3 in required(position):
        play(position, 3, "pass")


@pytest.mark.clause("GP-65", "GP-66", "GP-67", "GP-68", "GP-150")
def test_e3_the_fifth_stamp_eliminates() -> None:
    position = table([None, ["bulk", "first", "first", "first"]], stamps=[0, 4], marked=[1], sam=11, active=1)
    play_card(position, "bulk-1")
    state = position.state
    assert seen(position).seats[1].state == "eliminated"
    assert len(state.discard) == 4 and state.vendetta[1] == 1 and not state.marked[1]
    assert (state.active, state.sam, state.is_leading) == (2, 0, True)


@pytest.mark.clause("GP-18", "GP-30")
def test_e4_passing_the_office_stops_on_it() -> None:
    position = table([["overnight"]], stamps=[1], sam=7)
    play_card(position, "overnight-1", "b")
    assert (position.state.sam, position.state.stamps[0], sizes(position)[0], position.state.active) == (0, 2, 2, 0)


@pytest.mark.clause("GP-20", "GP-22", "GP-60", "GP-61")
def test_e5_the_draw_comes_before_the_action() -> None:
    position = table([["clean", "first"]], marked=[0, 2], sam=1, pile=["watch", "bulk", "bulk"])
    events = play_card(position, "clean-1", target=2)
    state = position.state
    assert state.sam == 3 and "watch-1" in state.hands[0]
    assert [event.kind for event in events][:3] == ["laid", "drew", "cleared"]
    assert state.marked == [True, False, False, False] and state.vendetta[0] == 1


@pytest.mark.clause("GP-25", "GP-27", "GP-30")
def test_e6_at_the_office_no_action_is_carried_out() -> None:
    position = table([["going"]], stamps=[1], marked=[2], sam=11, pile=["going", "bulk"])
    play_card(position, "going-1", "a", target=2)
    assert position.state.marked[2] and position.state.out[2] is None
    assert (position.state.stamps[0], sizes(position)[0]) == (2, 2)
    play_card(position, "going-2", "a", target=2)
    assert position.state.out[2] is not None


@pytest.mark.clause("GP-32", "GP-34", "GP-40", "GP-143")
def test_e7_the_last_sane_personality_wins_at_the_end_of_the_year() -> None:
    position = table([None, None, ["priority", "priority"]], stamps=[0, 1, 2, 1], sam=2, active=2, pile=0)
    events = play_card(position, "priority-1")
    assert position.state.sam == 5
    assert seen(position).ranks == [1, 3, 2, 3]
    assert lines(events)[-1].startswith(
        "P0 wins: the last sane personality at the end of year 1. Ranking: 1. P0, 2. P2,"
    )


@pytest.mark.clause("GP-41")
def test_e8_the_most_stamps_win_when_all_are_postal() -> None:
    position = table([["bulk"]], stamps=[1, 1, 3, 2], sam=2, pile=0)
    play_card(position, "bulk-1")
    assert seen(position).ranks == [3, 3, 1, 2]


@pytest.mark.clause("GP-35", "GP-36", "GP-42", "GP-43")
def test_e9_a_tie_is_overtime_and_the_sole_highest_wins_it() -> None:
    position = table([["bulk"], ["first", "bulk"], None, None], stamps=[1, 2, 2, 1], sam=10, pile=0)
    play_card(position, "bulk-1")
    state = position.state
    assert state.is_overtime and state.year == 2 and state.sam == 11
    assert (len(state.pile), sizes(position)[0]) == (42, 1) and not state.discard
    hand = list(state.hands[1])
    play_card(position, "first-1")
    assert state.sam == 0 and state.stamps[1] == 3 and seen(position).ranks == [3, 1, 2, 3]
    assert state.hands[1] == [card for card in hand if card != "first-1"]  # the hand is not settled


@pytest.mark.clause("GP-29", "GP-33", "GP-40")
def test_e10_settling_after_a_stamp_can_end_the_year() -> None:
    position = table([None, ["first"]], seats=3, stamps=[0, 1, 2], sam=11, active=1, pile=0)
    play_card(position, "first-1")
    assert position.state.stamps == [0, 2, 2] and seen(position).ranks == [1, 2, 2]


@pytest.mark.clause("GP-33", "GP-50", "GP-56", "GP-83")
def test_e11_paid_vacation_ends_the_year_by_the_extra_draw() -> None:
    position = table([["vacation"]], seats=3, stamps=[1, 1, 2], sam=3, pile=1)
    play_card(position, "vacation-1")
    assert position.state.sam == 4 and position.state.stamps[0] == 0
    assert seen(position).ranks == [1, 3, 2] and position.state.how == "sole sane"


@pytest.mark.clause("GP-51", "GP-84")
def test_e12_praise_costs_a_card_at_random() -> None:
    lost = set()
    for seed in range(12):
        hands = [["review", "bulk"], None, ["bulk", "first", "priority"]]
        position = table(hands, seats=3, stamps=[0, 1, 3], sam=3)
        position.rng = Rng(f"{seed:032x}")
        play_card(position, "review-1", target=2)
        assert position.state.sam == 5 and sizes(position) == [2, 1, 2]
        lost |= {"bulk-2", "first-1", "priority-1"} - set(position.state.hands[2])
        assert position.state.discard[-1] in {"bulk-2", "first-1", "priority-1"}
    assert len(lost) == 3  # at random


@pytest.mark.clause("GP-50", "GP-51", "GP-88")
def test_e13_swapped_hands_are_settled() -> None:
    hands = [["address"], None, ["priority"] * 3]
    position = table(hands, seats=3, stamps=[1, 0, 3], sam=3, pile=["bulk"] * 4)
    play_card(position, "address-1", target=2)
    state = position.state
    assert state.sam == 5 and sorted(state.hands[0]) == ["priority-1", "priority-2", "priority-3"]
    assert [card.partition("-")[0] for card in state.hands[2]] == ["bulk"] * 3
    play(position, 0, "discard", cards=["priority-3", "priority-1"])
    assert state.hands[0] == ["priority-2"] and state.active == 1


def garden_flat(pace: str) -> AnyPosition:
    hands = [["coffee", "first"], None, []]
    return table(hands, sam=10, out=[2], vendetta={2: 1}, options={"pace": pace})


@pytest.mark.clause("GP-70", "GP-73", "GP-74", "GP-75", "GP-152")
def test_e14_a_live_take_over() -> None:
    position = garden_flat("live")
    play(position, 2, "claim")
    state = position.state
    assert state.vendetta[2] == 0 and seen(position, 2).hand == ["coffee-1", "first-1"]
    play(position, 2, "play", card="first-1", option="a")
    assert (state.sam, state.stamps, state.hands[0]) == (0, [1, 0, 0, 0], ["coffee-1"])
    assert seen(position, 2).hand == [] and required(position) == [0] and state.claimer is None
    assert refusal(position, 0, "play", card="coffee-1", option="a") == "GP-14: This option needs a sane personality."
    play(position, 0, "play", card="coffee-1", option="b")
    assert (state.sam, sizes(position)[0], state.active) == (3, 1, 1)


@pytest.mark.clause("GP-77", "GP-78")
@pytest.mark.parametrize("answer", ["pass", "claim"])
def test_e15_the_same_in_correspondence(answer: str) -> None:
    position = garden_flat("async")
    assert required(position) == [0, 2]
    play(position, 0, "play", card="coffee-1", option="a")
    state = position.state
    assert required(position) == [2] and state.hands[0] == ["coffee-1", "first-1"]
    events = play(position, 2, answer)
    if answer == "pass":
        assert (state.sam, sizes(position)[0], state.active) == (10, 2, 1)
        return
    assert required(position) == [2] and seen(position, 2).hand == ["coffee-1", "first-1"]
    assert lines(events) == ["P2 pays 1 and takes over P0’s turn."] and not position.sealed and not position.parked


@pytest.mark.clause("GP-29", "GP-107", "GP-30", "GP-154")
def test_e16_a_first_stamp_in_trading() -> None:
    hands = [["first", "priority", "coffee"], ["bulk"]]
    position = table(hands, seats=3, sam=10, options={"trading": True})
    play_card(position, "first-1")
    play(position, 0, "discard", cards=["priority-1"])
    assert position.state.hands[0] == ["coffee-1"] and position.state.is_leading
    play(position, 0, "offer", to=1, card="coffee-1", says=None, wants=None)
    play(position, 1, "accept", giver=0, card="bulk-1")
    assert position.state.hands[0] == ["bulk-1"] and required(position) == [0]


@pytest.mark.clause("GP-108", "GP-109", "GP-110", "GP-111", "GP-112", "GP-113")
def test_e17_both_lie_in_a_trade() -> None:
    position = table([["first", "priority", "coffee"], ["bulk", "bulk", "clean"]], seats=3, options={"trading": True})
    play(position, 1, "offer", to=0, card="clean-1", says="coffee", wants="first")
    play(position, 0, "accept", giver=1, card="priority-1")
    assert sorted(position.state.hands[0]) == ["clean-1", "coffee-1", "first-1"]
    assert sorted(position.state.hands[1]) == ["bulk-1", "bulk-2", "priority-1"]
    again = refusal(position, 2, "offer", to=0, card=position.state.hands[2][0], says=None, wants=None)
    assert again == "GP-110: There has already been a trade this turn."
    assert required(position) == [0]


@pytest.mark.clause("GP-117", "GP-118", "GP-119", "GP-120", "GP-121", "GP-122", "GP-123")
def test_e18_caught_showing_a_hand() -> None:
    hands = [["first", "priority", "coffee"], ["bulk", "bulk", "clean"], ["bulk", "bulk", "clean"]]
    position = table(hands, seats=3, options={"trading": True})
    play(position, 0, "show", to=1)
    play(position, 2, "accuse", seat=0)
    assert seen(position).displayed == ["first-1", "priority-1", "coffee-1"]
    play(position, 2, "exchange", give="bulk-3", takes=["coffee-1"])
    play(position, 1, "exchange", give="bulk-1", takes=["coffee-1", "first-1"])
    state = position.state
    assert "coffee-1" in state.hands[1] and "coffee-1" not in state.hands[2] and "bulk-3" in state.hands[2]
    assert sorted(state.hands[0]) == ["bulk-1", "first-1", "priority-1"]
    assert required(position) == [0] and "play" in verbs(position, 0)


@pytest.mark.clause("GP-99", "GP-103", "GP-104")
def test_e19_the_end_of_a_deal() -> None:
    position = table([["bulk"], [], [], []], stamps=[0, 0, 1, 2], marked=[3], sam=5, options=BLITZ)
    play_card(position, "bulk-1", "b")
    state = position.state
    assert state.sam == 7 and sizes(position) == [15, 15, 0, 0] and len(state.aside) == 18
    assert state.out[2] is not None and state.out[3] is not None
    assert state.out[2].moment == state.out[3].moment and state.vendetta == [0, 0, 0, 1]
    assert state.active == 1


@pytest.mark.clause("GP-126", "GP-56")
def test_e20_cutthroat_the_last_stamp_takes_the_marker_along() -> None:
    position = table(
        [["review", "bulk"], ["first"]], seats=3, stamps=[0, 1, 2], marked=[1], sam=3, options={"cutthroat": True}
    )
    play_card(position, "review-1", target=1)
    assert position.state.stamps[1] == 0 and not position.state.marked[1]
    assert position.state.vendetta == [1, 0, 0] and sizes(position)[1] == 2


@pytest.mark.clause("GP-127", "GP-128", "GP-130")
@pytest.mark.parametrize("stamps", [4, 5])
def test_e21_the_race(stamps: int) -> None:
    hands = [["bulk", "first", "first", "first"]]
    position = table(hands, seats=3, stamps=[stamps], sam=11, options={"postal": True})
    play_card(position, "bulk-1")
    if stamps == 4:
        assert sizes(position)[0] == 4 and position.state.stamps[0] == 5 and required(position) == [0]
    else:
        assert seen(position).ranks == [1, 2, 2] and position.state.how == "sixth stamp"


@pytest.mark.clause("GP-85", "GP-86")
def test_e22_who_plays_next() -> None:
    position = table([["registered"], None, None, ["shift"]], sam=2)
    play_card(position, "registered-1", target=3)
    assert (position.state.sam, position.state.active) == (4, 3)
    play_card(position, "shift-1")
    assert (position.state.sam, position.state.direction, position.state.active) == (5, "right", 2)


@pytest.mark.clause("GP-30", "GP-14", "GP-64")
def test_e23_a_first_stamp_is_an_attack() -> None:
    position = table([["first", "going"]], sam=10, marked=[2])
    play_card(position, "first-1")
    play_card(position, "going-1", target=2)
    state = position.state
    assert state.sam == 1 and sizes(position)[0] == 1
    assert state.out[2] is not None and state.vendetta[2] == 1 and state.active == 1


@pytest.mark.clause("GP-151")
def test_e24_the_option_next() -> None:
    position = table([["first", "priority"]], sam=10, options={"lead_after_stamp": "next"})
    play_card(position, "first-1")
    state = position.state
    assert (state.active, state.round, state.sam, state.hands[0]) == (1, 2, 0, ["priority-1"])


@pytest.mark.clause("GP-33", "GP-35", "GP-36", "GP-30")
def test_e25_settling_begins_a_new_year() -> None:
    position = table([["bulk"]], stamps=[1, 1], sam=11, pile=1)
    play_card(position, "bulk-1")
    state = position.state
    assert sizes(position) == [2, 1, 2, 2] and (state.year, len(state.pile), state.round) == (2, 41, 2)
    assert state.active == 0 and state.is_leading


@pytest.mark.clause("GP-150", "GP-98", "GP-102", "GP-104")
@pytest.mark.parametrize("card", ["first", ""])
def test_e26_the_last_cards_of_a_deal(card: str) -> None:
    position = table([["bulk"], [], [card] if card else []], seats=3, stamps=[0, 1, 1], sam=11, options=BLITZ)
    play_card(position, "bulk-1")
    state = position.state
    assert state.stamps == [1, 1, 1] and state.sam == 0
    if card:
        assert state.active == 2 and state.is_leading and state.year == 1
    else:
        assert sizes(position) == [15, 15, 15] and state.active == 1 and state.year == 2


def test_the_scenes_are_what_they_say() -> None:
    position = table([["bulk"]], stamps=[1], pile=3, options=LIVE)
    assert len(position.state.pile) == 3 and position.state.hands[0] == ["bulk-1"]
