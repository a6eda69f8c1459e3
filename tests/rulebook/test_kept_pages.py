"""The page cache for anonymous visitors: one entry per URL, without its query, and bounded in bytes."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from config import page_cache
from config.memory_cache import ENTRY, BoundedCache
from games.titles import load
from rulebook.excerpts import TableRules
from rulebook.models import Page, Section
from rulebook.views import drawer
from tests.samples import FROM_TWO, GAME, LARGEST

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "_cache", BoundedCache(100, page_cache.MOST_BYTES, page_cache._cache.weigh))


def test_unknown_query_parameters_add_no_cache_entry() -> None:
    for number in range(5):
        assert Client().get(f"/rules/{GAME}/booklet/", {"x": number}).status_code == 200
        assert Client().get("/rules/", {"x": number}).status_code == 200
    assert len(page_cache._cache._kept) == 2


def test_different_pages_at_one_url_are_cached_separately(rf: Any) -> None:
    found = Section.objects.filter(page__is_current=True, page__slug__in=load()).exclude(clause="")
    for slug in load():
        rules = dict(found.filter(page__slug=slug).values_list("page__name", "clause"))
        bodies = {drawn(rf, TableRules(slug, load()[slug].meta.rules, {}), rule) for rule in rules.values()}
        assert len(bodies) == len(rules)


def drawn(rf: Any, table: TableRules, rule: str) -> str:
    request = rf.get("/match/1/rules/", {"at": rule})
    request.user, request._messages = AnonymousUser(), []
    return drawer(request, table).content.decode()


def test_the_drawer_shows_only_the_chapters_about_the_options_of_its_table(rf: Any) -> None:
    """Each chapter about an option is there where it is played, and only there."""
    pages = Page.objects.filter(is_current=True)
    pages = [page for page in pages if page.sections.filter(kind="rule", needs="")]
    chapters = [(page, heading) for page in pages for heading in page.toc if heading.get("needs")]
    assert len({page.slug for page, _ in chapters}) >= 3
    for page, heading in chapters:
        name, _, value = heading["needs"].partition("=")
        rule = page.sections.filter(kind="rule", needs="").first()
        for has_it in (True, False):
            table = TableRules(page.slug, page.version, {name: value if has_it else "another"})
            html = drawn(rf, table, rule.clause)
            shown, listed = f'id="drawer-{heading["anchor"]}"' in html, f'href="#drawer-{heading["anchor"]}"' in html
            assert shown == has_it and (listed or not has_it)
            assert f'id="drawer-{rule.anchor}"' in html


def test_the_page_cache_is_bounded_in_bytes(client: Client, monkeypatch: Any) -> None:
    client.get(f"/rules/{GAME}/booklet/")
    (booklet,) = page_cache._cache._kept.values()
    most = len(booklet.html) + len(booklet.packed) + 1
    monkeypatch.setattr(page_cache._cache, "most_bytes", most)
    for slug in (FROM_TWO, LARGEST, GAME):
        assert client.get(f"/rules/{slug}/booklet/").status_code == 200
    assert sum(kept.size for kept in page_cache._cache._kept.values()) <= most


def test_a_small_cache_is_bounded_in_bytes() -> None:
    kept: BoundedCache[str] = BoundedCache(100, most_bytes=10 + 2 * ENTRY, weigh=len)
    for number in range(9):
        kept.put(number, "four")
    assert [number for number in range(9) if kept.get(number)] == [7, 8]
    kept.put(8, "12345678")
    assert kept.get(7) is None and kept.get(8) == "12345678"


def test_old_entries_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("config.memory_cache.monotonic", lambda: now[0])
    kept: BoundedCache[str] = BoundedCache(100, seconds=60)
    for key, at in (("a", 0), ("b", 30), ("a", 50), ("c", 95)):
        now[0] = at
        kept.put(key, key)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == ("a", None, "c")
    now[0] = 200
    kept.put("d", "d")
    assert list(kept._kept) == ["d"] == list(kept._put_at)
