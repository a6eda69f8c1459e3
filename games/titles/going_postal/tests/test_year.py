"""End of a Year, Winning, and the hands of personalities (GP-32 to GP-56)."""

import pytest

from games.kernel import engine
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal import game
from games.titles.going_postal.cards import ACTIONS
from games.titles.going_postal.effects import targets
from games.titles.going_postal.hands import draw_up
from games.titles.going_postal.state import allowance
from games.titles.going_postal.tests.tables import NAMES, lines, play, play_card, required, seen, table


@pytest.mark.clause("GP-32")
def test_drawing_the_last_card_does_not_end_the_year() -> None:
    position = table([["bulk", "first"]], pile=1)
    play_card(position, "bulk-1")
    assert position.state.year == 1 and position.state.pile == []
    play_card(position, position.state.hands[1][0], "b")
    assert position.state.year == 2


@pytest.mark.clause("GP-32", "GP-35", "GP-36", "GP-37")
def test_a_missing_draw_ends_the_year_and_the_turn_goes_on() -> None:
    position = table([["watch", "first", "bulk"]], stamps=[3, 1], sam=3, pile=0, marked=[2], direction="right")
    hands = [list(hand) for hand in position.state.hands]
    events = play_card(position, "watch-1", target=1)
    state = position.state
    assert [event.kind for event in events] == ["laid", "year_over", "year", "drew", "marked"]
    assert lines(events)[1:3] == [
        "Year 1 is over: P0 can’t draw. Sane: P2 and P3.",
        f"Year 2 begins, {len(state.pile) + 1} cards shuffled.",
    ]
    assert "watch-1" in state.pile + state.hands[0] and state.discard == []
    assert (state.sam, state.direction, state.stamps) == (5, "right", [3, 1, 0, 0])
    assert state.hands[1:] == hands[1:] and state.marked == [False, True, True, False]


@pytest.mark.clause("GP-32", "GP-35", "GP-36")
def test_a_year_is_shown_to_its_end_before_the_next_begins() -> None:
    position = table([["watch", "first", "bulk"]], stamps=[3, 1], sam=3, pile=0)
    outcome = engine.play(game, position, 0, Move("play", {"card": "watch-1", "option": "a", "target": 1}))
    assert outcome.between is not None
    ended, now = seen(outcome.between, 0), seen(position, 0)
    assert (ended.year, ended.sam, ended.pile, ended.discard[-1], ended.step) == (1, 5, 0, "watch-1", "settle")
    assert (now.year, now.discard, len(now.hand)) == (2, [], len(ended.hand) + 1)
    assert not game.table.facts(ended, 0, NAMES[:4]).takeover  # this turn is past that


@pytest.mark.clause("GP-33")
def test_settling_after_an_action_can_end_the_year() -> None:
    position = table([["vacation"]], stamps=[1], pile=1)
    play_card(position, "vacation-1")
    assert position.state.year == 2 and len(position.state.hands[0]) == 2


@pytest.mark.clause("GP-33")
def test_another_personalitys_draw_can_end_the_year() -> None:
    position = table([["review", "bulk"], ["first"]], stamps=[0, 1], pile=1)
    events = play_card(position, "review-1", target=1)
    drew = [(event.kind, event.data["seat"]) for event in events if event.kind in ("drew", "year_over")]
    assert drew == [("drew", 0), ("year_over", 1), ("drew", 1)]  # the last card, then none is left for the other
    assert [len(hand) for hand in position.state.hands[:2]] == [2, 2]


@pytest.mark.clause("GP-34", "GP-40")
def test_wins_are_checked_with_the_stamps_of_that_moment() -> None:
    position = table([["watch"]], stamps=[1, 1, 0, 1], pile=0)
    events = play_card(position, "watch-1", target=1)
    assert seen(position).winner == 2 and not position.state.marked[1]  # the rest of the turn is skipped
    assert [event.kind for event in events] == ["laid", "year_over", "end"]


@pytest.mark.clause("GP-38")
def test_a_missing_draw_is_dropped_if_no_cards_are_left() -> None:
    state = table(seats=3).state  # a position that cannot occur in play: all cards are in hands
    state.hands[1] += state.pile + state.hands[0]
    state.pile, state.hands[0] = [], []
    draw_up(state, 0, Context(Rng("0" * 32)))
    assert state.hands[0] == [] and not state.is_over


@pytest.mark.clause("GP-38", "GP-32")
def test_a_second_missing_card_in_one_draw_ends_a_second_year() -> None:
    state = table([[]], seats=3, pile=0).state  # allowance 2, but only one card can be shuffled
    state.hands[1] += state.discard[1:]
    del state.discard[1:]
    context = Context(Rng("0" * 32))
    draw_up(state, 0, context)
    assert len(state.hands[0]) == 1 and state.year == 3
    assert [event.kind for event in context.events] == ["year_over", "year", "drew", "year_over", "year"]


@pytest.mark.clause("GP-39", "GP-91")
def test_holiday_rush_never_ends_a_year() -> None:
    position = table([["rush", "bulk"]], pile=["first", "first", "coffee"])
    events = play_card(position, "rush-1")
    assert position.state.pile == [] and position.state.year == 1
    assert position.state.discard[-2:] == ["first-2", "coffee-1"]
    assert lines(events)[-1] == "Discarded from the pile: First Class, Coffee Break."


