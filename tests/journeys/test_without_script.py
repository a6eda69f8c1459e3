"""The first match without scripts: nothing lies over anything, and each button can be pressed, on a phone and on a
laptop."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.titles import load
from tests.samples import GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OVERLAPS = """(card, of) => [...document.querySelectorAll(of)].filter(one => {
  const a = card.getBoundingClientRect(), b = one.getBoundingClientRect();
  return b.width && b.height && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}).map(one => one.outerHTML.slice(0, 80))"""


def pressable(buttons: "Locator") -> int:
    """How many visible buttons there are. A trial click fails if something else lies over one."""
    seen = [button for button in buttons.all() if button.is_visible()]
    for button in seen:
        button.click(trial=True, timeout=4000)
    return len(seen)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("slug", GAME_FIRST)
def test_a_first_match_can_be_played(
    page_of: Callable[..., "Page"], start: Any, owner: Any, player: Any, staff: Any, slug: str, size: tuple[int, int]
) -> None:
    people = (owner, player, staff)[: max(2, load()[slug].meta.seats[0])]
    match = start(slug=slug, people=people)
    for person in people:
        page = page_of(person, width=size[0], height=size[1], java_script_enabled=False)
        page.goto(match.get_absolute_url())
        card = page.locator("#first-match")
        if card.count():
            assert card.evaluate(OVERLAPS, "#t-board [data-touch], #t-seats > *, .side form, .tray button") == []
        if pressable(page.locator("form.action button[type=submit], form.action button:not([type])")):
            return
    pytest.fail("nobody is asked anything")
