"""A move is ready at once, and can be undone."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.journeys.actions import Watch, goes_live, moved_on, on_turn, shows, version_of
from tests.journeys.test_stage import plain_move

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_move_can_be_undone_at_the_table_for_some_seconds(page_of: Callable[..., "Page"], start: Any) -> None:
    match = start()
    me, before = on_turn(match), version_of(match.pk)
    page = page_of(me, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("#first-match").wait_for()
    assert plain_move(page)
    played = moved_on(match.pk, before)
    shows(page, played)
    assert not page.locator("#first-match").count(), "the card for newcomers goes with the first move"
    page.locator("#act [data-takeback]").click()
    undone = moved_on(match.pk, played)
    shows(page, undone)
    assert on_turn(match) == me and page.locator("#t-status[data-mine]").count()
    assert page.locator("#log").get_by_text("You take back").count()
    assert plain_move(page)
    shows(page, moved_on(match.pk, undone))
    page.locator("#act [data-takeback]").wait_for()
    page.locator("#act [data-takeback]").wait_for(state="detached")  # three seconds later
    assert watch.problems == []
