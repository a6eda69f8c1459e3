"""No press without a promise: what a grey button says, and what keys do, in every game."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from games.titles import folder, load
from tests.fixtures import make_person
from tests.journeys.actions import Watch, bots_answer, goes_live, moved_on, on_turn, shows, version_of
from tests.journeys.test_stage import plain_move

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STAGED = [slug for slug in load() if (folder(slug) / "table" / "tray.html").exists()]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
DECISIONS = 6
GREY = "#act [data-go][aria-disabled=true]"
# What lies around the forms and has been scrolled.
SCROLLED = """() => {
  const found = [];
  for (let node = document.querySelector('#t-decision form'); node; node = node.parentElement)
    if (node.scrollTop || node.scrollLeft) found.push(`${node.id || node.className || node.tagName} ${node.scrollTop}`);
  return found;
}"""


def opened(slug: str, page_of: Callable[..., "Page"]) -> tuple["Page", Match, Watch]:
    me, seats = make_person("ada"), load()[slug].meta.seats[0]
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    bots_answer(match.pk)
    page = page_of(me, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return page, match, watch


def decisions(page: "Page", match: Match) -> Iterator[int]:
    """The version of my next decisions, each shown; a bot answers them for me in between."""
    for _ in range(DECISIONS):
        bots_answer(match.pk)
        if load_match(match.pk).is_over:
            return
        shows(page, version_of(match.pk))
        yield version_of(match.pk)
        bots.play_one(match.pk, for_people=True)


@pytest.mark.parametrize("slug", STAGED)
def test_a_grey_button_says_what_is_missing_and_moves_nothing(slug: str, page_of: Callable[..., "Page"]) -> None:
    page, match, watch = opened(slug, page_of)
    for version in decisions(page, match):
        for width, height in ((390, 844), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            for button in [one for one in page.locator(GREY).all() if one.is_visible()]:
                box, words = button.bounding_box(), button.inner_text()
                assert box
                page.evaluate("document.querySelector('.act-said').textContent = ''")
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                said = page.locator(".act-said").inner_text()
                assert said and page.locator(".act-said").is_visible(), words
                assert button.get_attribute("title") == said, "a mouse and a screen reader hear it, too"
                assert page.evaluate(SCROLLED) == [], words
        assert version_of(match.pk) == version
    assert watch.problems == []


@pytest.mark.parametrize("slug", STAGED)
def test_keys_choose_and_play_only_by_enter(slug: str, page_of: Callable[..., "Page"]) -> None:
    page, match, watch = opened(slug, page_of)
    for version in decisions(page, match):
        for kind in ("radio", "checkbox"):
            choices = page.locator(f"#t-decision [type={kind}]:enabled:not(.only-plain *)")
            if not choices.count():
                continue
            choices.first.focus()
            for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "Space", "1"):
                page.keyboard.press(key)
        page.wait_for_timeout(100)
        assert not page.locator("#t-decision form[data-sent]").count() and version_of(match.pk) == version
        page.keyboard.press("Escape")
    assert watch.problems == []


def test_a_move_can_be_undone_at_the_table_for_some_seconds(page_of: Callable[..., "Page"], start: Any) -> None:
    match = start()
    me, before = on_turn(match), version_of(match.pk)
    page = page_of(me, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert plain_move(page)
    played = moved_on(match.pk, before)
    shows(page, played)
    page.locator("#act [data-takeback]").click()
    shows(page, moved_on(match.pk, played))
    assert on_turn(match) == me and page.locator("#t-status[data-mine]").count()
    assert page.locator("#log").get_by_text("You take back").count()
    assert plain_move(page)
    shows(page, moved_on(match.pk, version_of(match.pk) - 1))
    page.locator("#act [data-takeback]").wait_for()
    page.locator("#act [data-takeback]").wait_for(state="detached")  # three seconds later
    assert watch.problems == []
