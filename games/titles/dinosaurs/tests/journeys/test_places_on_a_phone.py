"""On a phone, the places of four, five and six players end above the piles, and their scores stay on their plates."""

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

# By how many pixels the lowest place lies over the piles, and by how many counters stick out of their plates.
OVER = """() => {
  const most = (nodes, far) => Math.max(...[...nodes].map(far)), box = (node) => node.getBoundingClientRect();
  const piles = box(document.querySelector('.dinosaurs-piles'));
  const places = document.querySelectorAll('.dinosaurs-place');
  const counters = document.querySelectorAll('.seatplate .counter');
  return [
    most(places, (one) => box(one).bottom - piles.top),
    most(counters, (one) => box(one).right - box(one.closest('.seatplate')).right),
  ];
}"""


# By how many pixels the last line of the report lies below what is shown of it.
CUT = """() => {
  const report = document.querySelector('#dinosaurs-report[open] > div');
  return report.lastElementChild.getBoundingClientRect().bottom - report.getBoundingClientRect().bottom;
}"""


def reported(name: str) -> tuple[int, AnyPosition]:
    """(seat that is asked, position) after the second round of a recorded match, with its report."""
    game = load()["dinosaurs"]
    record = json.loads((folder("dinosaurs") / "tests" / "recorded" / f"{name}.json").read_text("utf-8"))
    for step in replay.steps(game, record, replay.begin(game, record)[0]):
        if step.position.state.round == 3:
            return engine.open_decisions(game, step.position)[0].decision.seat, codec.copy(game, step.position)
    raise AssertionError("no third round")


def late(name: str) -> tuple[int, AnyPosition]:
    """(seat that is asked, position) in the last part of a recorded match."""
    game = load()["dinosaurs"]
    record = json.loads((folder("dinosaurs") / "tests" / "recorded" / f"{name}.json").read_text("utf-8"))
    for step in replay.steps(game, record, replay.begin(game, record)[0]):
        asked = [one for one in engine.open_decisions(game, step.position) if one.answer is None]
        if asked and step.number > 0.6 * len(record["moves"]):
            return asked[0].decision.seat, codec.copy(game, step.position)
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("name", ["house-4", "random-5-bonus", "leaving-6"])
def test_places_end_above_the_piles(name: str, page_of: Callable[..., "Page"]) -> None:
    seat, position = late(name)
    page = laid("dinosaurs", position, seat, page_of)
    goes_live(page)
    for size, (piles, plates) in at_each_size(page, ((390, 844), (412, 915), (360, 640)), OVER).items():
        assert piles <= 0 and plates < 1, (size, piles, plates)


@pytest.mark.parametrize("name", ["house-4", "house-6-wild"])
def test_the_report_of_a_round_is_whole_on_a_phone(name: str, page_of: Callable[..., "Page"]) -> None:
    seat, position = reported(name)
    page = laid("dinosaurs", position, seat, page_of)
    goes_live(page)
    cut = at_each_size(page, ((390, 844), (360, 640), (844, 390)), CUT)
    assert max(cut.values()) <= 0, cut


# In how many rows the signs of each Disaster Area stand.
ROWS = """() => [...document.querySelectorAll('.dinosaurs-signs')].map(
  (area) => new Set([...area.children].map((sign) => Math.round(sign.getBoundingClientRect().top))).size
)"""

SCROLLS = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('t-board'))"


def test_disasters_of_five_stand_in_one_row_on_a_phone_in_landscape(page_of: Callable[..., "Page"]) -> None:
    seat, position = late("random-5-bonus")
    page = laid("dinosaurs", position, seat, page_of)
    goes_live(page)
    assert at_each_size(page, ((844, 390),), ROWS) == {(844, 390): [1] * 5}
    assert page.locator(".dinosaurs-danger").count()
    assert page.evaluate(SCROLLS) <= 0, "the board scrolls"
