"""Two people share one browser, as at home: what one has left there, the next neither sees nor sends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import DeviceSession
from games.models import ChatLine, Match
from tests.fixtures import PASSWORD
from tests.journeys.actions import goes_live, waits
from tests.samples import DUEL

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SLEEPS = "tableSocket.make = () => ({ readyState: 3, addEventListener() {} }); tableSocket.socket.close()"
WAKES = "tableSocket.make = (address) => new WebSocket(address); tableSocket.open()"
KEPT = "(async () => (await caches.has('pages-1')) ? (await (await caches.open('pages-1')).keys()).length : 0)()"


def logs_in(page: "Page", user: Any) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("User name or email address").fill(user.username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/mine/")


def logs_out(page: "Page") -> None:
    page.goto("/mine/")
    page.locator(".menu > summary").last.click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda url: "mine" not in url)


def table_of(page: "Page", user: Any, match: Match) -> "Page":
    """The page, with this match open and this person logged in."""
    logs_in(page, user)
    page.goto(match.get_absolute_url())
    goes_live(page)
    return page


def says(page: "Page", words: str) -> None:
    say = page.get_by_label("Say something")
    say.fill(words)
    say.press("Enter")


def test_a_table_left_open_does_not_speak_for_who_logs_in_next(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any, player: Any
) -> None:
    table = table_of(page_of(), owner, start(slug=DUEL, people=(owner, player)))
    other, notice = table.context.new_page(), table.locator("#offline")
    logs_out(other)
    notice.get_by_text("You are signed out. Load the page again to go on.").wait_for()
    logs_in(other, player)
    says(table, "I wrote this")
    notice.get_by_text("You’ve logged in or out since you opened this form").wait_for()
    assert not ChatLine.objects.exists()


def test_a_table_that_slept_wakes_as_nobody_else(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any, player: Any
) -> None:
    table = table_of(page_of(), owner, start(slug=DUEL, people=(owner, player)))
    table.evaluate(SLEEPS)
    other = table.context.new_page()
    logs_out(other)
    logs_in(other, player)
    table.evaluate(WAKES)
    table.locator("#offline").get_by_text("You are signed out. Load the page again to go on.").wait_for()
    says(table, "I wrote this")
    table.locator("#offline").get_by_text("You’ve logged in or out since you opened this form").wait_for()
    assert not ChatLine.objects.exists()
    table.reload()  # and from now on it is the other one's table
    goes_live(table)
    says(table, "Now it is me")
    table.locator("#t-chat").get_by_text("Now it is me").wait_for()
    assert ChatLine.objects.get().user == player


def test_what_was_kept_for_offline_goes_when_the_session_has_ended_elsewhere(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any
) -> None:
    match = start()
    page = page_of(owner)
    page.goto("/mine/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(match.get_absolute_url())
    page.goto("/mine/")
    waits(page, f"{KEPT}.then((count) => count === 2)", "nothing was kept")
    DeviceSession.objects.all().delete()
    page.goto("/mine/")
    page.wait_for_url("**/accounts/login/**")
    page.context.set_offline(True)
    page.goto(match.get_absolute_url())
    page.get_by_role("heading", name="No connection").wait_for()


def test_what_was_kept_for_offline_goes_with_the_account(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any
) -> None:
    match = start()
    owner.is_guest = True  # they are not asked for a password
    owner.set_unusable_password()
    owner.save()
    page = page_of(owner)
    page.goto("/mine/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(match.get_absolute_url())
    page.goto("/people/me/delete/")
    page.get_by_label("Type your name").fill(owner.name)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_text("We deleted your account.").wait_for()
    page.context.set_offline(True)
    page.goto(match.get_absolute_url())
    page.get_by_role("heading", name="No connection").wait_for()
