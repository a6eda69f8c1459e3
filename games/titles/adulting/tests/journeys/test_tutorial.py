"""The tutorial on the real page: the number and the card's question are one decision, and its ring goes from one to the
other."""

from collections.abc import Callable
from typing import Any

import pytest

from games.lobby import tables
from tests.fixtures import make_person
from tests.journeys.actions import goes_live, waits
from tests.journeys.test_tutorial_ring import points_well

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RINGS_THE_QUESTION = """(() => {
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  return Math.abs(boxOf(".coach-ring").top - boxOf(".adulting-ask").top) < 12;
})()"""


def test_the_ring_goes_from_the_number_to_the_question_and_covers_no_answer(page_of: Callable[..., Any]) -> None:
    learner = make_person("ada")
    match = tables.begin_tutorial(owner=learner, slug="adulting")
    page = page_of(learner, width=390, height=844, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    points_well(page, (390, 844))
    page.locator("#t-decision input[type=number]").fill("3")
    page.locator("#t-decision input[type=number]").blur()
    waits(page, RINGS_THE_QUESTION, "the ring is not around the card's question")
    page.locator(".adulting-answer:visible").last.click()
    page.get_by_text("Now press “Send number”.").wait_for()
    points_well(page, (390, 844))
