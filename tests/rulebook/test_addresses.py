"""Short addresses of rules, their words for whoever points at a link, editions, and help for what is not there."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.titles import load
from rulebook import library
from rulebook.models import Page, Section

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("manuals")]


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("/r/hr-45", "/rules/human_resources/#hr-45"),
        ("/r/HR-45", "/rules/human_resources/#hr-45"),
        ("/r/hr-45/", "/rules/human_resources/#hr-45"),
        ("/r/play-04", "/rules/#play-04"),
    ],
)
def test_short_address_leads_to_the_rule(client: Client, url: str, target: str) -> None:
    answer = client.get(url)
    assert (answer.status_code, answer.headers["Location"]) == (302, target)


def test_every_rule_has_a_short_address_that_lands_where_it_stands(client: Client) -> None:
    for slug, game in load().items():
        pages = {page.get_absolute_url(): page.html for page in Page.objects.filter(slug=slug)}
        for id, clause in list(game.clauses.items())[::9]:
            url, _, anchor = client.get(f"/r/{id.lower()}").headers["Location"].partition("#")
            there = pages[url].partition(f'id="{anchor}">')[2][:3000]
            assert re.sub(r"<[^>]+>", "", there).startswith(id)
            assert clause.text[:200] in unescape(re.sub(r"</?a[^>]*>", "", there)) or clause.text[:200] in unescape(
                there
            )


def test_words_of_a_rule(client: Client) -> None:
    answer = client.get("/r/PC-35/words/")
    assert answer.json() == {
        "id": "PC-35",
        "text": load()["parcels"].clauses["PC-35"].text,
        "where": "Parcels",
        "mark": "our ruling",
        "url": "/rules/parcels/#pc-35",
    }
    assert answer.headers["Cache-Control"] == "private, max-age=3600"
    assert client.get("/r/play-04/words/").json()["where"] == "At every table"
    assert client.get("/r/pc-999/words/").status_code == 404


ODD = ["%00", "%F0%9F%92%8C", "x" * 3000, "..%2F..%2Fetc", "'%20OR%201=1", "%3Cscript%3E", "-", "pc-", "pc-" + "9" * 40]


@pytest.mark.parametrize("prefix", ["/r/", "/rules/", "/rules/parcels/", "/rules/parcels/try/", "/rules/parcels/v/"])
@pytest.mark.parametrize("word", ODD)
def test_absurd_addresses_get_a_helpful_page(client: Client, prefix: str, word: str) -> None:
    for end in ("", "/"):
        answer = client.get(prefix + word + end, follow=True)
        html = answer.content.decode()
        assert answer.status_code == 404, prefix + word
        assert 'role="search"' in html and "Traceback" not in html and "<script>alert" not in html


def test_unknown_rule_says_which_there_are(client: Client) -> None:
    html = client.get("/r/pc-999").content.decode()
    assert "There is no rule PC-999. The rules run from PC-01 to PC-105." in html


def test_misspelled_names_are_mended(client: Client) -> None:
    html = client.get("/rules/parcel/").content.decode()
    assert "Did you mean" in html and 'href="/rules/parcels/"' in html
    html = client.get("/rules/parcels/exampels/").content.decode()
    assert "The rules of Parcels have no page “exampels”." in html and 'href="/rules/parcels/examples/"' in html


def test_words_of_an_address_are_searched(client: Client) -> None:
    html = client.get("/rules/parcels/empty-storage/").content.decode()
    assert "Close to it" in html and "PC-51" in html


def test_address_without_its_last_stroke(client: Client) -> None:
    assert client.get("/rules/parcels/examples").headers["Location"] == "/rules/parcels/examples/"


# --- editions -----------------------------------------------------------------------------------------------------


def keep_an_older_edition() -> None:
    Page.objects.filter(slug="parcels").update(version=7)
    facts = {"slug": "parcels", "version": 6, "is_current": False, "toc": [], "digest": "old"}
    Page.objects.create(name="index", position=0, title="Rules", html="<p>Old words</p>", **facts)


def test_current_edition_stands_at_its_own_address(client: Client) -> None:
    number = load()["parcels"].meta.rules
    assert client.get(f"/rules/parcels/v/{number}/").headers["Location"] == "/rules/parcels/"
    assert client.get(f"/rules/parcels/v/{number}/examples/").headers["Location"] == "/rules/parcels/examples/"


def test_older_edition_is_kept_and_says_so(client: Client) -> None:
    keep_an_older_edition()
    html = client.get("/rules/parcels/v/6/").content.decode()
    assert "Old words" in html and "This is version 6 of the rules." in html
    assert '<meta name="robots" content="noindex">' in html and 'rel="canonical"' in html
    assert "Old words" not in client.get("/rules/parcels/").content.decode()


def test_older_edition_stays_when_a_new_one_is_stored(client: Client) -> None:
    keep_an_older_edition()
    Page.objects.filter(slug="parcels", is_current=True).delete()
    library.load(["parcels"])
    assert Page.objects.filter(slug="parcels", version=6).count() == 1
    assert Section.objects.filter(page__slug="parcels", page__is_current=False).count() == 0
    assert "Old words" in client.get("/rules/parcels/v/6/").content.decode()


def test_edition_that_is_not_kept_leads_to_the_list_of_versions(client: Client) -> None:
    assert client.get("/rules/parcels/v/99/").headers["Location"] == "/rules/parcels/changes/#version-99"


# --- validators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["/rules/", "/rules/parcels/", "/rules/parcels/gallery/", "/rules/parcels/booklet/"])
def test_unchanged_page_is_not_sent_again(client: Client, url: str) -> None:
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert client.get(url, headers={"If-Modified-Since": first.headers["Last-Modified"]}).status_code == 304
    assert client.get(url, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_changed_page_is_sent_again(client: Client) -> None:
    first = client.get("/rules/parcels/")
    Page.objects.filter(slug="parcels", name="index").update(html="<p>New</p>", digest="new")
    answer = client.get("/rules/parcels/", headers={"If-None-Match": first.headers["ETag"]})
    assert answer.status_code == 200 and "<p>New</p>" in answer.content.decode()


def test_members_page_is_validated_for_that_member_only(client: Client, stranger: Any, owner: Any) -> None:
    client.force_login(stranger)
    first = client.get("/rules/parcels/")
    assert client.get("/rules/parcels/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    client.force_login(owner)
    assert client.get("/rules/parcels/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    assert client.logout() is None
    assert client.get("/rules/parcels/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_packed_and_plain_pages_say_the_same(client: Client) -> None:
    import gzip

    packed = client.get("/rules/parcels/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.content) == client.get("/rules/parcels/").content


def test_heads_of_pages_are_right(client: Client, settings: Any) -> None:
    for slug in load():
        for page in Page.objects.filter(slug=slug, is_current=True):
            html = client.get(page.get_absolute_url()).content.decode()
            assert f'<link rel="canonical" href="{settings.SITE_URL}{page.get_absolute_url()}">' in html
            assert html.count("<h1") == 1 and html.count("<title>") == 1
            description = html.split('<meta name="description" content="')[1].split('"')[0]
            assert 20 <= len(description) <= 200


def test_search_engines_are_shown_the_way_to_the_manuals(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/plain")
    (where,) = re.findall(r"^Sitemap: https?://[^/]+(/.+)$", answer.content.decode(), re.MULTILINE)
    assert "/rules/adulting/" in client.get(where).content.decode()
