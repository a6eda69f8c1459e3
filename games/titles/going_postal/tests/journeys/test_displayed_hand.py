"""Cards of a displayed hand are seen as cards, and one of one’s own is given by touching it (GP-120 to GP-123)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import OpenDecision
from games.titles.going_postal.tests.tables import table
from tests.journeys.actions import goes_live
from tests.journeys.test_each_question import questions
from tests.journeys.test_largest_hands import laid
from tests.journeys.test_stage import at_each_size
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_card_is_exchanged_for_one_of_a_displayed_hand(page_of: Callable[..., "Page"]) -> None:
    asked = ((seat, position) for kind, seat, position in questions("going_postal") if "'exchange'" in kind)
    seat, position = next(asked)
    page = laid("going_postal", position, seat, page_of)
    goes_live(page)
    expect(page.locator(".going_postal-row > .going_postal-face")).to_have_count(len(position.state.displayed))
    expect(page.locator(".going_postal-displayed")).to_be_hidden()  # it would lie over the form
    lists = page.locator(".going_postal-shown select:visible")
    expect(lists).to_have_count(1)  # further wishes are asked for one by one
    page.locator(".tray .hand label.is-card").first.click()
    lists.first.select_option(index=1)
    expect(lists).to_have_count(2)
    assert at_each_size(page, ((390, 844),), OUTSIDE)[390, 844][1] < 0, "the second list is out of sight"
    page.locator("#act button", has_text="Exchange").click()
    expect(page.locator(".going_postal-note")).to_contain_text("Your answer is sealed.")
    answers = OpenDecision.objects.filter(answered_at__isnull=False).values_list("seat", flat=True)
    assert list(answers) == [seat]


# How far the panel reaches over the top line, and the lowest list below the panel.
OUTSIDE = """() => {
  const box = (node) => node.getBoundingClientRect(), panel = box(document.querySelector(".going_postal-shown"));
  const lists = [...document.querySelectorAll(".going_postal-shown select")].map((list) => box(list).bottom);
  return [box(document.querySelector(".topline")).bottom - panel.top, Math.max(0, ...lists) - panel.bottom];
}"""


@pytest.mark.parametrize("verb", quick_first("order", "exchange"))
def test_the_panel_of_cards_is_seen_whole_on_phones(page_of: Callable[..., "Page"], verb: str) -> None:
    asked = ((seat, position) for kind, seat, position in questions("going_postal") if f"'{verb}'" in kind)
    seat, position = next(asked)
    page = laid("going_postal", position, seat, page_of)
    goes_live(page)
    for size, (above, below) in at_each_size(page, ((360, 640), (390, 844), (844, 390)), OUTSIDE).items():
        assert above <= 0 and below < 0, (size, above, below)


ROWS = "() => new Set([...document.querySelectorAll('.tray label.is-card')].map((card) => card.offsetTop)).size"


def test_twelve_cards_lie_in_two_rows_on_a_small_phone(page_of: Callable[..., "Page"]) -> None:
    kinds = "bulk first coffee priority sorting going warning watch review truck vacation registered"
    page = laid("going_postal", table([kinds.split()], seats=3), 0, page_of)
    goes_live(page)
    assert set(at_each_size(page, ((360, 640), (390, 844)), ROWS).values()) == {2}


# By how much the cards of the hand cover each other at most, and reach out of the tray.
COVERED = """() => {
  const cards = document.querySelectorAll('.tray label.is-card .is-held');
  const boxes = [...cards].map((card) => card.getBoundingClientRect());
  const overlaps = (one, two) => Math.min(one.right - two.left, one.bottom - two.top);
  const sides = boxes.slice(1).map((two, place) => overlaps(boxes[place], two));
  return Math.max(...sides, document.querySelector('.tray').getBoundingClientRect().top - boxes[0].top);
}"""


@pytest.mark.parametrize("held", quick_first(4, 5, 6, 7, 8))
def test_up_to_eight_cards_leave_each_other_in_sight_on_a_phone(page_of: Callable[..., "Page"], held: int) -> None:
    kinds = ["bulk", "first", "coffee", "priority", "sorting", "going", "warning", "watch"][:held]
    page = laid("going_postal", table([kinds], seats=3), 0, page_of)
    goes_live(page)
    assert max(at_each_size(page, ((360, 640), (390, 844)), COVERED).values()) <= 0