@pytest.mark.clause("GP-41", "GP-42", "GP-44")
def test_overtime_lasts_through_further_ties() -> None:
    position = table([["bulk"]], stamps=[1, 2, 2, 1], sam=2, pile=0)
    events = play_card(position, "bulk-1")
    assert "All postal, P1 and P2 tie with 2: overtime." in lines(events)
    assert position.state.is_overtime and position.state.year == 2
    position = table([["bulk"]], stamps=[1, 2, 2, 1], sam=2, pile=0, year=2, overtime=True)
    play_card(position, "bulk-1")
    assert position.state.is_overtime and position.state.year == 3 and not position.state.is_over


@pytest.mark.clause("GP-44")
def test_the_last_sane_personality_can_still_win_at_a_year_end_in_overtime() -> None:
    position = table([["bulk"]], stamps=[1, 2, 2, 0], sam=2, pile=0, year=2, overtime=True)
    play_card(position, "bulk-1")
    assert (position.state.winner, position.state.how) == (3, "sole sane")


@pytest.mark.clause("GP-42")
def test_personalities_that_are_not_tied_play_on_in_overtime() -> None:
    position = table([["bulk"]], stamps=[1, 2, 2, 1], sam=2, pile=0)
    play_card(position, "bulk-1")
    assert position.state.active == 1 and [one.state for one in seen(position).seats] == ["postal"] * 4


@pytest.mark.clause("GP-43", "GP-46")
def test_a_personality_other_than_p_can_win_in_overtime() -> None:
    hands = [["review", "bulk"]]
    position = table(hands, stamps=[2, 3, 3, 1], overtime=True)
    play_card(position, "review-1", target=1)
    assert (position.state.winner, position.state.how) == (2, "overtime")


@pytest.mark.clause("GP-43", "GP-46")
def test_the_fifth_stamp_in_overtime_eliminates_first() -> None:
    hands = [["bulk", "first", "first", "first"]]
    position = table(hands, stamps=[4, 4, 3, 1], sam=11, overtime=True)
    play_card(position, "bulk-1")
    assert position.state.out[0] is not None and position.state.winner == 1


@pytest.mark.clause("GP-45")
def test_the_last_survivor_wins_at_once() -> None:
    position = table([["going"]], seats=3, stamps=[1], marked=[2], out=[1])
    events = play_card(position, "going-1", target=2)
    assert seen(position).ranks == [1, 3, 2] and lines(events)[-1].startswith("P0 wins: the last survivor.")


@pytest.mark.clause("GP-47")
def test_the_eliminated_are_ignored_when_the_wins_are_checked() -> None:
    position = table([["bulk"]], stamps=[1, 0, 0, 1], out=[1], sam=2, pile=0)
    play_card(position, "bulk-1")
    assert position.state.winner == 2


@pytest.mark.clause("GP-48", "GP-49")
def test_allowances() -> None:
    state = table(stamps=[0, 1, 3, 4]).state
    assert [allowance(state, seat) for seat in range(4)] == [2, 1, 3, 4]


@pytest.mark.clause("GP-50", "GP-51")
def test_p_chooses_its_surplus_and_others_lose_theirs_at_random() -> None:
    hands = [["opened", "bulk"], ["first", "first"]]
    position = table(hands, stamps=[2], pile=["coffee", "bulk"])
    play_card(position, "opened-1", target=1)
    state = position.state
    assert len(state.hands[0]) == 3 and len(state.hands[1]) == 2  # P drew first, and the victim draws a new card
    assert required(position) == [0] and position.step == "discard_down"
    play(position, 0, "discard", cards=["bulk-1"])
    assert len(state.hands[0]) == 2 and state.discard[-1] == "bulk-1"


@pytest.mark.clause("GP-52")
def test_a_first_stamp_neither_draws_nor_discards() -> None:
    position = table([["bulk", "first"]], sam=11)
    events = play_card(position, "bulk-1")
    assert [event.kind for event in events] == ["laid", "office", "leads"]
    assert position.state.hands[0] == ["first-1"]


@pytest.mark.clause("GP-53")
def test_an_eliminated_personality_has_no_cards_no_turns_and_is_no_target() -> None:
    position = table([["registered", "bulk"]], out=[1])
    assert position.state.hands[1] == [] and seen(position).seats[1].allowance == 0
    assert targets(position.state, "next") == [2, 3]


@pytest.mark.clause("GP-54", "GP-55")
def test_only_the_office_gives_postal_stamps() -> None:
    for action in ACTIONS.values():
        assert "gets a postal stamp" not in action.effect and "receive a postal stamp" not in action.effect
    position = table([["bulk", "bulk"]], stamps=[0, 2])
    play_card(position, "bulk-1")
    assert position.state.stamps == [0, 2, 0, 0]


@pytest.mark.clause("GP-56")
def test_losing_the_last_stamp_makes_sane_at_once() -> None:
    position = table([["vacation"]], stamps=[1, 0, 0, 0])
    events = play_card(position, "vacation-1")
    assert "P0 loses a postal stamp (0 left)." in lines(events)
    assert seen(position).seats[0].state == "sane" and len(position.state.hands[0]) == 2
