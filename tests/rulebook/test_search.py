"""Search for rules by number and by words."""

import re

import pytest
from django.test import Client

from games.titles import load
from rulebook.models import Page, Section
from rulebook.search import PER_PAGE, answer, clean_query, search
from rulebook.search_terms import read_question
from tests.samples import DUEL, GAME, TITLE

pytestmark = pytest.mark.django_db


def test_search_in_one_game_only() -> None:
    found = search("player", DUEL)
    assert {item.game.split(":")[0] for item in found.object_list} == {load()[DUEL].meta.title.split(":")[0]}
    assert 0 < found.paginator.count < search("player").paginator.count


def test_search_finds_the_platforms_rules() -> None:
    found = search("resign").object_list
    assert any(item.clause == "PLAY-05" and item.url == "/rules/#play-05" for item in found)


def test_results_are_paginated(client: Client) -> None:
    html = client.get("/rules/search/?q=card").content.decode()
    assert html.count('class="found"') == PER_PAGE and 'href="?q=card&amp;page=2"' in html
    second = client.get("/rules/search/?q=card&page=2").content.decode()
    assert 'rel="prev"' in second and set(re.findall(r"<h3>.*?</h3>", html)) != set(re.findall(r"<h3>.*?</h3>", second))
    for page in ("999", "0", "-1", "x", ""):
        assert client.get("/rules/search/", {"q": "card", "page": page}).status_code == 200


def test_pagination_links_keep_the_game(client: Client) -> None:
    html = client.get(f"/rules/search/?q=card&game={GAME}").content.decode()
    assert f'href="?q=card&amp;game={GAME}&amp;page=2"' in html
    assert f'<input type="hidden" name="game" value="{GAME}">' in html and 'href="?q=card"' in html


@pytest.mark.parametrize(
    "query",
    ["", " ", "the", "'", '"', '"open', "((", "-card", "!!", "& | !", "\\", "%", "<->", ":*", "a:*b",
     "💌", "x" * 5000, "<script>alert(1)</script>", "\ue000card\ue001", "🙂 " * 300, "-", "XY-",
     "XY-99999999999999999999"],
)  # fmt: skip
def test_odd_queries_are_handled(client: Client, query: str) -> None:
    answer = client.get("/rules/search/", {"q": query})
    html = answer.content.decode()
    assert answer.status_code == 200 and "<script>alert" not in html
    assert 'class="found"' in html or 'class="empty"' in html or not clean_query(query)


@pytest.mark.parametrize("query", ["\0", "a\0b"])
def test_nul_in_a_query_is_refused(client: Client, query: str) -> None:
    assert client.get("/rules/search/", {"q": query}).status_code == 400


def test_unknown_game_searches_all_manuals(client: Client) -> None:
    assert 'class="found"' in client.get("/rules/search/?q=card&game=nosuch").content.decode()


def test_empty_results_say_so(client: Client) -> None:
    assert "Nothing in the rules matches “zebra”." in client.get("/rules/search/?q=zebra").content.decode()


def test_snippets_are_escaped() -> None:
    page = Page.objects.create(slug=GAME, name="evil", position=9, title="E", html="", toc=[])
    Section.objects.create(page=page, position=0, text="a <b>zebra</b> & <script>x</script>", kind="rule")
    item = search("zebra").object_list[0]
    assert item.snippet == "a &lt;b&gt;<mark>zebra</mark>&lt;/b&gt; &amp; &lt;script&gt;x&lt;/script&gt;"


def test_of_a_long_text_the_sentence_with_the_words_is_shown() -> None:
    page = Page.objects.create(slug=GAME, name="long", position=9, title="L", html="", toc=[])
    text = "Filling words here. " * 20 + "A zebra stands here. " + "Further words there. " * 20
    Section.objects.create(page=page, position=0, text=text)
    snippet = search("zebra").object_list[0].snippet
    assert snippet.startswith("… A <mark>zebra</mark>") or "… " in snippet[:3]
    assert snippet.endswith(" …") and "A <mark>zebra</mark> stands here." in snippet and len(snippet) < 400


def test_words_are_understood_in_all_their_forms() -> None:
    for form in ("killing", "killed", "kill"):
        assert "eliminate" in read_question(form).terms[0].words


def test_a_bare_heading_is_no_result() -> None:
    page = Page.objects.create(slug=GAME, name="bare", position=9, title="B", html="", toc=[])
    Section.objects.create(page=page, position=0, title="Zebras", heading="Zebras")
    assert not search("zebras").object_list


def test_an_unknown_word_finds_words_that_begin_with_it() -> None:
    page = Page.objects.create(slug=GAME, name="begun", position=9, title="B", html="", toc=[])
    Section.objects.create(page=page, position=0, text="A zebrafish swims here.")
    assert "<mark>zebrafish</mark>" in search("zeb swimming here").object_list[0].snippet


def test_a_word_of_another_manual_is_no_typing_error() -> None:
    for slug, word in ((GAME, "quibble"), (DUEL, "quabble")):
        page = Page.objects.create(slug=slug, name=word, position=9, title="Q", html="", toc=[])
        Section.objects.create(page=page, position=0, text=f"A {word}.")
    assert not answer("quabble", GAME).mended
    assert answer("quibbel", GAME).mended == "quibble"


# --- partial words, and empty results ------------------------------------------------------------------------------


def test_cards_are_marked_and_listed_after_rules(client: Client) -> None:
    found = search("staircase").object_list
    assert found[0].kind == "card" or found[0].clause
    assert {"card"} <= {item.kind for item in found}
    assert '<span class="tag">Card</span>' in client.get("/rules/search/?q=staircase").content.decode()


def test_empty_results_in_a_game_offer_other_searches(client: Client) -> None:
    html = client.get(f"/rules/search/?q=zebra&game={GAME}").content.decode()
    assert f"Nothing in the rules of {TITLE} matches" in html and "search in all games" in html
    assert f'href="/rules/{GAME}/clauses/"' in html
