"""Bad input, row by row, in the rulebook's words (rows 1 and 2 are in test_setup.py)."""

from typing import Any

import pytest

from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import leave, play, refusal


def following(**other: Any) -> Any:
    """Seat 1 holds 1,2,2,4,5,6,8 and has to beat a pair of 3s; storage allows sets of 2 and runs of 3."""
    hands = [[1], [1, 2, 2, 4, 5, 6, 8], [4, 4]]
    return place(hands, [1, 1, 2, 3, 7], turn=1, table=[3, 3], owner=0, deck=[5, 5, 5], **other)


def test_row_3_after_the_end() -> None:
    position = place([[3], [1, 2], [4, 5]], [1])
    play(position, 0, "3")
    assert refusal(position, 1, "play", cards=[1]) == "The match is over. (PC-89)"
    assert refusal(position, 1, "plan", moves=[]) == "The match is over. (PC-89)"


def test_row_4_comes_before_row_5_and_row_3_before_row_4() -> None:
    position = place([[3], [1, 2], [4, 5]], [1])
    leave(position, 2)
    assert refusal(position, 2, "play", cards=[4]) == "You have left this match. (PC-98)"
    play(position, 0, "3")
    assert refusal(position, 2, "play", cards=[4]) == "The match is over. (PC-89)"


@pytest.mark.clause("PC-89")
@pytest.mark.parametrize("kind", ["play", "pass", "jump", "", "leave"])
def test_row_5_not_on_turn(kind: str) -> None:
    assert refusal(following(), 2, kind, cards=[4, 4]) == "It is not your turn. (PC-89)"


@pytest.mark.clause("PC-14")
@pytest.mark.parametrize("kind", ["jump", "", "Play", "draw", "undo"])
def test_row_6_neither_play_nor_pass(kind: str) -> None:
    assert refusal(following(), 1, kind) == "Choose one action: play cards or pass. (PC-14)"


CHOOSE = "Choose at least one card to play. (PC-14)"
NOT_HELD = "You do not hold these cards. (PC-30)"
NO_MELD = "These cards are not a single, a set or a run. (PC-19)"


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (None, CHOOSE),
        ([], CHOOSE),
        ("4", CHOOSE),
        (4, CHOOSE),
        ({"0": 4}, CHOOSE),
        ([9], NOT_HELD),
        ([0], NOT_HELD),
        (["4"], NOT_HELD),
        ([True], NOT_HELD),
        ([4.0], NOT_HELD),
        ([[4, 5]], NOT_HELD),
        ([{"card": 4}], NOT_HELD),
        ([1, 1], NOT_HELD),
        ([3], NOT_HELD),
        ([10**30], NOT_HELD),
        ([1, 4], NO_MELD),
        ([2, 2, 1], NO_MELD),
        ([4, 6], NO_MELD),
    ],
)
def test_rows_7_to_9_cards(cards: object, message: str) -> None:
    assert refusal(following(), 1, "play", cards=cards) == message


def test_row_7_cards_missing() -> None:
    assert refusal(following(), 1, "play") == CHOOSE


def test_rows_10_to_13_limits() -> None:
    position = place([[4, 4, 4, 5, 6], [1], [1]], [1, 1, 3])
    assert refusal(position, 0, "play", cards=[4, 4, 4]) == "Storage allows sets of up to 2 cards now. (PC-23)"
    assert refusal(position, 0, "play", cards=[4, 5]) == "Storage allows no runs now. (PC-24)"
    position = place([[4, 4, 4, 5, 6], [1], [1]], [1, 2, 4])
    assert refusal(position, 0, "play", cards=[4, 4]) == "Storage allows no sets now. (PC-23)"
    assert refusal(position, 0, "play", cards=[4, 5, 6]) == "Storage allows runs of up to 2 cards now. (PC-24)"


def test_rows_14_to_16_strength() -> None:
    position = following()
    assert refusal(position, 1, "play", cards=[8]) == "The table shows 2 cards: you need at least as many. (PC-33)"
    assert refusal(position, 1, "play", cards=[2, 2]) == "With 2 cards you need a total above 6. (PC-34)"
    position.state.table, position.state.discard[4] = [4, 5], position.state.discard[4] - 1
    position.state.discard[3] += 2
    position.state.discard[5] -= 1
    assert refusal(position, 1, "play", cards=[4, 5]) == "Your total of 9 only equals the table. (PC-35)"


