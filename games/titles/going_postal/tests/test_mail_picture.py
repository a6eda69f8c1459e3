"""The picture in an email: it shows what the viewer needs to decide, and nothing hidden."""

from functools import partial
from typing import Any

import pytest

from games.kernel import engine
from games.titles.going_postal import game
from games.titles.going_postal.tests.tables import play, table
from tests.mail_pictures import parts_of, picture_of, told, words_of

_picture = partial(picture_of, game)


def _position(**more: Any) -> Any:
    facts = {"marked": [2], "sam": 7, "stamps": [0, 2], "pile": ["bulk", "truck", "rush"], **more}
    return table([["first", "going"]], **facts)


def test_it_shows_the_ring_with_sam_and_his_reach() -> None:
    ring = parts_of(_picture(_position()), "ring")[0]
    assert ring["sam"] == "7" and ring["reach"].split() == ["0", "9", "10"]  # First Class 2 or 3, Going Postal 5
    assert {"+2", "+3", "+5"} <= set(words_of(_picture(_position())))


def test_only_the_decider_sees_the_reach() -> None:
    assert [parts_of(_picture(_position(), seat), "ring")[0]["reach"] for seat in (1, None)] == ["", ""]


def test_it_shows_everybodys_state_and_stamps() -> None:
    seats = parts_of(_picture(_position(vendetta={"3": 2}, out=[3])), "seat")
    assert [(one["state"], one["stamps"], one["vendetta"]) for one in seats] == [
        ("sane", "0", "0"),
        ("postal", "2", "0"),
        ("sane", "0", "0"),
        ("eliminated", "0", "2"),
    ]


def test_it_shows_the_viewers_cards_with_their_options() -> None:
    board = _picture(_position())
    assert [one["card"].split("-")[0] for one in parts_of(board, "card")] == ["first", "going"]
    assert "First Class" in words_of(board) and "eliminate a marked personality" in " ".join(words_of(board))
    assert not parts_of(_picture(_position(), None), "card")


def test_it_shows_the_price_of_a_possible_take_over() -> None:
    assert any(words.startswith("take-over: ") for words in words_of(_picture(_position(sam=10))))
    assert not any(words.startswith("take-over: ") for words in words_of(_picture(_position(sam=0))))


@pytest.mark.clause("GP-69", "GP-72")
def test_it_shows_no_price_once_the_card_is_played() -> None:
    position = table([["bulk", "first", "first", "first"], None, []], sam=4, out=[2], vendetta={2: 3})
    assert "take-over: 1" in words_of(_picture(position)) and "a take-over costs 1" in _facts(position)
    play(position, 2, "pass")
    play(position, 0, "play", card="bulk-1", option="a")
    assert position.step == "discard_down"
    assert not any("take-over" in words for words in words_of(_picture(position)))
    assert "take-over" not in _facts(position)


def _facts(position: Any) -> str:
    """The line about Sam in the description of the picture."""
    return told(game, position)["Sam"]


def test_many_cards_are_listed_by_kind() -> None:
    position, _ = engine.start(game, 3, {**_blitz()}, "0" * 32)
    held = {card.rsplit("-", 1)[0] for card in engine.view_for(game, position, 0).hand}
    assert {one["card"] for one in parts_of(_picture(position), "card")} == held


def _blitz() -> dict[str, Any]:
    options = game.rules.options.defaults(3, "correspondence")
    return {name: getattr(options, name) for name in options.__struct_fields__} | {"blitz": True}


def test_it_says_the_same_in_words() -> None:
    words = told(game, _position())
    assert words["Sam"].endswith("5 steps to the Post Office, a house: a take-over costs 2 vendetta stamps")
    assert words["Your hand"] == "First Class, Going Postal" and words["Ben"].startswith("postal, 2 postal stamps")
