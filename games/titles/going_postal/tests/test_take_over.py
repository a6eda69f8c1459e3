"""Eliminating a Personality: the take-over, live and asynchronous (GP-69 to GP-79, GP-137 to GP-141)."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.going_postal import game
from games.titles.going_postal.state import Order
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


def house(sam: int = 5, **facts: Any) -> AnyPosition:
    """Seat 0's turn; seats 2 and 3 are out with three vendetta stamps each; Sam is on Old Mansion (house 3)."""
    return table(
        [["bulk", "first"], None, [], []],
        **{"seats": 5, "sam": sam, "out": [2, 3], "vendetta": {2: 3, 3: 3}, **facts},
    )


def order(position: AnyPosition, seat: int, mode: str, targets: list[int] | None = None, price: int = 3) -> None:
    everybody = list(range(position.state.seats)) if targets is None else targets
    play(position, seat, "orders", mode=mode, targets=everybody, max_price=price)


@pytest.mark.clause("GP-69", "GP-71", "GP-72")
def test_only_eliminated_seats_that_can_pay_take_over_and_only_once() -> None:
    position = house(options=LIVE)
    assert seen(position).payers == [2, 3] and "claim" not in verbs(position, 1)
    play(position, 3, "claim")
    assert refusal(position, 2, "claim") == "GP-72: Too late: the card is down or the turn is already taken over."
    assert position.state.vendetta[2] == 3 and required(position) == [3]
    position = house(options=LIVE, vendetta={2: 2})
    assert refusal(position, 2, "claim") == "GP-71: You need 3 vendetta stamp(s) for this house."


@pytest.mark.clause("GP-70", "GP-72")
def test_a_claim_after_the_card_is_too_late_and_costs_nothing() -> None:
    hands = [["bulk", "first", "first"], None, [], []]
    position = table(hands, sam=5, out=[2], vendetta={2: 3}, stamps=[1], options=LIVE)
    play_card(position, "bulk-1")
    assert position.step == "discard_down"
    assert refusal(position, 2, "claim") == "GP-72: Too late: the card is down or the turn is already taken over."
    assert position.state.vendetta[2] == 3


@pytest.mark.clause("GP-73", "GP-74", "GP-75")
def test_the_claimer_decides_everything_for_p() -> None:
    hands = [["watch", "inspector"], None, [], []]
    position = table(hands, seats=5, sam=5, out=[2, 3], vendetta={2: 3}, stamps=[2], options=LIVE)
    play(position, 2, "claim")
    assert seen(position, 2).hand == ["watch-1", "inspector-1"] and decision(position, 2, "play").acts_for == 0
    words = "GP-73: Your turn has been taken over; you cannot decide in it."
    assert refusal(position, 0, "play", card="watch-1", option="a", target=1) == words
    assert refusal(position, 2, "play", card="inspector-1", option="a", target=1).startswith("GP-14")
    events = play(position, 2, "play", card="watch-1", option="a", target=1)
    assert lines(events)[0] == "P2 plays P0’s Watch List and marks P1: Sam walks 2 to The Duplex."
    assert position.state.claimer is None and seen(position, 2).hand == []
    assert position.state.stamps == [2, 0, 0, 0, 0]


@pytest.mark.clause("GP-73")
def test_the_claimer_answers_the_follow_ups_too() -> None:
    hands = [["inspector", "bulk"], ["first", "coffee"], [], []]
    position = table(hands, seats=5, sam=5, out=[2, 3], vendetta={2: 3}, options=LIVE)
    play(position, 2, "claim")
    play(position, 2, "play", card="inspector-1", option="a", target=1)
    assert seen(position, 2).shown == ["first-1", "coffee-1"] and seen(position, 0).shown is None
    assert refusal(position, 0, "inspect", card=None) == "GP-146: This decision belongs to another player."
    play(position, 2, "inspect", card="coffee-1")
    assert position.state.active == 1


@pytest.mark.clause("GP-74")
def test_the_eliminated_never_receive_a_stamp() -> None:
    position = house(sam=11, options=LIVE)
    play(position, 2, "claim")
    play(position, 2, "play", card="bulk-1", option="a")
    assert position.state.stamps == [1, 0, 0, 0, 0] and position.state.vendetta[2] == 1


