"""Searching the rules: by number, and by words in the manual, the clauses and the rulings."""

from typing import Any

import pytest
from django.test import Client

from rulebook.models import Page
from rulebook.search import clauses_named, search

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("query", "slug", "expected"),
    [
        ("PC-35", "", ["PC-35"]),
        ("pc 35", "", ["PC-35"]),
        ("pc35", "", ["PC-35"]),
        ("PC-035", "", ["PC-35"]),
        ("why PC-1 and hr-2?", "", ["PC-01", "HR-02"]),
        ("play-4", "", ["PLAY-04"]),
        ("35", "parcels", ["PC-35"]),
        ("35", "", []),
        ("take 35 cards", "parcels", []),
        ("PC-999", "", []),
        ("", "parcels", []),
    ],
)
def test_rules_are_named_in_many_ways(query: str, slug: str, expected: list[str]) -> None:
    assert clauses_named(query, slug) == expected


@pytest.mark.parametrize("query", ["PC-35", "pc35", "PC-35 total"])
def test_a_named_rule_comes_before_pages_that_mention_it(query: str) -> None:
    found = search(query).object_list
    assert found[0].clause == "PC-35" and found[0].url == "/rules/parcels/#pc-35"
    assert found[0].game == "Parcels" and found[0].title == "Playing cards"


def test_pages_that_mention_a_rule_are_found_by_its_number() -> None:
    titles = [item.title for item in search("PC-35").object_list]
    assert "A run and a set with the same total" in titles


def test_search_finds_and_marks_all_forms_of_a_word() -> None:
    found = search("shuffles", "parcels").object_list
    assert found and any("<mark>shuffled</mark>" in item.snippet for item in found)


def test_search_shows_the_whole_paragraph_with_matches_marked() -> None:
    first = search("number of cards and total", "parcels").object_list
    found = next(item for item in first if item.clause == "PC-35")
    assert found.snippet == (
        "Same <mark>number</mark> of <mark>cards</mark>, same <mark>total</mark>? That doesn’t beat it."
    )
    assert (found.url, found.title) == ("/rules/parcels/#pc-35", "Playing cards")


def test_further_rule_of_a_paragraph_is_found_by_its_number_only() -> None:
    named = search("PC-15").object_list[0]
    assert named.url == "/rules/parcels/#pc-15" and named.snippet.startswith("Each turn is one thing")
    found = [item.url for item in search("each turn is one thing").object_list]
    assert found.count("/rules/parcels/#pc-14") == 1 and "/rules/parcels/#pc-15" not in found


def test_rulings_are_found() -> None:
    found = search("leading means playing", "parcels").object_list
    urls = {item.title: item.url for item in found}
    assert urls["Can the leader pass?"] == "/rules/parcels/rulings/#ruling-pc-16"


def test_search_loads_manuals_that_nobody_loaded(client: Client, django_assert_max_num_queries: Any) -> None:
    Page.objects.all().delete()
    assert search("PC-35").object_list[0].clause == "PC-35"
    with django_assert_max_num_queries(5):
        search("PC-35")


@pytest.mark.parametrize(("begun", "clause"), [("consecuti", "PC-22"), ("storage at the mom", "PC-29")])
def test_search_completes_the_last_word(begun: str, clause: str) -> None:
    named = [item.clause for page in (1, 2) for item in search(begun, "", page).object_list]
    assert clause in named


def test_quoted_and_excluded_words_are_matched_exactly() -> None:
    assert search('"consecuti"').paginator.count == 0
    without = {item.clause for item in search("run -set", "parcels").object_list}
    assert without and "PC-21" not in without


def test_search_while_typing_returns_only_the_results(client: Client) -> None:
    html = client.get("/rules/search/?q=stor&part=1").content.decode()
    assert 'class="found"' in html and "<html" not in html and "<mark>" in html


def test_misspelled_words_are_mended_and_their_results_shown_at_once(client: Client) -> None:
    html = client.get("/rules/search/?q=storrage+limmits").content.decode()
    assert "Showing results for <strong>storage limits</strong>" in html and "pc-19" in html


def test_an_empty_search_result_offers_help(client: Client) -> None:
    assert "Try fewer words" in client.get("/rules/search/?q=qqqq").content.decode()


def test_numbers_equal_their_words() -> None:
    assert [item.url for item in search("5 players", "parcels").object_list] == [
        item.url for item in search("five players", "parcels").object_list
    ]
