"""Invalid moves by page, API and socket: a clear sentence with its rule, and nothing changed."""

from typing import Any

import pytest

from games.errors import Refusal
from games.kernel.types import Move
from games.matches import leaving, play
from games.matches.loaded import load_match
from tests.games.conftest import move_on, open_of, user_of
from tests.games.scenes import everything
from tests.games.test_bad_input import Doors, as_form, as_json, doors, good, match, refused

__all__ = ["doors", "match"]
pytestmark = pytest.mark.django_db


WRONG = [
    ("fly", {}),
    ("", {}),
    ("pass", {"take": 99, "add": None}),
    ("pass", {"take": 1, "add": None, "speed": 3}),
    ("play", {"cards": [9]}),
    ("play", {"cards": [1, 1, 1, 1, 1, 1, 1]}),
    ("play", {"cards": []}),
    ("play", {"cards": ["x" * 5000]}),
    ("play", {"cards": [-1]}),
    ("play", {"hand": [1]}),
    ("play", {}),
]


@pytest.mark.clause("PLAY-02", "PLAY-03")
def test_invalid_moves_are_refused_by_page_api_and_email(doors):
    before = everything()
    for verb, args in WRONG:
        refused(doors.form(verb=verb, **as_form(args)), 422)
        refused(doors.api({"verb": verb, "args": args}), 422)
        refused(doors.email(verb=verb, **as_form(args)), 422)
        assert everything() == before, (verb, args)


NESTED: Any = []
for _ in range(400):
    NESTED = [NESTED]
DICTS: Any = {}
for _ in range(400):
    DICTS = {"a": DICTS}


VALUES: list[dict[str, Any]] = [
    {"cards": NESTED},
    {"cards": DICTS},
    {"cards": [NESTED, NESTED]},
    {"cards": None},
    {"cards": True},
    {"cards": 10**300},
    {"cards": [10**300]},
    {"cards": [1.5]},
    {"cards": ["1"]},
    {"cards": {"0": 1}},
    {"cards": [{"a": 1}]},
    {"cards": "a\x00b"},
    {"cards": [1], "cards.0": 1},
    {"": 1},
    {"a.b.c": {"d": [{"e": 1}]}},
    {"cards": "\U0001f4e6" * 2000},
]


def test_values_of_any_type_and_depth_are_refused(doors):
    before = everything()
    for args in VALUES:
        refused(doors.api({"verb": "play", "args": args}), 422)
        assert everything() == before, str(args)[:99]


UNKNOWN: list[Any] = [
    *(None, [], 5, "pass", {"verb": 5}, {"verb": "pass", "args": []}, {"verb": "pass", "args": {}, "x": 1}, {}),
    {"take": 1, "add": None},
    {"kind": 5, "cards": [1]},
]


@pytest.mark.clause("PC-14", "PC-89")
def test_an_unknown_action_is_refused_in_the_games_words(doors):
    before, seat = everything(), doors.asked.decision.seat
    others = [Doors(doors.match, user_of(doors.loaded, other)) for other in {0, 1, 2} - {seat}]
    for move in UNKNOWN:
        answer = doors.api(move)
        refused(answer, 422, "PC-14")
        assert answer.json()["detail"] == "Choose one action: play cards or pass."
        for other in others:
            answer = other.api(move)
            assert (answer.json()["clause"], answer.json()["detail"]) == ("PC-89", "It is not your turn.")
        assert everything() == before, move


@pytest.mark.clause("PC-89")
def test_out_of_turn(match):
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    move = asked.decision.default
    for seat in set(range(3)) - {asked.decision.seat}:
        doors, before = Doors(match, user_of(loaded, seat)), everything()
        answer = doors.form(verb=move.verb, **as_form(move.args))
        refused(answer, 409, "PC-89")
        assert "It is not your turn." in answer.content.decode()
        refused(doors.api({"verb": move.verb, "args": move.args}), 409, "PC-89")
        refused(doors.api({"verb": "plan", "args": {"moves": []}}), 409, "PLAY-01")  # another seat's decision
        own = asked.id.replace(f".{asked.decision.seat}", f".{seat}")
        refused(doors.form(own, verb=move.verb, **as_form(move.args)), 422)  # its own decision, which only takes plans
        assert everything() == before


def test_an_outdated_tab_gets_the_refusal_and_the_current_table(doors):
    fields = good(doors)
    move_on(doors.match)
    before = everything()
    other = fields | {"verb": "play", "arg.cards": ["1"]}
    answer = doors.form(**other)
    refused(answer, 409, "PC-89")
    assert "It is not your turn." in answer.content.decode()
    assert everything() == before


@pytest.mark.clause("PLAY-01")
def test_a_tab_from_the_turn_before_is_told_that_its_decision_is_settled(doors):
    fields = good(doors)
    seat = doors.asked.decision.seat
    move_on(doors.match)
    while open_of(load_match(doors.match.pk)).decision.seat != seat:
        move_on(doors.match)
    before = everything()
    answer = doors.form(**(fields | {"verb": "play", "arg.cards": ["1"]}))
    refused(answer, 409, "PLAY-01")
    assert "It’s too late for this move. Look at the table as it is now." in answer.content.decode()
    assert everything() == before


@pytest.mark.clause("PC-98")
def test_a_seat_that_has_left_cannot_move(doors):
    fields = good(doors)
    leaving.resign(match_id=doors.match.pk, user=doors.user)
    before = everything()
    answer = doors.form(**fields)
    refused(answer, 409, "PC-98")
    assert "You have left this match." in answer.content.decode()
    refused(doors.api(as_json(doors.asked.decision.default)), 409, "PC-98")
    assert everything() == before


@pytest.mark.clause("PLAY-04")
def test_after_the_end_no_move_is_accepted(start):
    match = start(options={"rounds": 1})
    doors = Doors(match)
    move_on(match, 500)
    before, move = everything(), Move("play", {"cards": [8, 8, 8, 8, 8]})
    refused(doors.form(verb="play", **{"arg.cards": ["8"] * 5}), 422)
    refused(doors.api(as_json(move)), 422)
    assert doors.email(verb="play").status_code == 410
    with pytest.raises(Refusal):
        play.play_move(match_id=match.pk, seat=0, decision="1.0", move=move, by="bot")
    assert everything() == before
