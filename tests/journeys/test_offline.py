"""Without a connection the app opens: my games and the last tables as they were, everything else as one page."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.models import Match, MoveRecord
from tests.journeys.actions import goes_live, is_accessible, on_turn, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
IN_HAND = "#t-decision label:has(input:enabled)"


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


def test_a_move_made_at_a_table_opened_offline_waits_and_is_sent(
    page_of: Callable[..., "Page"], start: Callable[..., Match]
) -> None:
    match = start()
    version, user = version_of(match.pk), on_turn(match)
    page, offline = page_of(user, width=390), []
    # What makes a browser offline lets it open sockets.
    page.route_web_socket("**", lambda line: line.close() if offline else line.connect_to_server())
    page.goto("/mine/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(match.get_absolute_url())
    goes_live(page)
    page.context.set_offline(True)
    offline.append(True)
    page.reload()
    notice = page.locator("#offline")
    notice.get_by_text("You’re offline. A move you make now is kept here").wait_for()
    is_accessible(page)
    page.locator(IN_HAND).first.click()
    page.locator("#act [data-main]").click()
    notice.get_by_text("Your move is kept here and goes out when it is back").wait_for()
    assert version_of(match.pk) == version
    offline.clear()
    page.context.set_offline(False)
    notice.get_by_text("Your move was sent").wait_for()
    assert MoveRecord.objects.filter(match=match, user=user).count() == 1
    page.locator(f'#t-status[data-version="{version + 1}"]').wait_for()
