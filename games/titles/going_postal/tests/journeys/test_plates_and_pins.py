"""Going Postal seen at every size: who gets Sam next, the stamp slots, what is barred, type on cards, and talking."""

from typing import TYPE_CHECKING, Any

import pytest

from games.models import MoveRecord
from games.titles.going_postal.tests.journeys.actions import recorded
from games.titles.going_postal.tests.journeys.test_sam_walks import opened, people
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.tables import play_card, table
from tests.fixtures import make_person
from tests.journeys.actions import Watch, show_is_loaded
from tests.journeys.test_stage import DRAWN, SIZES
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["people"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The seats whose plates carry the arrow, in sight and not under another plate's edge.
ARROWS = """() => [...document.querySelectorAll('.seatplate')].filter((plate) => {
  const look = getComputedStyle(plate, '::after'), box = plate.getBoundingClientRect();
  return look.content.includes('➜') && box.width > 0 && box.right <= innerWidth + 1 && parseFloat(look.width) >= 16;
}).map((plate) => Number(plate.dataset.seat))"""
# How many pins lie over the name of their house or corner, and how many there are.
OVER = """() => {
  const pins = [...document.querySelectorAll('.going_postal-pins')];
  const names = pins.map((one) => one.parentElement.querySelector('.going_postal-place').getBoundingClientRect());
  const over = pins.filter((one, place) => one.getBoundingClientRect().bottom > names[place].top + 2);
  return [over.length, pins.length];
}"""
# The pins whose words are cut.
CUT = """() => [...document.querySelectorAll('.going_postal-pin')].filter((pin) => {
  return [pin, ...pin.children].some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth);
}).map((pin) => pin.innerText)"""
# The height of the smallest letters of the cards in the hand, in pixels on the screen, as they are drawn now.
LETTERS = """async () => {
  const shown = document.querySelector('.tray .going_postal-face'), face = shown.getBoundingClientRect();
  const use = [...shown.querySelectorAll('use')].find((one) => one.checkVisibility());
  const [address, id] = use.href.baseVal.split('#'), file = await (await fetch(address)).text();
  const card = new DOMParser().parseFromString(file, 'image/svg+xml').getElementById(id);
  return Math.min(...[...card.querySelectorAll('text')].map((one) => one.getAttribute('font-size') * face.width / 132));
}"""


def at_sizes(page: "Page", sizes: list[tuple[int, int]]) -> Any:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        yield width, height


@pytest.mark.parametrize("direction", quick_first("left", "right"))
def test_an_arrow_shows_who_gets_sam_next_at_every_size(page_of: Any, start: Any, people: Any, direction: str) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=1, direction=direction))
    page = opened(page_of, match, 0)
    for size in at_sizes(page, SIZES):
        assert page.evaluate(ARROWS) == [1 if direction == "left" else 2], size


# How far the counters of each plate stay from its edges, at least.
MARGIN = """() => Math.min(...[...document.querySelectorAll('.seatplate')].flatMap((plate) => {
  const box = plate.getBoundingClientRect();
  return [...plate.querySelectorAll('.counters > :not(.sr)')].map((one) => one.getBoundingClientRect()).map(
    (one) => Math.min(one.left - box.left, box.right - one.right));
}))"""


NAMED = """() => [...document.querySelectorAll('.going_postal-place')].filter((name) => {
  const box = name.getBoundingClientRect(), space = name.parentElement.getBoundingClientRect();
  return box.height > 8 && box.bottom <= space.bottom + 1 && name.scrollWidth <= name.clientWidth + 1;
}).length"""


def test_a_vendetta_stamp_makes_no_plate_of_three_taller(page_of: Any, start: Any, people: Any) -> None:
    """On a phone it takes a second line; the board stays where it is."""
    tall = "document.querySelector('.seatplate').getBoundingClientRect().height"
    heights = []
    for stamps in ({}, {"vendetta": {0: 1}}):
        page = opened(page_of, begin(start, people, table([["priority", "coffee"]], seats=3, sam=1, **stamps)), 0)
        heights.append([page.evaluate(tall) for _ in at_sizes(page, [(360, 740), (390, 844)])])
    assert heights[0] == heights[1]


def test_counters_of_six_keep_off_the_edges_of_their_plates(page_of: Any, start: Any, people: Any) -> None:
    six = (*people, *(make_person(name) for name in ("di", "ed", "flo")))
    stamps = {"stamps": [4] * 6, "vendetta": dict.fromkeys(range(6), 2)}
    position = table([["priority", "coffee"]], seats=6, sam=1, **stamps)
    page = opened(page_of, begin(start, six, position), 0)
    for size in at_sizes(page, [(390, 844), (360, 740)]):
        assert page.evaluate(MARGIN) >= 3, (size, page.evaluate(MARGIN))
        assert page.evaluate(NAMED) == 12, (size, "the houses have names, also beside the card of a first match")


def test_postal_stamps_stand_in_slots_and_fill_them(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=1, stamps=[2, 0, 5 - 1]))
    page = opened(page_of, match, 0)
    for seat, full in enumerate((2, 0, 4)):
        slots = page.locator(f'.seatplate[data-seat="{seat}"] .slots')
        assert (slots.locator("i").count(), slots.locator("i.is-full").count()) == (5, full)
        assert all(slots.is_visible() for _ in at_sizes(page, [(360, 740), (1366, 768)]))


