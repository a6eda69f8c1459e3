"""Six papers on the table: their names and the words on them can be read in windows of any width."""

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


def bidding() -> tuple[int, AnyPosition]:
    """(seat that is asked, position) at the first bids of six players."""
    game = load()["adulting"]
    record = json.loads((folder("adulting") / "tests/recorded/leaving-6-in-turn.json").read_text("utf-8"))
    for step in replay.steps(game, record, replay.begin(game, record)[0]):
        for one in engine.open_decisions(game, step.position):
            if one.answer is None and one.decision.actions[0].verb == "bid":
                return one.decision.seat, codec.copy(game, step.position)
    raise AssertionError("nobody bids")


def test_six_papers_are_read_at_any_width(page_of: Callable[..., "Page"]) -> None:
    seat, position = bidding()
    page = laid("adulting", position, seat, page_of)
    goes_live(page)
    for size, (words, cut) in at_each_size(page, ((768, 1024), (1024, 768), (1366, 768)), READ).items():
        assert words >= 70 and max(cut) <= 1, (size, words, cut)
