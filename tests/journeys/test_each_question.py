"""Each kind of question that recorded matches ask can be answered: no part of its form is cut off or covered."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from games.kernel import codec, engine, replay
from games.kernel.position import AnyPosition, Open
from games.titles import folder, load
from tests.journeys.actions import goes_live
from tests.journeys.test_largest_hands import laid
from tests.journeys.test_stage import DRAWN
from tests.samples import GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# What can be answered with, but is cut off at a side of something that it lies in, or of the window, or is covered.
OUT_OF_REACH = """() => {
  const parts = '#t-decision :is(label, legend, select, textarea, button, [type=text], [type=number])';
  const seen = { visibilityProperty: true };
  const isShown = (node) => node.checkVisibility(seen) && !node.closest('.only-plain, .sr, .hand');
  const cuts = (node) => node === document.documentElement || getComputedStyle(node).overflowX !== 'visible';
  const window = new DOMRect(0, 0, innerWidth);
  const boxOf = (node) => (node === document.documentElement ? window : node.getBoundingClientRect());
  const isCut = (node) => {
    const { left, right } = node.getBoundingClientRect();
    for (let one = node.parentElement; one; one = one.parentElement)
      if (cuts(one) && (left < boxOf(one).left - 1 || right > boxOf(one).right + 1)) return true;
    return false;
  };
  const isCovered = (node) => {
    if (node.matches('label, legend')) return false; // a card may lie under others of its hand
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const found = [...document.querySelectorAll(parts)].filter(isShown).filter((node) => isCut(node) || isCovered(node));
  return found.map((node) => `${node.tagName} ${node.textContent.trim().slice(0, 40)}`);
}"""


def kind_of(one: Open) -> str:
    """Questions of one kind look alike."""
    return str([[action.verb, *(type(field).__name__ for field in action.fields)] for action in one.decision.actions])


def questions(slug: str) -> Iterator[tuple[str, int, AnyPosition]]:
    """(kind, seat asked, position) of each kind of question that a recorded match asks, once."""
    game, seen = load()[slug], set()
    for path in sorted((folder(slug) / "tests" / "recorded").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        for step in replay.steps(game, record, replay.begin(game, record)[0]):
            for one in engine.open_decisions(game, step.position):
                if one.answer is None and (kind := kind_of(one)) not in seen:
                    seen.add(kind)
                    yield kind, one.decision.seat, codec.copy(game, step.position)


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_no_part_of_a_form_is_out_of_reach(slug: str, page_of: Callable[..., "Page"]) -> None:
    wrong = []
    for kind, seat, position in questions(slug):
        page = laid(slug, position, seat, page_of)
        goes_live(page)
        for width, height in ((390, 844), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN, width)
            wrong += [f"{kind} at {width}: {what}" for what in page.evaluate(OUT_OF_REACH)]
        page.close()
    assert not wrong, "\n".join(wrong)
