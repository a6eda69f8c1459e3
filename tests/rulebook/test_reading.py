"""Manuals in a real browser: on phones and desktops, in light and dark mode, and with screen readers."""

from collections.abc import Callable
from typing import Any

import pytest

from games.titles import load
from rulebook.sources import examples_of
from tests.journeys.actions import barriers, will_be_judged
from tests.samples import GAME, RULE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = [
    "/rules/",
    "/rules/search/?q=card",
    "/rules/search/?q=zebra",
    *(f"/rules/{slug}/" for slug in load()),
    *(f"/rules/{GAME}/{name}/" for name in ("cards", "clauses", "changes", "learn")),
    f"/rules/{GAME}/try/{next(iter(examples_of(GAME)))}/?try=0",
]
FURTHER = [
    *(f"/rules/{slug}/{item.page}/" for slug, game in load().items() for item in game.meta.manual[1:]),
    *(f"/rules/{slug}/{name}/" for slug in load() if slug != GAME for name in ("cards", "clauses", "changes")),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme", "urls"), [(360, "light", PAGES), (1280, "dark", PAGES + FURTHER)], ids=["phone", "desktop"]
)
def test_all_pages_are_accessible_and_fit_the_screen(
    page_of: Callable[..., Any], width: int, scheme: str, urls: list[str]
) -> None:
    page = will_be_judged(page_of(width=width, color_scheme=scheme))
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    for url in urls:
        assert page.goto(url).status == 200
        found = barriers(page)
        assert not found, f"{url}: {[(item['id'], item['nodes'][0]['html']) for item in found]}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{url} is too wide"
    assert errors == []


def test_search_works_with_the_keyboard(page_of: Callable[..., Any]) -> None:
    page = page_of()
    page.goto("/rules/")
    page.get_by_role("searchbox", name="Search the rules").fill(RULE.replace("-", " "))
    page.keyboard.press("Enter")
    page.get_by_role("link", name=RULE.upper(), exact=True).first.click()
    page.wait_for_url(f"**/rules/{GAME}/#{RULE}")
    assert page.locator(f"#{RULE}").is_visible()


def test_print_shows_only_the_rules(page_of: Callable[..., Any]) -> None:
    page = page_of()
    page.goto(f"/rules/{GAME}/")
    page.emulate_media(media="print")
    assert page.locator(f"#{RULE}").is_visible() and page.locator("figure.plate svg").first.is_visible()
    for part in (".masthead", ".toc", ".footer", ".pager"):
        assert not page.locator(part).first.is_visible()
