"""Without a connection the app opens: my games and the last tables as they were, everything else as one page."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.models import Match
from tests.journeys.actions import is_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_my_games_and_a_table_open_offline_and_nobody_else_sees_them(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any
) -> None:
    match = start()
    page = page_of(owner, width=390)
    page.goto("/mine/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    title = page.get_by_role("heading", level=1).inner_text()
    for address in ("/mine/", match.get_absolute_url(), "/mine/"):  # the worker has seen them
        page.goto(address)
    page.context.set_offline(True)
    page.goto("/mine/")
    assert page.get_by_role("heading", level=1).inner_text() == title
    page.goto(match.get_absolute_url())
    assert page.locator("#t-board").count() == 1 and page.locator("#offline").count() == 1
    page.goto("/tables/")
    page.get_by_role("heading", name="No connection").wait_for()
    is_accessible(page)
    page.context.set_offline(False)
    page.goto("/mine/")
    page.locator(".menu > summary").last.click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    page.context.set_offline(True)
    page.goto("/mine/")
    page.get_by_role("heading", name="No connection").wait_for()
    assert owner.name not in page.content()
