"""Standing orders (HD-119 to HD-125)."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.state import NO_ORDERS, Orders
from games.titles.dinosaurs.tests.scene import Table, seat


def scene(**facts: Any) -> Table:
    """Scores of 8, 5 and 1 without traits, so that Cy is about to add the Disaster card."""
    return Table(
        seat("iced-ptea", "bonehead booster"),
        seat("run-home-bat", "bonehead sapper", dino="cry-ceratops"),
        seat(
            "cool-stick",
            facts.pop("hand", "pet-rock handy-pan insurance"),
            dino="bad-luck-bronto",
            area=facts.pop("area", ()),
        ),
        disaster="meteor-1",
        **facts,
    )


@pytest.mark.clause("HD-120")
def test_new_orders_replace_the_old_ones_at_any_time() -> None:
    table = scene()
    for number in range(3):
        table.do(number, "orders", orders={"instants": "pass"})
    assert table.players[0].orders == Orders(instants="pass")
    table.do(0, "orders", orders={"effect": "decline", "drop": "booster-1"})
    assert table.players[0].orders == Orders(effect="decline", drop="booster-1")
    table.do(0, "orders", orders={})
    assert table.players[0].orders == NO_ORDERS and table.events == []


@pytest.mark.clause("HD-120")
def test_orders_can_come_with_the_card_choice() -> None:
    table = scene()
    table.do(0, "choose", card="iced-ptea-1", orders={"instants": "pass", "sticky": True})
    assert table.players[0].orders == Orders(instants="pass", sticky=True)
    table.do(1, "orders", orders={"instants": "pass"})
    table.do(1, "choose", card="run-home-bat-1")
    assert table.players[1].orders == Orders(instants="pass"), "a choice without orders leaves the old ones"


@pytest.mark.clause("HD-120")
@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        ("pass", "Unknown plan. (HD-120)"),
        ({"speed": 1}, "Unknown plan. (HD-120)"),
        ({"instants": "always"}, "Unknown plan. (HD-120)"),
        ({"effect": ["ask"]}, "Unknown plan. (HD-120)"),
        ({"disaster": 1}, "Unknown plan. (HD-120)"),
        ({"sticky": "yes"}, "Unknown plan. (HD-120)"),
        (None, "Unknown plan. (HD-120)"),
        ({"instants": None}, "Unknown plan. (HD-120)"),
        ({"effect": None, "instants": "pass"}, "Unknown plan. (HD-120)"),
        ({"sticky": None}, "Unknown plan. (HD-120)"),
        ({"sudden": None}, "Unknown plan. (HD-120)"),
        ({"sudden": "bonehead-1"}, "Unknown plan. (HD-120)"),
        ({"drop": "iced-ptea-3"}, "A plan may only name cards in your hand. (HD-123)"),
        ({"drop": 4}, "A plan may only name cards in your hand. (HD-123)"),
        ({"sudden": ["bonehead-2"]}, "A plan may only name cards in your hand. (HD-123)"),
        ({"sudden": ["bonehead-1", "booster-1"]}, "Sudden Death needs a Point card. (HD-123)"),
    ],
)
def test_invalid_orders_refuse_the_whole_move(orders: Any, sentence: str) -> None:
    table = scene()
    assert table.refused(0, "choose", card="iced-ptea-1", orders=orders) == sentence
    assert table.refused(0, "orders", orders=orders) == sentence
    assert table.players[0].card is None


@pytest.mark.clause("HD-120", "HD-123")
def test_orders_may_name_no_card_to_discard() -> None:
    table = scene()
    table.do(0, "orders", orders={"instants": "pass", "drop": None})
    assert table.players[0].orders == Orders(instants="pass")


@pytest.mark.clause("HD-120")
def test_new_orders_apply_at_once() -> None:
    table = scene().play_cards()
    assert table.asked == [0, 1, 2]
    table.do(0, "orders", orders={"instants": "pass"})
    assert table.asked == [1, 2] and table.view(1).may_answer == [0, 1, 2]
    table.do(1, "instants", plays=[])
    table.do(2, "instants", plays=[])
    assert table.asked == [2]
    outcome = engine.play(
        game,
        table.position,
        2,
        codec.move_from({"act": "orders", "orders": {"disaster": "take", "drop": "pet-rock-1"}}),
    )
    assert outcome.keeps_order and outcome.is_public and [p.by_order for p in outcome.played] == [False, True]
    assert table.players[2].area == ["meteor-1"] and table.phase == "choose"


@pytest.mark.clause("HD-121")
def test_orders_can_pass_and_decline() -> None:
    table = Table(
        seat("pet-rock", "bonehead booster"),
        seat("iced-ptea", "bonehead"),
        seat("run-home-bat", "bonehead"),
        disaster="trapped",
    ).play_cards(s0={"instants": "pass", "effect": "decline"})
    assert "Ann doesn’t use Pet Rock." in table.told() and table.asked == [1, 2]
    assert table.view(1).may_answer == [0, 1, 2]


@pytest.mark.clause("HD-122")
def test_the_take_order_does_not_apply_if_it_would_eliminate() -> None:
    table = scene().play_cards(s2={"disaster": "take", "instants": "pass"}).pass_all()
    assert table.players[2].area == ["meteor-1"] and table.phase == "choose"
    table = scene(area="trapped stomped").play_cards(s2={"disaster": "take", "instants": "pass"}).pass_all()
    assert table.asked == [2], "taking would eliminate: the player is asked"
    table = scene(area="trapped stomped").play_cards(s2={"disaster": "insure", "instants": "pass"}).pass_all()
    assert table.phase == "choose" and "insurance" in table.kinds()


@pytest.mark.clause("HD-122")
def test_the_insure_order_plays_the_lowest_copy_or_takes_the_card() -> None:
    table = scene(hand="insurance-3 insurance-2 bonehead").play_cards(s2={"disaster": "insure"}).pass_all()
    assert "insurance-2" in table.state.discard and "insurance-3" in table.players[2].hand
    table = scene(hand="pet-rock bonehead").play_cards(s2={"disaster": "insure"}).pass_all()
    assert table.players[2].area == ["meteor-1"]
    table = scene(hand="pet-rock bonehead", area="trapped stomped").play_cards(s2={"disaster": "insure"}).pass_all()
    assert table.asked == [2]


@pytest.mark.clause("HD-123")
def test_a_named_discard_that_has_left_the_hand_is_skipped() -> None:
    order = {"disaster": "take", "drop": "handy-pan-1"}
    table = scene().play_cards(s2=order).pass_all()
    assert "Cy discards Handy Pan." in table.told()
    table = scene()
    table.do(2, "choose", card="handy-pan-1", orders=order)
    table.play_cards().pass_all()
    assert table.state.report.to == 2 and "discard" not in table.kinds(), (
        "the card laid with the same move may be named"
    )


@pytest.mark.clause("HD-123")
def test_sudden_death_uses_the_first_named_card_still_in_hand() -> None:
    def tie(order: dict[str, Any]) -> Table:
        table = Table(
            seat("iced-ptea", "bonehead"),
            seat("handy-pan", "bonehead cool-stick", dino="cry-ceratops"),
            seat("handy-pan", "run-home-bat grave-maker", dino="bad-luck-bronto"),
            disaster="meteor-1",
        )
        return table.play_cards(s2=order).pass_all()

    table = tie({"sudden": ["handy-pan-2", "grave-maker-1", "run-home-bat-1"]})
    assert table.asked == [1] and table.view(1).boards[2].has_pick and table.players[2].pick == "grave-maker-1"
    assert tie({"sudden": ["handy-pan-2"]}).asked == [1, 2], "none left: ask"
    both = (
        Table(
            seat("iced-ptea", "bonehead"),
            seat("handy-pan", "bonehead cool-stick", dino="cry-ceratops"),
            seat("handy-pan", "bonehead pet-rock", dino="bad-luck-bronto"),
            disaster="meteor-1",
        )
        .play_cards(s1={"sudden": ["bonehead-2", "cool-stick-1"]}, s2={"sudden": ["bonehead-3", "pet-rock-1"]})
        .pass_all()
    )
    assert both.kinds().count("sudden_reveal") == 4 and both.players[2].area == ["meteor-1"]


@pytest.mark.clause("HD-124")
def test_orders_are_secret_and_everybody_has_the_same_form() -> None:
    table, other = scene(), scene()
    table.do(0, "orders", orders={"instants": "pass", "drop": "booster-1"})
    for viewer in (1, 2, None):
        assert table.view(viewer) == other.view(viewer)
    assert table.view(0).orders.instants == "pass"
    forms = [[field.name for field in table.decision(n, "standing").actions[0].fields] for n in range(3)]
    assert forms[0] == forms[1] == forms[2] and len(forms[0]) == 6


@pytest.mark.clause("HD-124")
def test_the_log_does_not_reveal_that_an_order_was_used() -> None:
    by_order = scene().play_cards(s2={"instants": "pass", "disaster": "take"}).pass_all()
    by_hand = scene().play_cards().pass_all()
    by_hand.do(2, "take")
    assert by_order.told(0) == by_hand.told(0) and by_order.told(2) == by_hand.told(2)


@pytest.mark.clause("HD-124")
def test_orders_end_with_the_round_unless_sticky() -> None:
    order = {
        "instants": "pass",
        "effect": "decline",
        "disaster": "take",
        "drop": "handy-pan-1",
        "sudden": ["pet-rock-1"],
    }
    sticky = {**order, "drop": "booster-1", "sudden": ["bonehead-1"], "sticky": True}
    table = scene().play_cards(s2=order, s0=sticky).pass_all()
    assert table.state.round == 4 and table.players[2].orders == NO_ORDERS
    kept = table.players[0].orders
    assert kept == Orders(instants="pass", effect="decline", disaster="take", sticky=True)


@pytest.mark.clause("HD-119")
def test_other_kinds_of_moves_are_refused() -> None:
    table = scene()
    for act in ("instants", "take", "effect", "sudden", "dance"):
        assert table.refused(0, act) == "That is not the decision you are asked for. (HD-119)"
    table.play_cards().pass_all()
    assert table.refused(0, "choose", card="bonehead-1") == "You have nothing to decide right now. (HD-119)"
    assert table.refused(9, "take") == "That seat is not in this match. (HD-119)"
    table.do(0, "orders", orders={"instants": "pass"})


@pytest.mark.clause("HD-119")
@pytest.mark.parametrize(
    "plays", ["booster-1", 3, ["booster-1"], [{"card": "booster-1", "target": 0, "more": 1}], {"card": "booster-1"}]
)
def test_unreadable_answers_are_refused(plays: Any) -> None:
    table = scene().play_cards()
    assert table.refused(0, "instants", plays=plays) == "That move could not be read. (HD-119)"
    for final in ("yes", None, 1):
        assert table.refused(0, "instants", plays=[], final=final) == "That move could not be read. (HD-119)"


@pytest.mark.clause("HD-119", "HD-80")
def test_missing_arguments_are_not_read_as_none() -> None:
    table = scene().play_cards()
    for number in (0, 2):  # with and without a card for the window
        for given in ({}, {"final": True}, {"plays": None}, {"plays": [None]}):
            assert table.refused(number, "instants", **given) == "That move could not be read. (HD-119)"
        for row in ({}, {"card": None}, {"card": None, "target": 0}, {"card": None, "target": None}, {"target": 1}):
            assert table.refused(number, "instants", plays=[row]) == "That card is not in your hand. (HD-80)"
    table.do(2, "instants", plays=[])
    table.do(0, "instants", plays=[], final=True)


@pytest.mark.clause("HD-125")
def test_a_match_played_by_defaults_reaches_its_end() -> None:
    """A match goes on to its end even if everybody always runs out of time."""
    for seats in (2, 4, 6):
        position, _ = engine.start(game, seats, game.rules.options.defaults(seats, "live"), "ab" * 16)
        for _ in range(2000):
            required = [d for d in engine.decisions(game, position) if not d.optional]
            if not required:
                break
            engine.play(game, position, required[0].seat, required[0].default, position.id_of(required[0]))
        assert position.state.ranks is not None
