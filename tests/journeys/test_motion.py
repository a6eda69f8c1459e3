"""Moves are seen happening: pieces travel, no longer than 0.6 s, can be skipped, can be turned off."""

from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import Watch, goes_live, is_accessible, waits

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NOTE = """() => {
  window.moved = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const one = real.call(this, frames, how);
    window.moved.push([this.dataset.piece ?? "", how.duration, one]);
    return one;
  };
}"""


HEADING = "document.querySelector('#moment h1').textContent.trim()"


def moved(page: "Page") -> list[list[Any]]:
    return page.evaluate("window.moved.map(([piece, time]) => [piece, time])")


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 3)
    return match


STANDS = "['t-board', 't-seats', 't-decision'].map((id) => document.getElementById(id).outerHTML)"


def missed_two_moves(page_of: Any, match: Match) -> "Page":
    """A table whose player comes back after two moves of others."""
    turn = open_of(load_match(match.pk)).decision.seat
    page: Page = page_of(user_of(load_match(match.pk), (turn + 2) % 3))
    with page.expect_response("**/seen/"):
        page.goto(f"/match/{match.pk}/")
    page.goto("/mine/")
    move_on(match, 2)
    page.goto(f"/match/{match.pk}/")
    page.get_by_text("2 moves since your last visit.").wait_for()
    return page


@pytest.mark.parametrize("is_pressed", [False, True])
def test_what_was_missed_is_played_on_the_table(page_of: Any, match: Match, is_pressed: bool) -> None:
    page = missed_two_moves(page_of, match)
    watch = Watch(page)
    goes_live(page)
    waits(page, "Boolean(window.beats)", "the show was never loaded")
    page.wait_for_timeout(300)
    stands, address = page.evaluate(STANDS), page.url
    page.evaluate("window.told = []; document.addEventListener('table:beat', ({ detail }) => told.push(detail.kind))")
    page.get_by_role("link", name="Show me").click()
    if is_pressed:
        page.keyboard.press("Shift")
    page.locator("#missed").wait_for(state="detached")
    assert is_pressed or len(page.evaluate("told")) >= 2
    assert page.evaluate(STANDS) == stands and page.url == address
    assert watch.problems == []


def test_without_animations_what_was_missed_is_replayed(page_of: Any, match: Match) -> None:
    page = missed_two_moves(page_of, match)
    page.evaluate("window.preferences.set('speed', '0')")
    page.add_init_script(f"window.told = []; document.addEventListener('replay:moved', () => told.push({HEADING}))")
    page.get_by_role("link", name="Show me").click()
    page.locator(".topline-menu > summary").click()
    page.locator("#speed").select_option("500")
    page.get_by_role("heading", name="After move 5 of 5").wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()  # it has come to rest
    assert page.evaluate("told") == ["After move 4 of 5", "After move 5 of 5"]


@pytest.mark.parametrize("width", [360, 1280])
def test_replay_by_keys_links_and_jumps(page_of: Any, match: Match, width: int) -> None:
    page = page_of(width=width)
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/history/?at=2")
    page.evaluate("window.stays = true")
    for key, words in (("ArrowRight", "After move 2 of 3"), ("End", "After move 3 of 3"), ("Home", "The start")):
        page.keyboard.press(key)
        page.get_by_role("heading", name=words).wait_for()
    page.locator('[data-go="next"]').click()
    page.get_by_role("heading", name="After move 1 of 3").wait_for()
    assert page.evaluate("document.activeElement.dataset.go") == "next"
    page.locator(".topline-menu > summary").click()
    page.get_by_label("Move", exact=True).fill("3")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="After move 3 of 3").wait_for()
    assert page.evaluate("window.stays") and page.url.endswith("?at=4")
    is_accessible(page)
    assert watch.problems == []


def test_replay_without_script(page_of: Any, match: Match) -> None:
    page = page_of(java_script_enabled=False)
    page.goto(f"/match/{match.pk}/history/?at=2")
    page.locator('[data-go="next"]').click()
    page.get_by_role("heading", name="After move 2 of 3").wait_for()
    page.locator(".topline-menu > summary").click()
    page.get_by_label("Move", exact=True).fill("1")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="After move 1 of 3").wait_for()
