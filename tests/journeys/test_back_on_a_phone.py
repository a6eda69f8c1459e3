"""On a phone, Back closes what covers the table and stays at it, as in an app."""

from typing import Any

import pytest

from tests.journeys.actions import waits
from tests.samples import DUEL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_back_closes_the_log_of_a_table(page_of: Any, start: Any, owner: Any, player: Any) -> None:
    match = start(slug=DUEL, people=(owner, player))
    page = page_of(owner, width=390)
    page.goto("/mine/")
    page.goto(f"/match/{match.pk}/")
    page.locator("#fold[aria-expanded=false]").click()
    page.get_by_role("heading", name="Chat").or_(page.locator("#t-chat")).first.wait_for()
    page.go_back()
    page.locator("#fold[aria-expanded=false]").wait_for()
    assert page.url.endswith(f"/match/{match.pk}/")
    page.locator("#fold").click()
    page.locator("#fold[aria-expanded=true]").click()
    page.locator("#fold[aria-expanded=false]").wait_for()
    waits(page, "!history.state?.side", "Back has something left to close that is closed")
    page.go_back()
    page.wait_for_url("**/mine/")


def test_back_closes_the_menu_of_a_table(page_of: Any, start: Any, owner: Any, player: Any) -> None:
    match = start(slug=DUEL, people=(owner, player))
    page = page_of(owner, width=390)
    page.goto("/mine/")
    page.goto(f"/match/{match.pk}/")
    page.get_by_title("Menu").click()
    waits(page, "history.state?.menu", "Back would not close it")
    page.go_back()
    page.get_by_role("link", name="Table as text").wait_for(state="hidden")
    assert page.url.endswith(f"/match/{match.pk}/")
    page.get_by_title("Menu").click()
    page.get_by_role("link", name="Table as text").click()
    page.wait_for_url("**/text/")
    page.go_back()
    page.wait_for_url(f"**/match/{match.pk}/")
    waits(page, "!history.state?.menu", "Back has something left to close that a link has left")
    page.go_back()
    page.wait_for_url("**/mine/")


def test_a_link_followed_beside_the_open_menu_leads_away(page_of: Any, start: Any, owner: Any, player: Any) -> None:
    page = page_of(owner, width=1280)
    page.goto(f"/match/{start(slug=DUEL, people=(owner, player)).pk}/")
    page.get_by_title("Menu").click()
    waits(page, "history.state?.menu", "Back would not close it")
    page.locator("header a[href='/mine/'], .topline a[href='/mine/']").first.click()
    page.wait_for_url("**/mine/")
    page.go_back()
    page.wait_for_url("**/match/*/")
    waits(page, "!history.state?.menu", "Back still has something left to close")


def test_back_is_not_wasted_on_rules_that_a_reload_closed(page_of: Any, start: Any, owner: Any, player: Any) -> None:
    page = page_of(owner, width=1280)
    page.goto("/mine/")
    page.goto(f"/match/{start(slug=DUEL, people=(owner, player)).pk}/")
    page.locator("a[data-drawer]").first.click()
    waits(page, "history.state?.drawer", "Back closes the rules")
    page.reload()
    waits(page, "!history.state?.drawer", "Back has nothing left to close")
    page.go_forward()
    waits(page, "!history.state?.drawer", "Forward does not open them again")
    page.go_back()
    page.wait_for_url("**/mine/")


def test_back_is_not_wasted_on_a_menu_that_a_link_for_a_new_tab_closed(
    page_of: Any, start: Any, owner: Any, player: Any
) -> None:
    page = page_of(owner, width=1280)
    page.goto(f"/match/{start(slug=DUEL, people=(owner, player)).pk}/")
    page.get_by_title("Menu").click()
    waits(page, "history.state?.menu", "Back would not close it")
    page.locator("header a[href='/mine/'], .topline a[href='/mine/']").first.click(modifiers=["ControlOrMeta"])
    waits(page, "!history.state?.menu", "Back has something left to close")
