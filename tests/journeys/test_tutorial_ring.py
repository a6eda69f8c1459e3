"""A tutorial points at things on the stage: a ring of light around what to touch, one sentence beside it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.lobby import tables
from games.table import tutorials
from tests.fixtures import make_person
from tests.journeys.actions import Watch, goes_live, waits
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(1366, 768), (390, 844), (360, 740)]

# The ring lies around something one can see, the sentence lies whole in the window and hides neither it nor a button
# nor a card that can be chosen nor what else it speaks of.
LIES_WELL = """() => {
  const box = (node) => node.getBoundingClientRect();
  const ring = document.querySelector(".coach-ring"), coach = document.getElementById("coach");
  if (!ring || ring.hidden) return false;
  const [light, words] = [box(ring), box(coach)];
  const isInside = words.left >= 0 && words.top >= 0 && words.right <= innerWidth && words.bottom <= innerHeight;
  const isApart = words.bottom <= light.top + 6 || words.top >= light.bottom - 6;
  const meets = (button) => button.width && words.left < button.right && words.right > button.left
    && words.top < button.bottom && words.bottom > button.top;
  const kept = document.querySelector("#coach article:not([hidden])")?.dataset.keep;
  const seen = [...document.querySelectorAll(`#act button, .tray label:has(input:enabled)${kept ? `, ${kept}` : ""}`)];
  const hides = seen.filter((one) => one.checkVisibility({ checkVisibilityCSS: true })).map(box).some(meets);
  return isInside && isApart && !hides
    && light.width > 30 && light.top >= -10 && light.bottom <= innerHeight + 10;
}"""


def points_well(page: "Page", size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    waits(page, f"({LIES_WELL})()", f"the ring does not lie well at {size}")


@pytest.mark.parametrize("slug", quick_first(*tutorials.games()))
def test_the_first_lesson_points_at_what_to_touch(slug: str, page_of: Callable[..., Any]) -> None:
    learner = make_person("ada")
    match = tables.begin_tutorial(owner=learner, slug=slug)
    page = page_of(learner, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    for size in SIZES:
        points_well(page, size)
    first = tutorials.of_game(slug)
    assert first and page.locator("#coach .coach-say:visible").inner_text() == first.lesson[0].say
    page.locator("#coach summary:visible").click()
    page.get_by_role("heading", name=first.lesson[0].title).wait_for()
    assert watch.problems == []
