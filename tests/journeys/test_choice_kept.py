"""A choice that is half made when news of the table arrive."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from games.models import Match
from tests.journeys.actions import goes_live, on_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The whole table comes again before the preview of the choice has been asked for.
CHOOSE = "(card) => { card.click(); tableSocket.socket.send('{}'); }"


def test_a_choice_stays_and_says_what_it_does(page_of: Callable[..., "Page"], start: Callable[..., Match]) -> None:
    match = start()
    page = page_of(on_turn(match))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate("document.getElementById('t-decision').dataset.old = ''")
    page.locator("#t-decision label:has(input:enabled)").first.evaluate(CHOOSE)
    page.locator("#t-decision output.preview:not(:empty)").first.wait_for(state="attached")
    assert page.locator("#t-decision input:checked").count() == 1
    assert page.locator("#t-decision").get_attribute("data-old") is None, "the table has not come again"
