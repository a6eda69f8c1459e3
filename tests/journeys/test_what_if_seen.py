"""What if: what says that this is not the match leaves the players in sight."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from games.lobby import tables
from tests.fixtures import make_person
from tests.journeys.test_stage import CLOCK, at_each_size
from tests.samples import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# How far what is said reaches below the players, and into the tray.
OVER = """() => {
  const [said, seats, tray] = [".slips .notice", "#t-seats", "#t-decision"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  return [said.top - seats.bottom, said.bottom - tray.top];
}"""


def test_the_players_are_in_sight_on_phones(page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    match = tables.create_match(owner=me, slug=GAME, seats=3, options={}, bots=2, **CLOCK)
    page = page_of(me)
    page.goto(f"/match/{match.pk}/history/")
    page.locator("[data-try]").evaluate("form => form.requestSubmit()")
    page.wait_for_url("**/what-if/**")
    for size, (below, into) in at_each_size(page, ((360, 640), (390, 844)), OVER).items():
        assert below >= 0 >= into, (size, below, into)
