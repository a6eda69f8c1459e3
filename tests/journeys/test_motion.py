"""Moves are seen happening: pieces travel, no longer than 0.6 s, can be skipped, can be turned off."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from games.table import log_words
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import Watch, goes_live, is_accessible, line_opens, show_is_loaded, shows, waits
from tests.journeys.test_stage import DRAWN
from tests.samples import LARGEST, LONG, quick_first

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

# How long the replay rests at each step.
PAUSES = """() => {
  const real = window.setTimeout, heading = () => document.querySelector("#moment h1").textContent.trim();
  window.setTimeout = (does, time, ...more) => {
    if (does.name === "step") waits.push([heading(), time]);
    return real(does, time, ...more);
  };
}"""

EDGES = "all => all.map(one => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"
HEADING = "document.querySelector('#moment h1').textContent.trim()"


def moved(page: "Page") -> list[list[Any]]:
    return page.evaluate("window.moved.map(([piece, time]) => [piece, time])")


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 3)
    return match


SAID = "document.querySelector('.status-last').textContent"
STANDS = "['t-board', 't-seats', 't-decision'].map((id) => document.getElementById(id).outerHTML)"


def missed_two_moves(page_of: Any, match: Match, **size: int) -> "Page":
    """A table whose player comes back after two moves of others."""
    turn = open_of(load_match(match.pk)).decision.seat
    page: Page = page_of(user_of(load_match(match.pk), (turn + 2) % 3), **size)
    with page.expect_response("**/seen/"):
        page.goto(f"/match/{match.pk}/")
    page.goto("/mine/")
    move_on(match, 2)
    page.goto(f"/match/{match.pk}/")
    page.locator("#missed", has_text="2 moves since your last visit.").wait_for()
    return page


@pytest.mark.parametrize("ends", quick_first("", "by key", "by Stop"))
def test_what_was_missed_is_played_on_the_table(page_of: Any, match: Match, ends: str) -> None:
    page = missed_two_moves(page_of, match)
    watch = Watch(page)
    goes_live(page)
    show_is_loaded(page)
    page.wait_for_timeout(300)
    stands, address, said = page.evaluate(STANDS), page.url, page.evaluate(SAID)
    page.evaluate(f"window.told = []; document.addEventListener('table:beat', () => told.push({SAID}))")
    page.get_by_role("link", name="Show me").click()
    stop = page.locator("#missed").get_by_role("button", name="Stop", exact=True)
    stop.wait_for()
    assert stop.evaluate("node => node === document.activeElement")
    if ends:
        page.keyboard.press("Shift") if ends == "by key" else stop.click()
    page.locator("#missed").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "main"
    told = page.evaluate("told")
    assert ends or (len(set(told)) == 2 and told[0] != said == told[-1]), "each move is told in its own words"
    assert (page.evaluate(STANDS), page.evaluate(SAID), page.url) == (stands, said, address)
    assert watch.problems == []


def test_the_offer_to_show_what_was_missed_covers_no_player(page_of: Any, match: Match) -> None:
    page = missed_two_moves(page_of, match)
    goes_live(page)  # all parts are drawn again then
    for width, height in ((360, 640), (390, 844), (768, 1024), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        parts = (page.locator(f"#{name}").bounding_box() for name in ("missed", "t-seats", "t-board"))
        offer, players, board = (part or {} for part in parts)
        assert (page.locator("#missed > a").bounding_box() or {})["height"] >= 44, width
        assert offer["x"] >= players["x"] + players["width"] or offer["y"] >= players["y"] + players["height"], width
        assert offer["y"] >= board["y"] + board["height"], width


def test_whose_match_it_is_is_asked_beside_players_and_the_last_move(page_of: Any, match: Match) -> None:
    page = page_of(width=844, height=390)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)  # all parts are drawn again then
    page.locator("#is-it-yours").wait_for()
    asked, players, told = (page.locator(one).bounding_box() for one in ("#is-it-yours", "#t-seats", ".status-last"))
    assert asked["y"] + asked["height"] <= 390 and asked["x"] + asked["width"] <= 844
    assert asked["x"] >= max(one["x"] + one["width"] for one in (players, told))


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


@pytest.mark.parametrize("width", quick_first(360, 1280))
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


def test_the_buttons_of_a_replay_lie_in_their_bar_in_landscape(page_of: Any, match: Match) -> None:
    page = page_of(width=844, height=390)
    page.goto(f"/match/{match.pk}/history/?at=2")
    page.locator("[data-play]").wait_for()
    bar, *buttons = page.locator(".travel, .travel > .button:visible, [data-play]").evaluate_all(EDGES)
    assert len(buttons) > 4 and all(bar[0] <= top < bottom <= bar[1] for top, bottom in buttons), (bar, buttons)


def test_the_replay_jumps_by_round(page_of: Any, start: Any) -> None:
    match = start(options=LONG)
    move_on(match, 400)
    page = page_of()
    page.goto(f"/match/{match.pk}/history/?at=1")
    heading = page.locator("#moment h1")
    seen = [heading.inner_text()]
    for key in ("PageDown", "PageDown", "PageUp"):
        page.keyboard.press(key)
        waits(page, f"{HEADING} !== {seen[-1]!r}", f"{key} does nothing")
        seen.append(heading.inner_text())
        page.locator("#moment").get_by_text(re.compile("^Round [1-3]")).first.wait_for()
    assert seen[3] == seen[1] != seen[2]


def test_the_replay_plays_past_what_nobody_sees(page_of: Any, start: Any) -> None:
    match = start(LARGEST)
    loaded = move_on(match, 12)
    told = {line.version for line in log_words.story(loaded, None)}
    quiet = next(version for version in range(3, loaded.version) if version not in told)
    page = page_of()
    page.add_init_script(f"window.waits = []; ({PAUSES})()")
    page.goto(f"/match/{match.pk}/history/?at={quiet - 1}&play=1&until={quiet + 1}")
    page.get_by_role("heading", name=f"After move {quiet} of").wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()  # it has come to rest
    assert page.evaluate("waits")[0] == [f"After move {quiet - 1} of {loaded.version - 1}", 0]


def test_replay_without_script(page_of: Any, match: Match) -> None:
    page = page_of(java_script_enabled=False)
    page.goto(f"/match/{match.pk}/history/?at=2")
    page.locator('[data-go="next"]').click()
    page.get_by_role("heading", name="After move 2 of 3").wait_for()
    page.locator(".topline-menu > summary").click()
    page.get_by_label("Move", exact=True).fill("1")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="After move 1 of 3").wait_for()


@pytest.mark.parametrize("comes", [True, False])
def test_a_move_waits_for_the_script_that_moves_pieces(page_of: Any, match: Match, comes: bool) -> None:
    """And if that cannot be loaded, it is shown as it is."""
    turn = open_of(load_match(match.pk)).decision.seat
    page = page_of(user_of(load_match(match.pk), (turn + 1) % 3))
    held: list[Any] = []
    page.route(re.compile(r"/(motion|stage-show)\."), lambda route: held.append(route))
    page.add_init_script(f"({NOTE})()")
    page.goto(f"/match/{match.pk}/", wait_until="commit")
    line_opens(page)
    version = move_on(match).version
    page.wait_for_timeout(500)
    assert page.locator(f'#t-status[data-version="{version}"]').count() == 0
    held[0].continue_() if comes else held[0].abort()
    shows(page, version)
    assert (moved(page) != []) is comes
