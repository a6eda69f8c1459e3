"""What one person likes at tables: each setting does what it says, and is there again on the next page."""

from typing import Any

import pytest

from games.lobby import tables
from games.matches import bots
from tests.fixtures import make_person
from tests.journeys.actions import goes_live, version_of, waits
from tests.samples import GAME, SHORT, quick_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 86400}
SIZE = "getComputedStyle(document.querySelector('.tray .card > b')).fontSize"
EDGE = """(({ borderLeftWidth: left, borderTopWidth: top }) => Math.max(parseFloat(left), parseFloat(top)) + "px")(
  getComputedStyle(document.querySelector('.seatplate')))"""

FLIGHTS = """() => document.querySelector('#table').getAnimations({ subtree: true })
  .filter((one) => !one.animationName && !one.transitionProperty).length"""


@pytest.fixture
def page(page_of: Any) -> Any:
    me = make_person("ada")
    match = tables.create_match(owner=me, slug=GAME, seats=3, options=SHORT, bots=2, **CLOCK)
    while bots.play_one(match.pk):
        pass
    page = page_of(me)
    page.match = match
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return page


def setting(page: Any, label: str, choice: str) -> None:
    page.locator(".topline-menu > summary").click()
    if not page.get_by_label(label).is_visible():
        page.locator(".preferences > summary").click()
    page.get_by_label(label).select_option(label=choice)
    page.locator(".topline-menu > summary").click()
    waits(page, "!history.state?.menu", "Back still closes the menu")


def pixels(page: Any, what: str) -> float:
    return float(page.evaluate(what).removesuffix("px"))


def test_text_and_colours_grow_and_are_kept(page: Any) -> None:
    size, edge = pixels(page, SIZE), pixels(page, EDGE)
    setting(page, "Text on cards", "very large")
    setting(page, "Player colours", "high contrast")
    assert pixels(page, SIZE) > 1.1 * size and pixels(page, EDGE) > edge
    page.reload()
    assert pixels(page, SIZE) > 1.1 * size and pixels(page, EDGE) > edge


def test_without_animations_nothing_moves(page: Any) -> None:
    setting(page, "Animations", "none")
    setting(page, "Confirm moves", "always")
    page.locator("#t-board").focus()
    page.locator(".tray label:not(.is-dim), #t-board [data-touch]").first.click()
    page.locator("#act [data-main][aria-disabled=false]").click()
    page.locator("#t-status:not(.is-mine)").wait_for()
    assert page.evaluate(FLIGHTS) == 0


def test_a_finished_choice_goes_at_once_or_waits_as_one_likes(page: Any) -> None:
    setting(page, "Confirm moves", "always")
    version = version_of(page.match.pk)
    label = page.locator(".tray label:not(.is-dim)").first
    label.click()
    page.locator("#act [data-undo]").wait_for()
    assert version_of(page.match.pk) == version
    page.keyboard.press("Escape")
    page.locator("#act [data-undo]").wait_for(state="detached")


def test_cards_are_held_up_by_pointing_or_only_by_a_long_press(page: Any) -> None:
    card = page.locator(".tray .card").first
    setting(page, "Enlarge cards", "long press only")
    card.hover()
    page.wait_for_timeout(900)  # longer than the pointing takes
    assert page.locator(".enlarged").count() == 0


HELD = """() => {
  const { left, top, right, bottom } = document.querySelector('.enlarged').getBoundingClientRect();
  return [left >= 0, top >= 0, right <= innerWidth, bottom <= innerHeight];
}"""


@pytest.mark.parametrize("size", quick_first([844, 390], [360, 740]))
def test_a_card_held_up_with_very_large_words_is_in_sight_whole(page: Any, size: list[int]) -> None:
    setting(page, "Text on cards", "very large")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.querySelector('.tray label').dataset.rule = 'A rule in many words. '.repeat(12)")
    page.locator(".tray .card").first.dispatch_event("pointerdown", {"pointerType": "touch"})
    page.locator(".enlarged p").wait_for()
    assert page.evaluate(HELD) == [True] * 4


def test_sounds_are_off_until_they_are_chosen(page: Any) -> None:
    page.keyboard.press("Shift")
    waits(page, "Boolean(window.sounds)", "the sounds were never loaded")
    page.evaluate("""() => {
      window.made = 0;
      const Made = window.AudioContext;
      window.AudioContext = class extends Made { constructor() { super(); window.made += 1; } };
    }""")
    page.locator(".topline-menu > summary").click()
    assert page.evaluate("window.made") == 0
    page.locator(".topline-menu > summary").click()
    setting(page, "Sounds", "normal")
    waits(page, "window.made === 1", "nothing was heard")