@pytest.mark.parametrize("args", [{}, {"take": 1}, {"take": 9, "add": [1]}, {"take": "x"}])
def test_row_17_the_leader_may_not_pass_whatever_it_names(args: dict[str, Any]) -> None:
    position = place([[1], [2], [3]], [1, 2])
    assert refusal(position, 0, "pass", **args) == "You lead this trick: you must play cards. (PC-16)"


@pytest.mark.parametrize("args", [{"take": 6}, {"add": 1}, {"take": 6, "add": 1}, {"take": 0}, {"add": []}])
def test_row_18_storage_is_empty(args: dict[str, Any]) -> None:
    position = place([[1], [1, 8], [3]], [], turn=1, table=[7], owner=0)
    assert refusal(position, 1, "pass", **args) == "Storage is empty: pass without taking or adding. (PC-51)"


NO_SUCH_CARD = "You do not hold such a card to add. (PC-42)"
CHOOSE_NUMBER = "Choose a number in storage to take. (PC-41)"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ({}, CHOOSE_NUMBER),
        ({"take": None, "add": 1}, CHOOSE_NUMBER),
        ({"take": "2"}, CHOOSE_NUMBER),
        ({"take": True}, CHOOSE_NUMBER),
        ({"take": [2]}, CHOOSE_NUMBER),
        ({"take": 4}, "There is no 4 in storage. (PC-41)"),
        ({"take": 9}, "There is no 9 in storage. (PC-41)"),
        ({"take": -1}, "There is no -1 in storage. (PC-41)"),
        ({"take": 0, "add": [1]}, "There is no 0 in storage. (PC-41)"),
        ({"take": 10**5000}, "There is no such number in storage. (PC-41)"),
        ({"take": 2, "add": [1]}, "You may add only one card. (PC-42)"),
        ({"take": 2, "add": []}, "You may add only one card. (PC-42)"),
        ({"take": 2, "add": [2]}, "You may add only one card. (PC-42)"),
        ({"take": 2, "add": 2}, "You took the 2s, so you may not add a 2. (PC-43)"),
        ({"take": 7, "add": 7}, "You took the 7s, so you may not add a 7. (PC-43)"),
        ({"take": 2, "add": 3}, "You do not hold a 3 to add. (PC-42)"),
        ({"take": 2, "add": 0}, "You do not hold a 0 to add. (PC-42)"),
        ({"take": 2, "add": "8"}, "You do not hold an 8 to add. (PC-42)"),
        ({"take": 1, "add": True}, NO_SUCH_CARD),
        ({"take": 1, "add": ""}, NO_SUCH_CARD),
        ({"take": 1, "add": " "}, NO_SUCH_CARD),
        ({"take": 1, "add": "apple"}, NO_SUCH_CARD),
        ({"take": 1, "add": "\u0663"}, NO_SUCH_CARD),
        ({"take": 1, "add": "5" * 30}, NO_SUCH_CARD),
        ({"take": 1, "add": {}}, NO_SUCH_CARD),
        ({"take": 1, "add": 2.5}, NO_SUCH_CARD),
        ({"take": 1, "add": 10**30}, NO_SUCH_CARD),
        ({"take": 1, "add": 10**5000}, NO_SUCH_CARD),
    ],
)
def test_rows_19_to_23_passing(args: dict[str, Any], message: str) -> None:
    assert refusal(following(), 1, "pass", **args) == message


def test_row_23_says_an_eight() -> None:
    position = place([[1], [1, 2], [3]], [1, 2, 8], turn=1, table=[7], owner=0, deck=[4])
    assert refusal(position, 1, "pass", take=1, add=8) == "You do not hold an 8 to add. (PC-42)"
    assert refusal(position, 1, "pass", take=8, add=8) == "You took the 8s, so you may not add an 8. (PC-43)"


