"""Playable examples: the real engine plays, the URL holds all moves, odd URLs change nothing."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.titles import load
from rulebook import examples
from rulebook.sources import examples_of, sentences
from tests.samples import GAME

pytestmark = pytest.mark.django_db
FIRST = next(iter(examples_of(GAME)))
TRY = f"/rules/{GAME}/try/{FIRST}/"


def part(client: Client, url: str = TRY, **fields: Any) -> str:
    answer = client.get(url, {"part": "1", **fields})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def kept(html: str) -> str:
    return re.search(r'name="played" value="([^"]*)"', html.replace('\\"', "'"))[1] if 'name="played"' in html else ""  # type: ignore[index]


@pytest.mark.parametrize("slug", list(load()))
def test_every_try_of_every_example_shows_its_stated_result(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        for number, attempt in enumerate(example.tries):
            html = part(client, f"/rules/{slug}/try/{example.id}/", **{"try": number})
            for line in attempt.says:
                assert line in html
            assert ("Not allowed." in html) is bool(attempt.refused) and attempt.refused in html
            for clause in attempt.clauses:
                assert f">{clause}</a>" in html and sentences(slug)[clause] in html


@pytest.mark.parametrize("slug", list(load()))
def test_examples_are_in_the_manual_and_link_back(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        html = client.get(f"/rules/{slug}/try/{example.id}/").content.decode()
        back = re.search(r'href="([^"]+)">Back to the manual', html)
        assert back
        url, _, anchor = back[1].partition("#")
        assert f'id="{anchor}"' in client.get(url).content.decode()


@pytest.mark.parametrize("slug", list(load()))
def test_begin_again_restores_the_example(client: Client, slug: str) -> None:
    for example in examples_of(slug).values():
        html = part(client, f"/rules/{slug}/try/{example.id}/")
        assert html.count('name="try"') == len(example.tries)
        assert "Begin again" not in html and "example-news" not in html and "Make this move" not in html


def test_without_script_the_form_gets_a_whole_page(client: Client) -> None:
    html = client.get(TRY, {"try": "0"}).content.decode()
    assert html.count("<h1") == 1 and f'method="get" action="/rules/{GAME}/try/{FIRST}/#play-{FIRST}"' in html


def test_playing_an_example_stores_nothing(client: Client, django_assert_num_queries: Any) -> None:
    examples_of(GAME)
    with django_assert_num_queries(0):
        client.get(TRY, {"try": "0", "part": "1"})
    for method in (client.post, client.put, client.delete):
        assert method(TRY).status_code == 405


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
def test_odd_urls_are_refused_politely(client: Client, fields: dict[str, str]) -> None:
    answer = client.get(TRY, {name: value.encode("utf-8", "surrogatepass") for name, value in fields.items()})
    html = answer.content.decode()
    assert answer.status_code == 400 and "That is not possible" in html and f'href="{TRY}"' in html


def test_every_title_with_examples_has_five() -> None:
    for slug in load():
        found = examples_of(slug)
        assert not found or len(found) >= 5, slug
        for example in found.values():
            assert examples.begin(load()[slug], example).seats >= 2
