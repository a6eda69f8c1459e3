"""The picture of an email: it shows what matters for the move, and only what its reader may know."""

from functools import partial
from typing import Any

from games.titles.parcels import game
from games.titles.parcels.scene import place
from tests.mail_pictures import parts_of, picture_of, told, words_of

_picture = partial(picture_of, game)


def _position() -> Any:
    return place([[4, 5, 8], [2], [6, 6, 6, 7]], [2, 2, 5], table=[4, 4], owner=2, deck=[1, 3], rounds=3)


def test_the_picture_shows_own_hand_table_and_storage() -> None:
    board = _picture(_position())
    assert parts_of(board, "hand") == [{"part": "hand", "cards": "4 5 8"}]
    assert parts_of(board, "table") == [{"part": "table", "cards": "4 4", "owner": "2"}]
    assert parts_of(board, "storage") == [{"part": "storage", "stacks": "2x2 1x5"}]
    assert "Cleo" in words_of(board) and "2 cards, total 8" in words_of(board)


def test_the_picture_counts_the_cards_of_other_players() -> None:
    board = _picture(_position())
    assert [(one["seat"], one["cards"]) for one in parts_of(board, "player")] == [("1", "1"), ("2", "4")]
    assert "6,6,6,7" not in str(told(game, _position()))


def test_the_picture_says_who_leads_an_empty_table() -> None:
    position = place([[4], [2], [6]], [2, 2])
    assert "Nothing to beat: you lead" in words_of(_picture(position))
    assert "Ann leads" in words_of(_picture(position, 1))


def test_a_spectator_sees_no_hand() -> None:
    board = _picture(_position(), None)
    assert not parts_of(board, "hand") and len(parts_of(board, "player")) == 3


def test_all_cards_of_a_long_hand_are_drawn() -> None:
    hand = [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]
    board = _picture(place([hand, [2], [6]], [2, 2]))
    assert parts_of(board, "hand")[0]["cards"].split() == [str(card) for card in hand]


def test_the_picture_has_a_description_in_words() -> None:
    words = told(game, _position())
    assert words["Your hand"] == "4 5 8" and words["Table"] == "4-4 (2 cards, total 8) of Cleo"
    assert words["Storage"].startswith("2 × 2, 1 × 5; singles, sets up to 2") and words["Ben"].startswith(
        "1 card, 0 penalty points"
    )
