"""Short URLs of rules, tooltips, editions, caching headers, and helpful 404 pages."""

import re
from typing import Any

import pytest
from django.test import Client

from games.titles import load
from rulebook import library
from rulebook.models import Page, Section
from tests.samples import GAME, LARGEST, RULE, TITLE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("url", "target"),
    [
        (f"/r/{RULE}", f"/rules/{GAME}/#{RULE}"),
        (f"/r/{RULE.upper()}", f"/rules/{GAME}/#{RULE}"),
        (f"/r/{RULE}/", f"/rules/{GAME}/#{RULE}"),
        ("/r/play-04", "/rules/#play-04"),
    ],
)
def test_short_url_redirects_to_the_rule(client: Client, url: str, target: str) -> None:
    answer = client.get(url)
    assert (answer.status_code, answer.headers["Location"]) == (302, target)


def test_every_rule_has_a_working_short_url(client: Client) -> None:
    for slug, game in load().items():
        pages = {page.get_absolute_url(): page.html for page in Page.objects.filter(slug=slug)}
        for id in list(game.clauses)[::9]:
            url, _, anchor = client.get(f"/r/{id.lower()}").headers["Location"].partition("#")
            there = pages[url].partition(f'id="{anchor}">')[2][:3000]
            assert re.sub(r"<[^>]+>", "", there).startswith(id)


ODD = ["%F0%9F%92%8C", "x" * 3000, "..%2F..%2Fetc", "'%20OR%201=1", "%3Cscript%3E", "-", "xy-", "xy-" + "9" * 40]


@pytest.mark.parametrize("prefix", ["/r/", "/rules/", f"/rules/{GAME}/", f"/rules/{GAME}/try/", f"/rules/{GAME}/v/"])
@pytest.mark.parametrize("word", ODD)
def test_odd_urls_get_a_helpful_page(client: Client, prefix: str, word: str) -> None:
    for end in ("", "/"):
        answer = client.get(prefix + word + end, follow=True)
        html = answer.content.decode()
        assert answer.status_code == 404, prefix + word
        assert 'role="search"' in html and "Traceback" not in html and "<script>alert" not in html


@pytest.mark.parametrize("prefix", ["/r/", "/rules/", f"/rules/{GAME}/", f"/rules/{GAME}/try/", f"/rules/{GAME}/v/"])
def test_nul_in_a_url_is_refused(client: Client, prefix: str) -> None:
    for end in ("", "/"):
        assert client.get(f"{prefix}%00{end}").status_code == 400


def test_unknown_rule_page_names_the_range(client: Client) -> None:
    rules = list(load()[GAME].clauses)
    unknown = f"{rules[0].partition('-')[0]}-999"
    html = client.get(f"/r/{unknown.lower()}").content.decode()
    assert f"There is no rule {unknown}. The rules run from {rules[0]} to {rules[-1]}." in html


def test_misspelled_names_get_suggestions(client: Client) -> None:
    html = client.get(f"/rules/{GAME[:-1]}/").content.decode()
    assert "Did you mean" in html and f'href="/rules/{GAME}/"' in html
    html = client.get(f"/rules/{GAME}/exampels/").content.decode()
    assert f"The rules of {TITLE} have no page “exampels”." in html and f'href="/rules/{GAME}/examples/"' in html


def test_missing_trailing_slash_is_added(client: Client) -> None:
    assert client.get(f"/rules/{GAME}/examples").headers["Location"] == f"/rules/{GAME}/examples/"


# --- editions -----------------------------------------------------------------------------------------------------


def keep_an_older_edition() -> None:
    Page.objects.filter(slug=GAME).update(version=7)
    facts = {"slug": GAME, "version": 6, "is_current": False, "toc": [], "digest": "old"}
    Page.objects.create(name="index", position=0, title="Rules", html="<p>Old words</p>", **facts)


def test_current_edition_redirects_to_the_manual(client: Client) -> None:
    number = load()[GAME].meta.rules
    assert client.get(f"/rules/{GAME}/v/{number}/").headers["Location"] == f"/rules/{GAME}/"
    assert client.get(f"/rules/{GAME}/v/{number}/examples/").headers["Location"] == f"/rules/{GAME}/examples/"


def test_older_edition_is_shown_as_old(client: Client) -> None:
    keep_an_older_edition()
    html = client.get(f"/rules/{GAME}/v/6/").content.decode()
    assert "Old words" in html and "This is version 6 of the rules." in html
    assert '<meta name="robots" content="noindex">' in html and 'rel="canonical"' in html
    assert "Old words" not in client.get(f"/rules/{GAME}/").content.decode()


def test_storing_a_new_edition_keeps_the_old_one(client: Client) -> None:
    keep_an_older_edition()
    Page.objects.filter(slug=GAME, is_current=True).delete()
    library.load([GAME])
    assert Page.objects.filter(slug=GAME, version=6).count() == 1
    assert Section.objects.filter(page__slug=GAME, page__is_current=False).count() == 0
    assert "Old words" in client.get(f"/rules/{GAME}/v/6/").content.decode()


def test_missing_edition_redirects_to_the_versions(client: Client) -> None:
    assert client.get(f"/rules/{GAME}/v/99/").headers["Location"] == f"/rules/{GAME}/changes/#version-99"


# --- validators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["/rules/", f"/rules/{GAME}/", f"/rules/{GAME}/cards/", f"/rules/{GAME}/booklet/"])
def test_unchanged_page_is_not_sent_again(client: Client, url: str) -> None:
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert client.get(url, headers={"If-Modified-Since": first.headers["Last-Modified"]}).status_code == 304
    assert client.get(url, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_changed_page_is_sent_again(client: Client) -> None:
    first = client.get(f"/rules/{GAME}/")
    Page.objects.filter(slug=GAME, name="index").update(html="<p>New</p>", digest="new")
    answer = client.get(f"/rules/{GAME}/", headers={"If-None-Match": first.headers["ETag"]})
    assert answer.status_code == 200 and "<p>New</p>" in answer.content.decode()


def test_members_pages_are_validated_per_member(client: Client, stranger: Any, owner: Any) -> None:
    client.force_login(stranger)
    first = client.get(f"/rules/{GAME}/")
    assert client.get(f"/rules/{GAME}/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    client.force_login(owner)
    assert client.get(f"/rules/{GAME}/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    assert client.logout() is None
    assert client.get(f"/rules/{GAME}/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_gzipped_and_plain_pages_are_equal(client: Client) -> None:
    import gzip

    packed = client.get(f"/rules/{GAME}/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.content) == client.get(f"/rules/{GAME}/").content


def test_pages_have_correct_head_elements(client: Client, settings: Any) -> None:
    for slug in load():
        for page in Page.objects.filter(slug=slug, is_current=True):
            html = client.get(page.get_absolute_url()).content.decode()
            assert f'<link rel="canonical" href="{settings.SITE_URL}{page.get_absolute_url()}">' in html
            assert html.count("<h1") == 1 and html.count("<title>") == 1
            description = html.split('<meta name="description" content="')[1].split('"')[0]
            assert 20 <= len(description) <= 200


def test_robots_and_sitemap_point_to_the_manuals(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/plain")
    (where,) = re.findall(r"^Sitemap: https?://[^/]+(/.+)$", answer.content.decode(), re.MULTILINE)
    assert f"/rules/{LARGEST}/" in client.get(where).content.decode()
