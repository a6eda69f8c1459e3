"""A grey button never moves the page, never looks ready, and says what is missing: each kind of decision of every game,
from its recorded matches, on a phone and in a window.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from games.kernel import engine, replay
from games.lobby import tables
from games.matches.loaded import load_match
from games.titles import folder, load
from tests.fixtures import make_person
from tests.games.conftest import move_on, user_of
from tests.games.prepared import set_position
from tests.journeys.actions import Watch, goes_live, seat_on_turn, shows, version_of, waits
from tests.journeys.test_stage import DRAWN, SCROLLED
from tests.samples import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_rate_limits"),
]

SIZES = [(390, 844), (1280, 720)]
GREY = "#table :is(button, .button, [role=button]):is(:disabled, [aria-disabled=true])"
CHOICES, MOST = ".tray label:has(input:enabled):not(.is-dim, .only-plain *)", 3
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}

# Does it look like a button that can be pressed?
LOOKS_READY = """(button) => {
  const style = getComputedStyle(button);
  return style.cursor !== 'not-allowed' || style.borderTopStyle !== 'dashed';
}"""


def positions(slug: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """(record, position) before and after each move of the recorded matches; it is the same position, going on."""
    game = load()[slug]
    for path in sorted((folder(slug) / "tests" / "recorded").glob("*.json")):
        record = json.loads(path.read_text())
        position, _ = replay.begin(game, record)
        yield record, position
        yield from ((record, step.position) for step in replay.steps(game, record, position))


def sampled(slug: str) -> Iterator[tuple[dict[str, Any], Any, int]]:
    """(record, position, seat) of the first decision of each kind that waits for somebody."""
    seen = set()
    for record, position in positions(slug):
        for one in engine.decisions(load()[slug], position):
            kind = (position.step, *(action.verb for action in one.actions))
            if one.clock.pace != "standing" and kind not in seen:
                seen.add(kind)
                yield record, deepcopy(position), one.seat


def press(page: "Page", grey: "Locator") -> None:
    """It says what is missing to a finger, a mouse and a screen reader, and nothing else happens; or opens its form."""
    box, words, folds = grey.bounding_box(), grey.inner_text(), page.locator("#t-decision details[open]")
    assert box
    assert not grey.evaluate(LOOKS_READY), words
    page.evaluate("document.querySelector('.act-said').textContent = ''")
    before, scrolled = folds.count(), page.evaluate(SCROLLED)  # by the click on a choice before
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if folds.count() > before:
        return
    said = page.locator(".act-said")
    assert said.inner_text() and said.is_visible(), words
    assert said.inner_text().startswith(grey.get_attribute("title") or "no title"), words
    assert page.evaluate(SCROLLED) == scrolled, words


def press_all(page: "Page") -> int:
    """Press what is grey now, and still grey after the presses before: how many there were."""
    grey = [one for one in page.locator(GREY).all() if one.is_visible()]
    for one in grey:
        if one.is_visible():
            press(page, one)
    return len(grey)


def press_with_each_choice(page: "Page") -> int:
    """Press what is grey once something is chosen, for the first choices: how many there were."""
    count = 0
    for thing in page.locator(CHOICES).all()[:MOST]:
        if thing.is_visible():
            thing.click()
            page.evaluate(DRAWN, SIZES[-1][0])
            count += press_all(page)
            page.keyboard.press("Escape")
    return count


# Does a press on the first button reach it?
REACHES = """() => {
  const { x, y, width, height } = document.querySelector("#act [data-go]").getBoundingClientRect();
  return Boolean(document.elementFromPoint(x + width / 2, y + height / 2).closest("[data-go]"));
}"""


def test_a_press_that_comes_with_another_question_does_not_answer_it(
    page_of: Callable[..., "Page"], start: Any
) -> None:
    match = start()
    turn = seat_on_turn(match)
    page = page_of(user_of(load_match(match.pk), (turn + 1) % 3))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(f"document.addEventListener('table:shown', () => {{ window.reached = ({REACHES})(); }})")
    move_on(match)
    shows(page, version_of(match.pk))
    assert page.evaluate("reached") is False
    waits(page, f"({REACHES})()", "the button stays dead")


# One game with each run of the tests.
BY_HAND = [pytest.mark.slow, pytest.mark.by_hand, pytest.mark.timeout(900)]


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=BY_HAND if slug != GAME else []) for slug in sorted(load())])
def test_a_grey_button_says_what_is_missing_and_moves_nothing(slug: str, page_of: Callable[..., "Page"]) -> None:
    people = [make_person(f"p{seat}") for seat in range(max(load()[slug].meta.seats))]
    pages: dict[int, Any] = {}
    watches, pressed = [], 0
    for record, position, seat in sampled(slug):
        count = replay.seat_count(record)
        match = tables.create_match(owner=people[0], slug=slug, seats=count, options=record["options"], **CLOCK)
        for person in people[1:count]:
            tables.join(match_id=match.pk, user=person)
        set_position(match, position)
        who = user_of(load_match(match.pk), seat)
        if who.pk not in pages:
            pages[who.pk] = page_of(who, reduced_motion="reduce")
            watches.append(Watch(pages[who.pk]))
        page, version = pages[who.pk], version_of(match.pk)
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN, width)
            pressed += press_all(page)
        pressed += press_with_each_choice(page)
        assert version_of(match.pk) == version
    assert pressed
    assert [watch.problems for watch in watches] == [[] for _ in watches]