@pytest.mark.clause("GP-76")
def test_live_play_has_a_four_second_hold_and_no_standing_orders() -> None:
    position = house(options=LIVE)
    assert decision(position, 0, "play").clock.hold == 4
    assert decision(position, 2, "claim").optional
    orders = refusal(position, 2, "orders", mode="ask", targets=[], max_price=1)
    assert orders == "GP-76: You can plan ahead only in correspondence games."
    play(position, 2, "claim")
    assert decision(position, 2, "play").clock.hold == 0
    assert decision(house(vendetta={}, options=LIVE), 0, "play").clock.hold == 0
    assert decision(house(sam=3, options=LIVE), 0, "play").clock.hold == 0


@pytest.mark.clause("GP-77")
def test_the_sealed_card_can_be_replaced_and_is_shown_to_nobody() -> None:
    position = house()
    play(position, 0, "play", card="bulk-1", option="a")
    for seat in (1, 2, 3, None):
        shown = codec.dump(seen(position, seat)).decode()
        assert "bulk-1" not in shown and "first-1" not in shown
    play(position, 0, "play", card="first-1", option="a")
    play(position, 2, "pass")
    assert position.state.sam == 5 and required(position) == [3]
    play(position, 3, "pass")
    assert position.state.sam == 7 and position.state.discard[-1] == "first-1"


@pytest.mark.clause("GP-77", "GP-137")
def test_a_destroyed_card_leaves_no_trace() -> None:
    sealed, plain = house(), house()
    assert all(decision(sealed, seat, verb).secret for seat, verb in ((0, "play"), (2, "claim"), (3, "claim")))
    play(sealed, 0, "play", card="bulk-1", option="a")
    for position in (sealed, plain):
        play(position, 2, "claim")
    for seat in (0, 1, 2, 3, 4, None):
        assert codec.dump(seen(sealed, seat)) == codec.dump(seen(plain, seat))
    assert codec.dump(sealed) == codec.dump(plain)


@pytest.mark.clause("GP-77")
def test_the_card_is_played_at_once_if_nobody_is_asked() -> None:
    position = house(vendetta={})
    assert decision(position, 0, "play").secret is False
    play_card(position, "bulk-1")
    assert position.state.sam == 6


@pytest.mark.clause("GP-78")
def test_at_first_everybody_is_asked() -> None:
    position = house()
    assert seen(position, 2).order is not None
    assert codec.plain(seen(position, 2).order) == {"mode": "ask", "targets": None, "max_price": 3}
    assert verbs(position, 2) == {"claim", "pass", "orders"}
    assert decision(position, 2, "pass").clock.limit == 12 * 3600


@pytest.mark.clause("GP-78")
@pytest.mark.parametrize("order", [Order("never"), Order("always", None, 2), Order("ask", (1, 4))])
def test_orders_that_do_not_match_pass_but_leave_claiming_possible(order: Order) -> None:
    position = house(vendetta={2: 3}, orders={2: order})
    assert refusal(position, 2, "pass") == "GP-78: You have no take-over to answer."
    assert "claim" in verbs(position, 2) and "pass" not in verbs(position, 2)
    play_card(position, "bulk-1")
    assert position.state.sam == 6


@pytest.mark.clause("GP-78")
def test_a_seat_that_was_not_asked_can_claim_until_the_card_is_played() -> None:
    position = house(vendetta={2: 3}, orders={2: Order("never")})
    play(position, 2, "claim")
    assert position.state.claimer == 2


@pytest.mark.clause("GP-78", "GP-79")
@pytest.mark.parametrize(("way", "mover", "claimer"), [("left", 4, 2), ("right", 1, 3)])
def test_the_first_order_in_the_direction_of_play_claims(way: str, mover: int, claimer: int) -> None:
    hands = [["bulk", "first"], ["coffee", "bulk"], [], [], ["coffee", "bulk"]]
    always = Order("always", (0,))
    facts: dict[str, Any] = {"out": [2, 3], "vendetta": {2: 3, 3: 3}, "orders": {2: always, 3: always}}
    position = table(hands, seats=5, sam=4, active=mover, direction=way, **facts)
    play_card(position, position.state.hands[mover][0])
    assert (position.state.active, position.state.claimer) == (0, claimer)
    assert position.state.vendetta[claimer] == 2


@pytest.mark.clause("GP-79")
def test_an_order_to_claim_beats_seats_that_would_be_asked() -> None:
    hands = [["bulk", "first"], None, [], [], ["coffee", "bulk"]]
    facts: dict[str, Any] = {"out": [2, 3], "vendetta": {2: 3, 3: 3}, "orders": {3: Order("always", (0,))}}
    position = table(hands, seats=5, sam=4, active=4, **facts)
    play_card(position, "coffee-1")
    play(position, 2, "pass")  # seat 2 is asked about the turn of seat 4
    assert (position.state.active, position.state.claimer) == (0, 3)


