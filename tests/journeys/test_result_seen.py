"""The result of a match on small screens: who won and why, all ranks, and what one can do next."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.titles import load
from tests.fixtures import make_person
from tests.journeys.test_stage import CLOCK, DRAWN
from tests.samples import GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# From above to below: picture, headline, story, all ranks; and the top of the buttons.
LINES = """() => {
  const boxes = ['.ending', 'h2', '.result-story', '.ranks li'].flatMap((part) =>
    [...document.querySelectorAll(`.result ${part}`)].map((one) => one.getBoundingClientRect().toJSON()));
  return { boxes, buttons: document.querySelector('.result-next').getBoundingClientRect().top };
}"""
# What of these is below the edge of the card, in pixels.
BELOW = """(card) => [...card.querySelectorAll('.result-points > summary, .button')].map((one) =>
  Math.round(one.getBoundingClientRect().bottom - card.getBoundingClientRect().bottom)).filter((over) => over > -4)"""


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_who_won_and_why_is_in_sight(slug: str, page_of: Callable[..., "Page"]) -> None:
    """With ratings and three players, or as few as can be: no rank is hidden, and no line lies on another."""
    people = [make_person(name) for name in ("ada", "bo", "cy")[: max(2, load()[slug].meta.seats[0])]]
    match = tables.create_match(owner=people[0], slug=slug, seats=len(people), options={}, **CLOCK)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    while not load_match(match.pk).is_over:
        bots.play_one(match.pk, for_people=True)
    page = page_of(people[0], reduced_motion="reduce", width=360, height=640)
    page.goto(f"/match/{match.pk}/")
    page.locator(".rank-rating").last.wait_for()
    seen = page.evaluate(LINES)
    assert all(box["bottom"] <= seen["buttons"] + 1 for box in seen["boxes"]), seen
    assert all(above["bottom"] <= below["top"] + 1 for above, below in pairwise(seen["boxes"])), seen
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate(DRAWN, 844)
    below = page.locator(".result").evaluate(BELOW)
    assert not below, "in landscape, too"
