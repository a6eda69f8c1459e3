"""Resigning, in every phase, and the ranking (GP-140 to GP-144, GP-149)."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.kernel.types import Event
from games.titles.going_postal import game
from games.titles.going_postal.state import Order, Out, audit
from games.titles.going_postal.tests.tables import (
    LIVE,
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


def leave(position: AnyPosition, seat: int, reason: str = "resigned") -> list[Event]:
    events = engine.drop(game, position, seat, reason).events
    audit(position.state)
    return events


@pytest.mark.clause("GP-140")
def test_resigning_is_elimination_without_revenge() -> None:
    position = table([["bulk", "bulk"], ["first", "coffee"]], stamps=[0, 2], marked=[1], vendetta={1: 3})
    events = leave(position, 1)
    state = position.state
    assert lines(events)[0] == "P1 is escorted off the premises (resigned). Vendetta stamps: 0."
    assert state.vendetta[1] == 0 and not state.marked[1] and {"first-1", "coffee-1"} <= set(state.discard)
    words = "GP-146: You cannot act here: this seat does not exist or has left the game."
    assert refusal(position, 1, "claim") == words
    assert required(position) == [0]


@pytest.mark.clause("GP-140")
def test_an_eliminated_player_who_leaves_keeps_its_rank() -> None:
    position = table([["bulk", "bulk"]], out=[2, 1], vendetta={1: 2})
    events = leave(position, 1, "removed")
    assert lines(events) == ["P1 runs out of time and keeps the rank of their elimination."]
    assert position.state.vendetta[1] == 0
    leave(position, 0)
    assert seen(position).ranks == [2, 3, 4, 1]


@pytest.mark.clause("GP-141")
def test_if_p_resigns_the_next_personality_begins() -> None:
    position = table([["bulk", "bulk"]])
    leave(position, 0)
    assert position.state.active == 1 and required(position) == [1]
    hands = [["bulk", "first", "first"]]
    position = table(hands, sam=11, options={"trading": True})
    play_card(position, "bulk-1")
    leave(position, 0)  # before its hand was settled
    assert position.state.active == 1 and position.state.is_leading


@pytest.mark.clause("GP-141")
def test_if_a_claimer_leaves_p_decides_the_rest() -> None:
    hands = [["inspector", "bulk"], ["first", "coffee"], [], []]
    position = table(hands, sam=5, out=[2], vendetta={2: 3}, options=LIVE)
    play(position, 2, "claim")
    play(position, 2, "play", card="inspector-1", option="a", target=1)
    leave(position, 2)
    assert required(position) == [0] and seen(position, 0).shown == ["first-1", "coffee-1"]
    play(position, 0, "inspect", card=None)
    assert position.state.active == 1


@pytest.mark.clause("GP-141")
def test_if_the_target_resigns_the_action_has_no_effect() -> None:
    position = table([["inspector", "bulk"], ["first", "coffee"]])
    play_card(position, "inspector-1", target=1)
    assert decision(position, 0, "inspect").secret  # whether a card of the hand is worth discarding
    leave(position, 1)
    assert position.state.active == 2 and position.step == "take_turn"


@pytest.mark.clause("GP-141")
def test_a_sealed_card_aimed_at_somebody_who_resigns_is_chosen_again() -> None:
    hands = [["watch", "bulk"], None, [], None]
    position = table(hands, sam=4, stamps=[2], out=[2], vendetta={2: 1})
    play(position, 0, "play", card="watch-1", option="a", target=1)
    leave(position, 3)
    assert required(position) == [2]  # the card is aimed at somebody else and stays sealed
    position = table(hands, sam=4, stamps=[2], out=[2], vendetta={2: 1})
    play(position, 0, "play", card="watch-1", option="a", target=1)
    leave(position, 1)
    assert required(position) == [0, 2]


@pytest.mark.clause("GP-141")
def test_a_pass_stays_sealed_when_somebody_resigns() -> None:
    position = table([["bulk", "first"], None, [], []], seats=5, sam=5, out=[2, 3], vendetta={2: 3, 3: 3})
    play(position, 2, "pass")
    leave(position, 1)
    assert required(position) == [0, 3]


@pytest.mark.clause("GP-141")
def test_after_registered_mail_the_next_after_the_target_plays() -> None:
    hands = [["registered", "bulk", "first", "first"]]
    position = table(hands, stamps=[1])
    play_card(position, "registered-1", target=2)
    assert position.step == "discard_down"
    leave(position, 2)
    play(position, 0, "discard", cards=["first-1", "first-2"])
    assert position.state.active == 3


@pytest.mark.clause("GP-141")
def test_the_next_seat_to_the_left_becomes_the_first() -> None:
    position, _ = engine.start(game, 4, {}, "0" * 32)
    first = position.state.active
    leave(position, (first + 1) % 4)
    leave(position, first)
    assert required(position) == [(first + 2) % 4] and position.step == "choose_direction"


@pytest.mark.clause("GP-141")
def test_a_personality_that_leaves_while_asked_has_passed() -> None:
    position = table([["bulk", "bulk"], None, [], None], sam=4, out=[2], vendetta={2: 1})
    play_card(position, "bulk-1")
    assert position.state.sam == 4
    leave(position, 2)
    assert position.state.sam == 5


@pytest.mark.clause("GP-45", "GP-140")
def test_the_last_one_left_wins() -> None:
    position = table([["bulk", "bulk"]], seats=3)
    leave(position, 1)
    events = leave(position, 0)
    assert seen(position).ranks == [2, 3, 1] and lines(events)[-1].startswith("P2 wins: the last survivor.")


@pytest.mark.clause("GP-43", "GP-140")
def test_a_resignation_can_end_overtime() -> None:
    position = table([["bulk"]], stamps=[1, 2, 2, 1], overtime=True)
    leave(position, 2)
    assert (position.state.winner, position.state.how) == (1, "overtime")


@pytest.mark.clause("GP-142", "GP-143", "GP-144")
def test_the_ranking() -> None:
    position = table([["going"]], seats=6, stamps=[2, 3, 1, 1, 0, 0], marked=[3], out=[4, 5], overtime=False)
    play_card(position, "going-1", target=3)
    leave(position, 1)
    leave(position, 2)
    assert seen(position).ranks == [1, 3, 2, 4, 6, 5]


@pytest.mark.clause("GP-144")
def test_personalities_eliminated_together_rank_by_their_stamps() -> None:
    position = table([["bulk"]], seats=5, stamps=[0, 0, 0, 0, 0], options={"blitz": True})
    state = position.state
    for seat, stamps in ((2, 1), (3, 3), (4, 3)):
        state.out[seat] = Out(7, stamps, "end of deal")
        state.hands[seat] = []
    leave(position, 1)
    assert seen(position).ranks == [1, 2, 5, 3, 3]


@pytest.mark.clause("GP-72", "GP-141")
@pytest.mark.parametrize("options", [{}, LIVE])
def test_a_turn_is_taken_over_once_even_if_the_claimer_leaves(options: dict[str, Any]) -> None:
    position = table(
        [["bulk", "first"], None, [], []], seats=5, sam=4, out=[2, 3], vendetta={2: 1, 3: 1}, options=options
    )
    play(position, 2, "claim")
    leave(position, 2)
    late = "GP-72: Too late: the card is down or the turn is already taken over."
    assert refusal(position, 3, "claim") == late and position.state.vendetta[3] == 1
    assert "claim" not in verbs(position, 3) and required(position) == [0] and seen(position).payers == []
    assert decision(position, 0, "play").clock.hold == 0
    play_card(position, "bulk-1")
    assert position.state.sam == 5
    position.state.vendetta[3] = 3  # a new turn can be taken over again
    play(position, 3, "claim")
    assert position.state.claimer == 3


@pytest.mark.clause("GP-115", "GP-141")
def test_trading_does_not_reopen_when_the_claimer_leaves() -> None:
    hands = [["bulk", "first", "coffee"]]
    position = table(hands, sam=4, out=[3], vendetta={3: 1}, options={"trading": True})
    play(position, 3, "claim")
    leave(position, 3)
    words = "GP-115: There is no trading in a turn that has been taken over."
    assert refusal(position, 1, "whisper", to=0, text="Hello") == words
    assert refusal(position, 0, "offer", to=1, card="bulk-1", says=None, wants=None) == words
    assert verbs(position, 0) == {"play"} and verbs(position, 1) == set()


@pytest.mark.clause("GP-140")
def test_the_plans_of_a_player_who_leaves_end() -> None:
    facts: dict[str, Any] = {"out": [2], "vendetta": {2: 3}, "orders": {2: Order("always", (0, 1, 3))}}
    position = table([["bulk", "first"], None, [], None], sam=5, **facts)
    leave(position, 2)
    assert position.state.orders == {}
