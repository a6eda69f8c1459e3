"""Manuals as readers see them: pages, permanent URLs of rules, caching and refusals."""

import re
from html import escape
from typing import Any

import pytest
from django.contrib.messages import constants
from django.test import Client
from django.urls import reverse

from games.clause_links import clause_url
from games.titles import load
from rulebook import sources
from tests.samples import DUEL, GAME, PREFIX, RULE, TITLE

pytestmark = pytest.mark.django_db
SLUGS = list(load())
PAGES = [(slug, item.page) for slug, game in load().items() for item in game.meta.manual]


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def ids_of(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', html)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_has_an_anchor_on_the_first_page(client: Client, slug: str) -> None:
    ids = ids_of(text_of(client, f"/rules/{slug}/"))
    for id in load()[slug].clauses:
        assert ids.count(id.lower()) == 1, id
        assert clause_url(id) == f"/rules/{slug}/#{id.lower()}"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_listed_in_the_manuals_words(client: Client, slug: str) -> None:
    html = text_of(client, f"/rules/{slug}/clauses/")
    assert set(load()[slug].clauses) == set(sources.sentences(slug))
    for id, words in sources.sentences(slug).items():
        assert f'<span id="{id.lower()}">' in html and words and escape(words, quote=False) in unescape_quotes(html), id


def unescape_quotes(html: str) -> str:
    return html.replace("&quot;", '"').replace("&#x27;", "'")


def test_the_list_of_games_shows_the_platforms_rules(client: Client) -> None:
    html = text_of(client, "/rules/")
    for id in sources.platform_clauses():
        assert ids_of(html).count(id.lower()) == 1
        assert clause_url(id) == f"/rules/#{id.lower()}"
    for slug, game in load().items():
        assert f'href="/rules/{slug}/"' in html and game.meta.tagline in html
        assert f'href="/play/{slug}/"' in html and f"{game.meta.minutes[0]} to" in html


@pytest.mark.parametrize(("slug", "name"), PAGES)
def test_every_page_in_the_menu_exists_and_is_complete(client: Client, slug: str, name: str) -> None:
    html = text_of(client, reverse("rules", args=[slug]) if name == "index" else f"/rules/{slug}/{name}/")
    ids = ids_of(html)
    assert len(ids) == len(set(ids)), "two elements with one id"
    assert html.count('aria-current="page"') == 3  # main menu, path, menu of the manual
    assert "style=" not in html and "onclick" not in html and "\ue000" not in html
    missing = [anchor for anchor in re.findall(r'href="#([^"]+)"', html) if anchor not in ids]
    assert not missing


@pytest.mark.parametrize("slug", SLUGS)
def test_previous_and_next_links_walk_through_a_manual(client: Client, slug: str) -> None:
    names = [item.page for item in load()[slug].meta.manual]
    seen, url = [], f"/rules/{slug}/"
    while url:
        seen.append(url)
        html = text_of(client, url)
        back = re.search(r'rel="prev" href="([^"]+)"', html)
        assert (back[1] if back else None) == (seen[-2] if len(seen) > 1 else None)
        following = re.search(r'rel="next" href="([^"]+)"', html)
        url = following[1] if following else ""
    assert seen == [f"/rules/{slug}/" if name == "index" else f"/rules/{slug}/{name}/" for name in names]


@pytest.mark.parametrize(
    ("url", "target"),
    [
        (f"/rules/{GAME}/{RULE}/", f"/rules/{GAME}/#{RULE}"),
        (f"/rules/{GAME}/{RULE.upper()}/", f"/rules/{GAME}/#{RULE}"),
        (f"/rules/{RULE}/", f"/rules/{GAME}/#{RULE}"),
        ("/rules/PLAY-04/", "/rules/#play-04"),
        (f"/rules/{GAME}/index/", f"/rules/{GAME}/"),
    ],
)
def test_permanent_urls_of_rules_redirect(client: Client, url: str, target: str) -> None:
    answer = client.get(url)
    assert (answer.status_code, answer.headers["Location"]) == (302, target)


@pytest.mark.parametrize(
    "url",
    [
        "/rules/nosuchgame/",
        "/rules/nosuchgame/index/",
        f"/rules/nosuchgame/{RULE}/",
        f"/rules/{GAME}/nosuchpage/",
        f"/rules/{GAME}/{PREFIX}-999/",
        f"/rules/{GAME}/{PREFIX}-035/",
        f"/rules/{GAME}/35/",
        f"/rules/{GAME}/play-01/",
        f"/rules/{DUEL}/{RULE}/",
        f"/rules/{TITLE}/",
        f"/rules/{GAME}/..%2F..%2Fsecrets/",
        f"/rules/{GAME}/examples/more/",
    ],
)
def test_unknown_pages_get_404(client: Client, url: str) -> None:
    assert client.get(url).status_code == 404


@pytest.mark.parametrize("url", ["/rules/", f"/rules/{GAME}/", f"/rules/{GAME}/examples/", "/rules/search/?q=card"])
def test_pages_accept_only_get_and_head(client: Client, url: str) -> None:
    assert client.head(url).status_code == 200
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(url).status_code == 405


def test_pages_take_few_queries(
    client: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    for url in ("/rules/", f"/rules/{GAME}/", f"/rules/{GAME}/examples/", f"/rules/{DUEL}/"):
        first = 2 + (url == "/rules/")  # the list of manuals also checks when any of them changed
        with django_assert_max_num_queries(first):  # an earlier test may have cached the page
            client.get(url)
        with django_assert_num_queries(first - 1):  # the page is cached
            client.get(url)
    searches = {"q=card": 4, "q=card&page=2": 4, f"q={RULE}&game={GAME}": 2}  # a number needs no words read
    for query, many in searches.items():
        client.get(f"/rules/search/?{query}")  # reads the words of the manuals once
        with django_assert_num_queries(many):
            client.get(f"/rules/search/?{query}")


def test_pages_are_cacheable_for_anonymous_visitors_only(client: Client, stranger: Any) -> None:
    answer = client.get(f"/rules/{GAME}/")
    assert answer.headers["Cache-Control"] == "private, max-age=300"
    assert "Cookie" in answer.headers["Vary"] and answer.headers["Last-Modified"].endswith("GMT")
    client.force_login(stranger)
    answer = client.get(f"/rules/{GAME}/")
    assert "no-cache" in answer.headers["Cache-Control"] and "max-age" not in answer.headers["Cache-Control"]
    assert "My games" in answer.content.decode()


def test_a_page_with_a_message_is_not_cached(client: Client, settings: Any) -> None:
    from django.contrib.messages.storage.base import Message
    from django.contrib.messages.storage.cookie import CookieStorage
    from django.test import RequestFactory

    storage = CookieStorage(RequestFactory().get("/"))
    client.cookies["messages"] = storage._encode([Message(constants.INFO, "See you soon")])
    answer = client.get(f"/rules/{GAME}/")
    assert "See you soon" in answer.content.decode() and "no-cache" in answer.headers["Cache-Control"]


def test_sitemap_lists_every_page(client: Client) -> None:
    xml = text_of(client, "/sitemap.xml")
    found = re.findall(r"<loc>http://testserver(/[^<]*)</loc>", xml)
    named = {slug: {item.page for item in game.meta.manual} for slug, game in load().items()}
    galleries = sum(game.manual.gallery is not None and "cards" not in named[slug] for slug, game in load().items())
    made = 4 * len(SLUGS) + galleries  # glossary, rulings, rules, versions
    assert "/rules/" in found and len(found) == len(PAGES) + 1 + made
    for url in found:
        assert client.get(url).status_code == 200
    assert xml.count("<lastmod>") == len(found)
