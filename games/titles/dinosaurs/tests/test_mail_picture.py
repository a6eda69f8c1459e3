"""The picture in an email: it shows what the viewer needs to decide, and nothing hidden."""

from functools import partial
from typing import Any

from games.kernel import engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.scene import place
from tests.mail_pictures import parts_of, picture_of, told, words_of

_picture = partial(picture_of, game)


HAND = ["pet-rock", "fire-spray", "grave-maker", "redirect", "insurance"]


def _position(**more: Any) -> Any:
    players = [
        {"dino": "stego", "points": 12, "area": ["stomped"], "hand": HAND, **more},
        {
            "dino": "nervous-rex",
            "points": 31,
            "hand": ["bonehead", "handy-pan", "sapper", "booster"],
            "laid": "iced-ptea",
        },
        {
            "dino": "raging-raptor",
            "points": 0,
            "hand": ["mouth-trap", "bonehead", "handy-pan", "star-fruit", "cool-stick"],
        },
    ]
    return place(players=players, disaster="fired-up")


def test_it_shows_the_track_the_disaster_and_the_viewers_hand() -> None:
    board = _picture(_position())
    assert parts_of(board, "track") == [{"part": "track", "points": "12 31 0"}]
    assert parts_of(board, "disaster") == [{"part": "disaster", "card": "fired-up"}]
    assert [one["card"].rsplit("-", 1)[0] for one in parts_of(board, "card")] == [
        "pet-rock",
        "grave-maker",
        "fire-spray",
        "insurance",
        "redirect",
    ]
    assert {"Pet Rock", "Fire Spray"} <= set(words_of(board))


def test_each_player_has_a_row_with_points_and_disaster_area() -> None:
    board = _picture(_position())
    assert [(one["seat"], one["points"]) for one in parts_of(board, "seat")] == [("0", "12"), ("1", "31"), ("2", "0")]
    assert "Disaster Area predatory" in told(game, _position())["You"]


def test_only_the_viewers_own_card_is_face_up_before_the_reveal() -> None:
    assert [one["value"] for one in parts_of(_picture(_position()), "laid")] == ["down"]
    assert [one["value"] for one in parts_of(_picture(_position(), 1), "laid")] == ["8"]
    assert "Iced Ptea" not in _picture(_position()) + str(told(game, _position()))


def test_it_shows_the_dinosaurs_to_choose_from() -> None:
    position, _ = engine.start(game, 3, {"dinos": "pick"}, "0" * 32)
    assert position.step == "dino" and len(parts_of(_picture(position), "free")) == 4


def test_a_spectator_sees_no_hand() -> None:
    assert not parts_of(_picture(_position(), None), "card")