@pytest.mark.clause("GP-78")
def test_a_new_order_answers_an_open_question() -> None:
    position = house(vendetta={2: 3})
    order(position, 2, "ask")
    assert required(position) == [0, 2]
    order(position, 2, "never")
    assert required(position) == [0]
    play_card(position, "bulk-1")
    assert position.state.sam == 6
    position = house(vendetta={2: 3})
    order(position, 2, "always")
    assert position.state.claimer == 2 and position.state.vendetta[2] == 0


@pytest.mark.clause("GP-78")
def test_an_order_of_a_seat_that_is_not_asked_applies_from_the_next_turn() -> None:
    position = house(sam=4, vendetta={2: 2}, orders={2: Order("never")})
    order(position, 2, "always")
    assert position.state.claimer is None and required(position) == [0]
    play_card(position, "first-1", "b")  # Sam is on 7, a house of 2
    assert position.state.active == 1 and position.state.claimer == 2


@pytest.mark.clause("GP-135", "GP-137")
def test_nobody_sees_orders_or_who_was_asked() -> None:
    asked, silent = house(), house()
    silent.state.orders = {2: Order("never"), 3: Order("always", (1,), 1)}
    silent.state.asked = []
    for seat in (0, 1, 4, None):
        assert codec.dump(seen(asked, seat)) == codec.dump(seen(silent, seat))
    assert engine.waiting_for(game, asked) == engine.waiting_for(game, silent) == [(0, "turn")]


PREFERRED: list[tuple[list[str], list[int], int, tuple[str, str, int | None]]] = [
    (["going", "bulk"], [], 10, ("bulk-1", "a", None)),  # avoid the office if possible
    (["warning", "watch"], [1], 0, ("warning-1", "b", None)),  # then prefer no target, then the shorter distance
    (["address", "registered"], [], 7, ("address-1", "b", None)),  # move 4 without a target before move 2 with one
    (["priority", "first"], [], 0, ("first-1", "a", None)),  # the shorter one
    (["shift", "bulk"], [], 0, ("shift-1", "a", None)),  # the earlier card
    (["overnight", "going"], [], 11, ("overnight-1", "a", None)),  # all reach the office: the shortest
]


@pytest.mark.clause("GP-138")
@pytest.mark.parametrize(("hand", "stamps", "sam", "expected"), PREFERRED)
def test_the_default_play(hand: list[str], stamps: list[int], sam: int, expected: tuple[str, str, int | None]) -> None:
    default = decision(table([hand], stamps=stamps, sam=sam), 0, "play").default
    assert (default.args["card"], default.args["option"], default.args["target"]) == expected


@pytest.mark.clause("GP-138")
def test_the_default_play_targets_the_lowest_seat_if_necessary() -> None:
    position = table([["address"]], seats=3, stamps=[1], active=0, sam=8)  # only move 2 stops before the office
    default = decision(position, 0, "play").default
    assert default.args == {"card": "address-1", "option": "a", "distance": None, "target": 1}


@pytest.mark.clause("GP-139")
def test_the_other_defaults() -> None:
    assert decision(house(), 2, "pass").default == Move("pass")
    position = table([["inspector", "bulk"], ["first", "coffee"]])
    play_card(position, "inspector-1", target=1)
    assert decision(position, 0, "inspect").default.args == {"card": None}
    position = table([["sorting", "bulk"]], pile=["bulk", "first", "coffee", "priority"])
    play_card(position, "sorting-1")
    assert decision(position, 0, "order").default.args == {"cards": ["first-1", "coffee-1", "priority-1"]}
    position = table([["bulk", "first", "coffee", "priority"]], stamps=[1])
    play_card(position, "bulk-1")
    assert decision(position, 0, "discard").default.args == {"cards": ["coffee-1", "priority-1"]}
    position, _ = engine.start(game, 3, {}, "0" * 32)
    assert decision(position, position.state.active, "direction").default.args == {"dir": "left"}


@pytest.mark.clause("GP-138", "GP-77")
def test_the_default_play_is_sealed_in_an_open_window() -> None:
    position = house()
    default = decision(position, 0, "play").default
    engine.play(game, position, 0, default)
    assert position.state.sam == 5 and required(position) == [2, 3]
