"""The example "a full pass" on its page: play on, restart, illegal moves, and the position in words."""

import json
import re

import pytest
from django.test import Client

from tests.rulebook.test_playing import part as part_of

pytestmark = pytest.mark.django_db
PASS = "/rules/parcels/try/full-pass/"


def part(client: Client, **fields: str) -> str:
    return part_of(client, PASS, **fields)


def test_an_example_can_be_continued_and_restarted(client: Client) -> None:
    html = part(client, **{"try": "0"})
    assert "Ann passes: takes 2 × 1, adds a 4; turns up 3; 7 in hand." in html
    assert "Ben: " in html and "Make this move" in html
    moves = re.findall(r'<option value="(\{.*?\})">([^<]*)</option>', html)
    assert all(json.loads(value)["seat"] == 1 for value, _ in moves)
    value, _ = next(pair for pair in moves if json.loads(pair[0])["verb"] == "pass")
    played = re.search(r'name="played" value="(\[.*?\])">', html)
    assert played
    html = part(client, played=played[1], move=value)
    assert "Ben passes" in html and "Ann passes" not in html and "Cleo: " in html
    assert client.get(PASS).content.decode().count('name="try"') == 3  # restarted


def test_a_refused_move_leaves_the_position_unchanged(client: Client) -> None:
    html = part(client, **{"try": "2"})
    assert "Not allowed." in html and 'name="try" value="0"' in html and 'name="played"' not in html


def test_moves_that_the_rules_refuse_are_refused_in_their_words(client: Client) -> None:
    html = part(client, move=json.dumps({"verb": "pass", "args": {"take": 7}, "seat": 0}))
    assert "Not allowed." in html and "There is no 7 in storage." in html
    html = part(client, move=json.dumps({"verb": "play", "args": {"cards": [8]}, "seat": 2}))
    assert "It is not your turn." in html
    html = part(client, verb="pass", seat="0", **{"arg.take": "6", "arg.add": "2"})
    assert "Ann passes: takes 1 × 6, adds a 2" in html


def test_board_shows_the_position_in_words_too(client: Client) -> None:
    html = part(client, **{"try": "0"})
    assert "<dt>Storage</dt><dd>1 × 3, 2 × 4, 1 × 6; singles" in html
    assert "<dt>Ann’s hand</dt><dd>1 1 2 5 5 7 8</dd>" in html