PASS_1 = {"kind": "pass", "take": 1, "add": None}
PLANS = [
    (None, "Choose one action: play cards or pass. (PC-14)"),
    ("play", "Choose one action: play cards or pass. (PC-14)"),
    ({"0": PASS_1}, "Choose one action: play cards or pass. (PC-14)"),
    ([PASS_1] * 4, "A plan holds at most 3 moves. (PC-93)"),
    ([PASS_1, {"kind": "jump"}], "Planned move 2: Choose one action: play cards or pass. (PC-14)"),
    ([{}], "Planned move 1: Choose one action: play cards or pass. (PC-14)"),
    (["pass"], "Planned move 1: Choose one action: play cards or pass. (PC-14)"),
    ([{"kind": ["play"]}], "Planned move 1: Choose one action: play cards or pass. (PC-14)"),
    ([{"kind": "plan", "moves": []}], "Planned move 1: Choose one action: play cards or pass. (PC-14)"),
    ([{"kind": "play"}], "Planned move 1: Choose at least one card to play. (PC-14)"),
    ([{"kind": "play", "cards": [8]}], "Planned move 1: You do not hold these cards. (PC-30)"),
    ([{"kind": "play", "cards": [4, 6]}], "Planned move 1: These cards are not a single, a set or a run. (PC-19)"),
    ([PASS_1, PASS_1, {"kind": "pass"}], "Planned move 3: Choose a number in storage to take. (PC-41)"),
    ([{"kind": "pass", "take": 8}], "Planned move 1: There is no 8 in storage. (PC-41)"),
    ([{"kind": "pass", "take": 1, "add": [4]}], "Planned move 1: You may add only one card. (PC-42)"),
    ([{"kind": "pass", "take": 1, "add": 1}], "Planned move 1: You took the 1s, so you may not add a 1. (PC-43)"),
    ([{"kind": "pass", "take": 1, "add": 8}], "Planned move 1: You do not hold an 8 to add. (PC-42)"),
]


@pytest.mark.clause("PC-93")
@pytest.mark.parametrize(("moves", "message"), PLANS)
def test_rows_25_to_27_plans(moves: object, message: str) -> None:
    position = following()
    position.state.hands[2] = [0, 0, 0, 0, 2, 0, 1, 0, 0]
    position.state.discard[6] -= 1
    assert refusal(position, 2, "plan", moves=moves) == message


@pytest.mark.parametrize(
    "sent",
    [
        {"moves": "1", "moves.0.kind": "play"},
        {"moves": ["1"], "moves.0.kind": "play"},
        {"moves.0": "1", "moves.0.kind": "play"},
        {"moves.0.kind": "play", "moves": "1"},
    ],
)
def test_a_form_with_a_name_that_is_both_value_and_object_is_refused(sent: dict[str, Any]) -> None:
    assert refusal(following(), 2, "plan", **validation.nest(sent)).endswith(
        "Choose one action: play cards or pass. (PC-14)"
    )


def test_row_25_moves_missing() -> None:
    assert refusal(following(), 2, "plan") == "Choose one action: play cards or pass. (PC-14)"


def test_row_27_on_an_empty_storage() -> None:
    position = place([[1], [1, 8], [3]], [], turn=1, table=[7], owner=0)
    message = "Planned move 1: Storage is empty: pass without taking or adding. (PC-51)"
    assert refusal(position, 2, "plan", moves=[{"kind": "pass", "take": 3}]) == message


@pytest.mark.parametrize(
    ("seat", "kind", "args"),
    [
        (1, "play", {"cards": [4, 5], "by": "me"}),
        (1, "pass", {"take": 1, "add": None, "cards": [1]}),
        (2, "plan", {"moves": [], "note": "x"}),
        (2, "plan", {"moves": [{"kind": "play", "cards": [4], "why": 1}]}),
    ],
)
def test_unknown_keys_are_refused_at_every_depth(seat: int, kind: str, args: dict[str, Any]) -> None:
    assert "no field called" in refusal(following(), seat, kind, **args)


def test_a_planned_move_is_a_play_or_a_pass_not_both() -> None:
    both = {"kind": "play", "cards": [4], "take": 1, "add": None}
    message = "Planned move 1: Choose one action: play cards or pass. (PC-14)"
    assert refusal(following(), 2, "plan", moves=[both]) == message
    assert refusal(following(), 2, "plan", moves=[both | {"kind": "pass"}]) == message


def test_an_answer_to_a_decision_that_is_gone_is_refused() -> None:
    position = following()
    id = engine.open_decisions(game, position)[0].id
    engine.play(game, position, 1, codec.move_from({"kind": "play", "cards": [4, 5]}), id)
    with pytest.raises(IllegalMove) as refused:
        engine.play(game, position, 2, Move("play", {"cards": [4, 4]}), id)
    assert refused.value.clause == "PLAY-01"
