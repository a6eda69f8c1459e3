"""Examples in the page: the real engine judges, the address holds the game, absurd addresses change nothing."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.titles import load
from rulebook import examples
from rulebook.sources import examples_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("manuals")]
PASS = "/rules/parcels/try/full-pass/"


def part(client: Client, url: str = PASS, **fields: Any) -> str:
    answer = client.get(url, {"part": "1", **fields})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def kept(html: str) -> str:
    return re.search(r'name="played" value="([^"]*)"', html.replace('\\"', "'"))[1] if 'name="played"' in html else ""  # type: ignore[index]


@pytest.mark.parametrize("slug", list(load()))
def test_every_try_of_every_example_says_what_it_promises(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        for number, attempt in enumerate(example.tries):
            html = part(client, f"/rules/{slug}/try/{example.id}/", **{"try": number})
            for line in attempt.says:
                assert line in html
            assert ("Not allowed." in html) is bool(attempt.refused) and attempt.refused in html
            for clause in attempt.clauses:
                assert f">{clause}</a>" in html and load()[slug].clauses[clause].text in html


@pytest.mark.parametrize("slug", list(load()))
def test_examples_stand_in_the_manual_and_lead_back(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        html = client.get(f"/rules/{slug}/try/{example.id}/").content.decode()
        back = re.search(r'href="([^"]+)">Back to the manual', html)
        assert back
        url, _, anchor = back[1].partition("#")
        assert f'id="{anchor}"' in client.get(url).content.decode()


def test_a_match_can_be_played_on_and_begun_again(client: Client) -> None:
    html = part(client, **{"try": "0"})
    assert "Ann passes: takes 2 × 1, adds 4; turned up 3; 7 in hand." in html
    assert "Ben: " in html and "Make this move" in html
    moves = re.findall(r'<option value="(\{.*?\})">([^<]*)</option>', html)
    assert all(json.loads(value)["seat"] == 1 for value, _ in moves)
    value, _ = next(pair for pair in moves if json.loads(pair[0])["verb"] == "pass")
    played = re.search(r'name="played" value="(\[.*?\])">', html)
    assert played
    html = part(client, played=played[1], move=value)
    assert "Ben passes" in html and "Ann passes" not in html and "Cleo: " in html
    assert client.get(PASS).content.decode().count('name="try"') == 3  # begun again


@pytest.mark.parametrize("slug", list(load()))
def test_a_position_that_is_begun_again_is_as_it_stood_in_the_manual(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        html = part(client, f"/rules/{slug}/try/{example.id}/")
        assert html.count('name="try"') == len(example.tries)
        assert "Begin again" not in html and "example-news" not in html and "Make this move" not in html


def test_refused_move_leaves_the_position(client: Client) -> None:
    html = part(client, **{"try": "2"})
    assert "Not allowed." in html and 'name="try" value="0"' in html and 'name="played"' not in html


def test_form_without_script_is_a_whole_page(client: Client) -> None:
    html = client.get(PASS, {"try": "0"}).content.decode()
    assert html.count("<h1") == 1 and 'method="get" action="/rules/parcels/try/full-pass/#play-full-pass"' in html


def test_nothing_is_stored_and_nothing_else_is_done(client: Client, django_assert_num_queries: Any) -> None:
    examples_of("parcels")
    with django_assert_num_queries(0):
        client.get(PASS, {"try": "0", "part": "1"})
    for method in (client.post, client.put, client.delete):
        assert method(PASS).status_code == 405


@pytest.mark.parametrize(
    "fields",
    [
        {"played": "["},
        {"played": '[{"verb": 1}]'},
        {"played": "[[0]]"},
        {"played": '[{"verb":"play","args":[]}]'},
        {"played": "\ud800"},
        {"played": json.dumps([{"verb": "x", "args": {}}] * 31)},
        {"try": "99"},
        {"try": "-1"},
        {"try": "0", "played": '[{"verb":"pass","args":{"take":1,"add":4}}]'},
        {"move": "{}"},
        {"move": "x"},
        {"verb": "play"},
        {"verb": "dance", "seat": "0"},
        {"verb": "pass", "seat": "3", "arg.take": "1"},
        {"played": "[" * 50_000},
    ],
)
def test_absurd_addresses_are_answered_calmly(client: Client, fields: dict[str, str]) -> None:
    answer = client.get(PASS, {name: value.encode("utf-8", "surrogatepass") for name, value in fields.items()})
    html = answer.content.decode()
    assert answer.status_code == 400 and "That is not possible" in html and f'href="{PASS}"' in html


def test_moves_that_the_rules_refuse_are_refused_in_their_words(client: Client) -> None:
    html = part(client, move=json.dumps({"verb": "pass", "args": {"take": 7}, "seat": 0}))
    assert "Not allowed." in html and "There is no 7 in storage." in html
    html = part(client, move=json.dumps({"verb": "play", "args": {"cards": [8]}, "seat": 2}))
    assert "It is not your turn." in html
    html = part(client, verb="pass", seat="0", **{"arg.take": "6", "arg.add": "2"})
    assert "Ann passes: takes 1 × 6, adds 2" in html


def test_board_shows_the_position_in_words_too(client: Client) -> None:
    html = part(client, **{"try": "0"})
    assert "<dt>Storage</dt><dd>3,4,4,6</dd>" in html and "<dt>Ann holds</dt><dd>1,1,2,5,5,7,8</dd>" in html


def test_every_title_with_examples_has_five() -> None:
    for slug in load():
        found = examples_of(slug)
        assert not found or len(found) >= 5, slug
        for example in found.values():
            assert examples.begin(load()[slug], example).seats >= 2
