"""The tutorial on the real page: its ring moves on to the button once both cards are raised."""

from collections.abc import Callable
from typing import Any

import pytest

from games.lobby import tables
from games.titles.parcels.tests.journeys.actions import raise_cards
from tests.fixtures import make_person
from tests.journeys.actions import goes_live, waits
from tests.journeys.test_tutorial_ring import points_well

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RINGS_THE_FIVE = """(() => {
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  const [ring, five] = [boxOf(".coach-ring"), boxOf(".parcels-hand label:has([data-key='5'])")];
  return Math.abs(ring.left - five.left) < 12 && Math.abs(ring.top - five.top) < 12;
})()"""


def test_the_ring_goes_on_to_the_button_once_the_choice_is_made(page_of: Callable[..., Any]) -> None:
    learner = make_person("ada")
    match = tables.begin_tutorial(owner=learner, slug="parcels")
    page = page_of(learner, reduced_motion="reduce")
    page.add_init_script("""localStorage.setItem("table", '{"confirm": "yes"}')""")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    raise_cards(page, "4")  # legal by itself, but not what the lesson teaches
    page.locator("#act [data-main][aria-disabled=false]").wait_for()
    waits(page, RINGS_THE_FIVE, "the ring is not around the 5")
    assert page.locator("#coach .coach-say:visible").inner_text().startswith("Touch the 4 and the 5.")
    raise_cards(page, "5")
    page.get_by_text("Now press “Lead 4-5”.").wait_for()
    points_well(page, (390, 844))
    page.locator("#act [data-main]").click()
    page.locator("#coach.is-away").wait_for(state="attached")  # now it is the others' turn


def test_the_ring_leaves_the_second_row_of_cards_in_sight(page_of: Callable[..., Any]) -> None:
    learner = make_person("ada")
    match = tables.begin_tutorial(owner=learner, slug="parcels")
    page = page_of(learner, reduced_motion="reduce", width=390, height=844)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    points_well(page, (390, 844))
    ring, eight = (
        page.locator(part).first.bounding_box() for part in (".coach-ring", ".parcels-hand label:has([data-key='8'])")
    )
    assert ring and eight and ring["y"] < eight["y"]
    assert ring["y"] + ring["height"] < eight["y"] + 8, "no more than its edge lies over the second row"
