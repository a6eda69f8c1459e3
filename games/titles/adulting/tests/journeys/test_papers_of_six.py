"""Six papers on the table, or eight: their names and the words on them can be read in windows of any width."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from games.kernel import codec, engine, replay
from games.kernel.position import AnyPosition
from games.titles import folder, load
from tests.journeys.actions import goes_live
from tests.journeys.test_largest_hands import laid
from tests.journeys.test_stage import at_each_size

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The narrowest column of words, and by how much each name is cut.
READ = """() => [
  Math.min(...[...document.querySelectorAll(".adulting-papers .adulting-line")].map((line) => {
    const style = getComputedStyle(line);
    return line.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  })),
  [...document.querySelectorAll(".adulting-papers b")].map((name) => name.scrollWidth - name.clientWidth),
]"""


# What lies on what: names, answers and money.
LIES_ON = """() => [...document.querySelectorAll(".adulting-place-at")].flatMap((paper) => {
  const parts = [...paper.querySelectorAll("b, .adulting-line > span, .adulting-purse")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const beside = (one, two) => one.right <= two.left + 1 || two.right <= one.left + 1;
  const meet = (one, two) => !beside(one, two) && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  return boxes.some((one, place) => boxes.slice(place + 1).some((two) => meet(one, two))) ? [paper.innerText] : [];
})"""


def first(verb: str, name: str) -> tuple[int, AnyPosition]:
    """(seat that is asked, position) where this is first asked in a recorded match."""
    game = load()["adulting"]
    record = json.loads((folder("adulting") / f"tests/recorded/{name}.json").read_text("utf-8"))
    for step in replay.steps(game, record, replay.begin(game, record)[0]):
        for one in engine.open_decisions(game, step.position):
            if one.answer is None and one.decision.actions[0].verb == verb:
                return one.decision.seat, codec.copy(game, step.position)
    raise AssertionError(f"nobody is asked to {verb}")


def test_six_papers_are_read_at_any_width(page_of: Callable[..., "Page"]) -> None:
    seat, position = first("bid", "leaving-6-in-turn")
    page = laid("adulting", position, seat, page_of)
    goes_live(page)
    for size, (words, cut) in at_each_size(page, ((768, 1024), (1024, 768), (1366, 768)), READ).items():
        assert words >= 70 and max(cut) <= 1, (size, words, cut)


def test_answers_of_eight_lie_on_nothing_while_the_dealer_rules(page_of: Callable[..., "Page"]) -> None:
    seat, position = first("rule", "mixed-8-live")
    page = laid("adulting", position, seat, page_of)
    goes_live(page)
    sizes = ((360, 640), (844, 390), (768, 1024), (768, 900), (768, 840), (1024, 768), (1366, 768), (1920, 1080))
    found = at_each_size(page, sizes, LIES_ON)
    assert not any(found.values()), found
