"""Cards of a displayed hand are seen as cards, and one of one’s own is given by touching it (GP-120 to GP-123)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import OpenDecision
from tests.journeys.actions import goes_live
from tests.journeys.test_each_question import questions
from tests.journeys.test_largest_hands import laid

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_card_is_exchanged_for_one_of_a_displayed_hand(page_of: Callable[..., "Page"]) -> None:
    asked = ((seat, position) for kind, seat, position in questions("going_postal") if "'exchange'" in kind)
    seat, position = next(asked)
    page = laid("going_postal", position, seat, page_of)
    goes_live(page)
    expect(page.locator(".going_postal-row > .going_postal-face")).to_have_count(len(position.state.displayed))
    expect(page.locator(".going_postal-displayed")).to_be_hidden()  # it would lie over the form
    lists = page.locator(".going_postal-shown select:visible")
    expect(lists).to_have_count(1)  # further wishes are asked for one by one
    page.locator(".tray .hand label.is-card").first.click()
    lists.first.select_option(index=1)
    expect(lists).to_have_count(2)
    page.locator("#act button", has_text="Exchange").click()
    expect(page.locator(".going_postal-note")).to_contain_text("Your answer is sealed.")
    answers = OpenDecision.objects.filter(answered_at__isnull=False).values_list("seat", flat=True)
    assert list(answers) == [seat]
