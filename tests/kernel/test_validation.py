"""Validation: which values fit a field, their canonical form, and the wording of refusals."""

from typing import Any

import pytest

from games.kernel import engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Action, Amount, Field, Move, Option, Pick, Picks, Text
from tests.kernel.helpers import fair, fair_on_turn, play
from tests.kernel.madeup import game

CARDS = tuple(Option(value, str(value)) for value in (1, 2, 2, 5))
PLACES = tuple(Option(f"{x},{y}", "") for x in range(3) for y in range(-1, 2))


def fit(field: Field, value: Any) -> Any:
    return validation.canonical(Action("do", "Do it", (field,)), {field.name: value})[field.name]


def refused(*fields: Field, **args: Any) -> str:
    """The field and the problem that the refusal names."""
    with pytest.raises(validation._Misfit) as misfit:
        validation.canonical(Action("do", "Do it", fields), args)
    return f"{misfit.value.field} {misfit.value.problem}"


def test_a_pick_accepts_only_its_values_with_their_types() -> None:
    card = Pick("card", CARDS)
    assert fit(card, 5) == 5
    for value in (3, "5", 5.0, True, "", -1):
        assert refused(card, card=value) == "card option"
    assert refused(card) == refused(card, card=None) == "card missing"
    assert refused(card, card=[5]) == "card list"
    assert refused(card, card={}) == "card option"


def test_true_is_not_the_number_one() -> None:
    assert refused(Pick("card", CARDS), card=True) == "card option"
    assert refused(Picks("cards", CARDS, 1, 2), cards=[True]) == "cards option"
    assert refused(Amount("bid", 0, 5), bid=True) == "bid kind"


def test_an_optional_pick_can_be_empty() -> None:
    assert fit(Pick("card", CARDS, least=0), None) is None
    assert validation.canonical(Action("do", "", (Pick("card", CARDS, least=0),)), {}) == {"card": None}
    assert validation.canonical(Action("do", "", (Picks("cards", CARDS, 0, 2),)), {}) == {"cards": []}


def test_a_card_held_twice_can_be_picked_twice_but_not_three_times() -> None:
    cards = Picks("cards", CARDS, 1, 3)
    assert fit(cards, [2, 2]) == [2, 2]
    assert fit(cards, [5, 2, 1]) == [1, 2, 5], "in the order of the options"
    assert refused(cards, cards=[2, 2, 2]) == refused(cards, cards=[1, 1]) == "cards option"
    assert refused(cards, cards=[]) == refused(cards, cards=[1, 2, 2, 5]) == "cards count"
    assert refused(cards, cards=2) == refused(cards, cards="2") == "cards kind"
    assert refused(cards) == "cards missing"
    for part in ([2], {"a": 1}, None, "2", 2.0, float("nan")):
        assert refused(cards, cards=[1, part]) == "cards option"


def test_an_ordered_pick_keeps_the_order() -> None:
    assert fit(Picks("order", CARDS, 2, 4, ordered=True), [5, 2, 1]) == [5, 2, 1]


def test_places_can_be_sent_as_pairs() -> None:
    assert fit(Pick("at", PLACES), [2, -1]) == fit(Pick("at", PLACES), "2,-1") == "2,-1"
    assert fit(Picks("cells", PLACES, 1, 3), [[1, 1], "0,0"]) == ["0,0", "1,1"]
    for place in ([2, 7], [1, True], [1.0, 1], [1, 1, 1], ["1", "1"]):
        assert refused(Pick("at", PLACES), at=place) in ("at option", "at list")


def test_an_amount_is_a_whole_number_in_its_range() -> None:
    bid = Amount("bid", 2, 5)
    assert fit(bid, 2) == 2
    assert refused(bid, bid=6) == refused(bid, bid=-(10**30)) == "bid range"
    assert refused(bid, bid=3.0) == refused(bid, bid="3") == refused(bid, bid=[3]) == "bid kind"
    assert refused(bid) == "bid missing"


def test_text_is_normalised_and_stripped() -> None:
    words = Text("words", 20)
    assert fit(words, "  E\u0301mile\r\nand Bo \n") == "Émile\nand Bo"
    assert fit(words, "x" * 20) == "x" * 20
    assert refused(words, words="x" * 21) == refused(words, words="   ") == "words length"
    assert refused(words, words=5) == refused(words, words=["a"]) == "words kind"
    assert refused(words) == "words missing"
    assert fit(Text("words", least=0), None) == "" and fit(Text("words", least=0), "  ") == ""


@pytest.mark.parametrize(
    "unseen", ["\u3164", "\u2800", "\u200d\ufe0f", "\u115f\uffa0", "\u200b", " \u034f\n"], ids=ascii
)
def test_invisible_text_counts_as_empty(unseen: str) -> None:
    assert refused(Text("words", 20), words=unseen) == "words length"
    assert fit(Text("words", 20, least=0), unseen) == ""
    assert fit(Text("words", 20), f"{unseen}x") == f"{unseen}x".strip()
    assert fit(Text("words", 20), "\u2764\ufe0f") == "\u2764\ufe0f", "a combining mark on a visible character stays"


