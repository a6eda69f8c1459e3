"""A table stays open while its world moves on: nothing typed is lost, and the page says what happened."""

from typing import Any

import pytest

from games.models import Match
from games.operations import staff_actions
from tests.fixtures import make_person
from tests.journeys.actions import goes_live, is_accessible, on_turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_match_that_the_host_ends_says_so_on_open_pages(page_of: Any, start: Any) -> None:
    match: Match = start()
    page = page_of(on_turn(match))
    page.goto(match.get_absolute_url())
    goes_live(page)
    host = make_person("the_host", is_staff=True)
    staff_actions.abandon_match(by=host, match_id=match.pk, words="We close for the summer.")
    page.locator("#offline").get_by_text("This match can’t be followed any more.").wait_for()
    page.locator("#t-decision label:has(input:enabled)").first.click()
    page.locator("#act [data-main]").click()
    page.locator("#offline").get_by_text("The host of this site ended the match.").wait_for()
    page.reload()
    page.get_by_text("The host of this site ended the match. It has no result and changes no rating.").wait_for()
    is_accessible(page)