def test_pins_leave_the_names_of_houses_and_corners_in_sight(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=3))  # three steps before a long name
    page = opened(page_of, match, 0)
    for size in at_sizes(page, [(390, 844), (1280, 800)]):
        page.keyboard.press("Escape")
        page.locator('.tray label:has([name="card"][value^="priority"])').click()
        page.locator(".going_postal-pin").first.wait_for()
        assert page.evaluate(OVER) == [0, 2], size


def test_two_pins_on_a_house_show_all_their_words(page_of: Any, start: Any, people: Any) -> None:
    page = opened(page_of, begin(start, people, table([["going", "coffee"]], seats=3, sam=11)), 0)
    for size in at_sizes(page, [(390, 844), (1280, 800)]):
        page.keyboard.press("Escape")
        page.locator('.tray label:has([name="card"][value^="going"])').click()
        page.locator(".going_postal-pin + .going_postal-pin").wait_for()
        assert page.evaluate(CUT) == [], size


def test_the_cards_of_another_hand_do_not_lie_under_the_news(page_of: Any, start: Any, people: Any) -> None:
    position = table([["inspector", "bulk"], ["first", "coffee"]], seats=3)
    play_card(position, "inspector-1", target=1)
    page = opened(page_of, begin(start, people, position), 0, width=390, height=844)
    shown, board = (page.locator(part).bounding_box() for part in (".going_postal-shown", "#t-board"))
    assert shown and board and shown["y"] + shown["height"] <= board["y"] + board["height"]  # the news are below
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".going_postal-shown label").first.click()
    told = page.locator(".act-said", has_text="You discard")
    told.wait_for()
    shown, said = page.locator(".going_postal-shown").bounding_box(), told.bounding_box()
    assert shown and said and shown["y"] + shown["height"] <= said["y"] + 1


def test_a_barred_option_is_a_dashed_pin_that_says_why(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["coffee", "going"]], seats=3, sam=1, stamps=[1]))
    page = opened(page_of, match, 0)
    page.locator('.tray label:has([value="coffee-1"])').click()
    barred = page.locator(".going_postal-pin.is-barred")
    assert barred.get_attribute("aria-disabled") == "true" and "needs a sane" in str(barred.get_attribute("aria-label"))
    barred.hover()  # a forced click would come while the pin still moves
    barred.click(force=True)
    assert page.locator(".act-said").inner_text() == "Not now: needs a sane personality; you are postal."
    assert page.locator('#t-decision [name="arg.way"]:checked').count() == 0
    assert page.locator("#act [data-main]").get_attribute("aria-disabled") == "true"


def test_the_small_type_of_cards_can_be_read(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["watch", "coffee"]], seats=3, sam=1))
    page = opened(page_of, match, 0)
    for size in at_sizes(page, [(390, 844), (844, 390), (1366, 768), (1920, 1080)]):
        assert page.evaluate(LETTERS) >= (10 if size[1] < 400 else 11), size


def test_a_card_dragged_onto_a_plate_begins_a_trade_with_that_person(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["watch", "coffee"]], seats=3, sam=1, options={"trading": True}))
    page, count = opened(page_of, match, 0), MoveRecord.objects.filter(match=match).count()
    watch = Watch(page)
    show_is_loaded(page)
    page.locator('.hand label:has([value="coffee-1"])').drag_to(page.locator('.seatplate[data-seat="2"]'))
    sheet = page.locator("details.going_postal-talk[open]")
    assert sheet.locator('[aria-pressed="true"]').get_attribute("data-with") == "2"
    assert sheet.locator("[data-who]").first.is_hidden() and sheet.locator(".going_postal-clock time").is_visible()
    form = sheet.locator('form[data-verb="offer"]')
    assert form.locator('[name="arg.card"]').input_value() == "coffee-1"
    assert page.locator('#t-decision [name="card"]:checked').count() == 0  # nothing is chosen to be played
    form.get_by_role("button", name="Offer a trade").click()
    recorded(match, count)
    move = MoveRecord.objects.filter(match=match).latest("number")
    assert '"to":2' in move.move.replace(" ", "") and watch.problems == []


# The buttons that stick out of their bar, or cut their words.
OUT = """() => [...document.querySelectorAll('.act > button')].filter((one) => {
  const box = one.getBoundingClientRect(), bar = one.parentElement.getBoundingClientRect();
  return box.top < bar.top || box.bottom > bar.bottom || one.scrollWidth > one.clientWidth;
}).map((one) => one.innerText)"""


def test_both_directions_fit_their_bar_with_long_names(page_of: Any, start: Any) -> None:
    people = tuple(make_person(name) for name in ("ada", "Maximiliane", "bo-with-a-long-name"))
    position = table(seats=3, direction="")
    position.step = "choose_direction"
    match = begin(start, people, position)
    page = opened(page_of, match, 0)
    page.locator(".act > button", has_text="Right").wait_for()
    for size in at_sizes(page, [(320, 568), (360, 640), (390, 844), (844, 390)]):
        assert page.evaluate(OUT) == [], size