@pytest.mark.parametrize("letter", ["\x00", "\x07", "\x1b", "\t", "\x7f", "\x85", "\ud800", "\r"])
def test_text_has_no_control_characters(letter: str) -> None:
    assert refused(Text("words"), words=f"a{letter}b") == "words kind"


@pytest.mark.clause("PLAY-03")
def test_unknown_keys_are_refused_at_every_depth() -> None:
    fields = (Pick("verdict.guilty", CARDS), Text("verdict.remark", least=0), Pick("moves.0.card", CARDS, least=0))
    good = {"verdict": {"guilty": 1, "remark": ""}, "moves": [{"card": 2}]}
    assert validation.canonical(Action("do", "", fields), good) == good
    for path, args in {
        "other": good | {"other": 1},
        "verdict.other": good | {"verdict": {"guilty": 1, "other": 1}},
        "verdict.guilty.deep": good | {"verdict": {"guilty": {"deep": 1}}},
        "moves.0.other": good | {"moves": [{"card": 2, "other": 0}]},
        "moves.1.card": good | {"moves": [{"card": 2}, {"card": 2}]},
        "moves": good | {"moves": [2]},
        "verdict": good | {"verdict": "guilty"},
    }.items():
        assert refused(*fields, **args) == f"{path} unknown"


def test_dotted_fields_can_be_sent_as_objects_or_dotted_names() -> None:
    fields = tuple(Pick(f"votes.{seat}", CARDS) for seat in (0, 2))
    built = {"votes": {"0": 1, "2": 5}}
    assert validation.canonical(Action("do", "", fields), built) == built
    assert validation.canonical(Action("do", "", fields), {"votes.0": 1, "votes.2": 5}) == built
    assert refused(*fields, votes={"0": 1}) == "votes.2 missing"
    assert refused(*fields, **{"votes": {"0": 1, "2": 5}, "votes.0": 2}) == "votes.0 unknown"


def test_parts_numbered_from_0_become_a_list() -> None:
    fields = tuple(Pick(f"moves.{number}.card", CARDS, least=0) for number in range(2))
    action = Action("plan", "", fields)
    for args in ({"moves": [{"card": 1}, {"card": None}]}, {"moves": [{"card": 1}]}, {"moves.0.card": 1}):
        assert validation.canonical(action, args) == {"moves": [{"card": 1}, {"card": None}]}
    assert (
        validation.canonical(action, {"moves": []})
        == validation.canonical(action, {})
        == {"moves": [{"card": None}] * 2}
    )


def test_canonical_arguments_are_unchanged() -> None:
    action = Action("do", "", (Picks("cards", CARDS, 1, 3), Pick("at", PLACES), Text("words"), Amount("bid", 0, 9)))
    once = validation.canonical(action, {"cards": [5, 1], "at": [0, 0], "words": " a ", "bid": 3})
    assert validation.canonical(action, once) == once


def test_deep_and_wide_arguments_are_refused_without_harm() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = {"a": deep}
    nested: Any = []
    for _ in range(5000):
        nested = [nested]
    for value in (deep, nested, {str(number): number for number in range(20_000)}, "x" * 100_000):
        with pytest.raises(IllegalMove) as refusal:
            play(fair(), 0, "lay", card=value)
        assert len(refusal.value.message) < 200


@pytest.mark.clause("PLAY-03")
def test_refusals_use_the_most_specific_words_of_the_game_then_the_platforms() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[0] = [1, 2, 3]
    for args, words in (
        ({"cards": [1, 2, 3]}, "Pay one or two cards. (MU-08)"),
        ({"cards": [6]}, "Pay with cards that you hold, not with 6. (MU-08)"),
        ({"cards": ["{seat}"]}, "Pay with cards that you hold, not with {seat}. (MU-08)"),
        ({"cards": [1], "price": 99}, "price: 99 is out of range. (PLAY-03)"),
        ({"cards": [1], "price": 0, "tip": 1}, "This move has no field called tip. (PLAY-03)"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            play(position, 0, "build", at="0,0", **args)
        assert str(refusal.value) == words


def test_refusals_can_always_be_shown() -> None:
    for value in ("\ud800", "\x00\x1b[31m", "x" * 5000):
        with pytest.raises(IllegalMove) as refusal:
            play(fair(), 0, "lay", card=value)
        refusal.value.message.encode("utf-8")
        assert refusal.value.message.isprintable() and len(refusal.value.message) < 100


def test_a_seat_that_can_only_give_a_standing_order_is_not_asked() -> None:
    position = fair_on_turn(0, 1, 2)
    with pytest.raises(IllegalMove, match="MU-01"):
        play(position, 1, "no such verb")
    assert engine.play(game, position, 1, Move("plan", {})).keeps_order


def test_an_unknown_decision_id_is_refused() -> None:
    position = fair_on_turn(0, 1, 2)
    for id in ("", "0", "0.1", "0.0.plan", "99.0", "-1.0", "0.0 ", "x" * 1000):
        with pytest.raises(IllegalMove, match="PLAY-01"):
            play(position, 0, "rest", id)
