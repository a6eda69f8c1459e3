"""A choice that is half made when news of the table arrive, or when one leaves the page; and the focus after a move."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.models import Match
from tests.journeys.actions import goes_live, moved_on, on_turn, shows, version_of

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


def test_a_choice_that_the_browser_puts_back_says_what_it_does(
    page_of: Callable[..., "Page"], start: Callable[..., Match]
) -> None:
    match = start()
    page = page_of(on_turn(match))
    page.goto("/mine/")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("#t-decision label:has(input:enabled)").first.click()
    page.locator("#act [data-undo]").wait_for()
    page.go_back()
    page.go_forward()
    goes_live(page)
    assert page.locator("#t-decision input:checked").count() == 1
    page.locator("#act [data-undo]").wait_for()
    page.locator(".act-said:not(:empty)").wait_for()


def test_a_choice_made_before_the_scripts_come_says_what_it_does(
    page_of: Callable[..., "Page"], start: Callable[..., Match]
) -> None:
    match, held = start(), list[Any]()
    page = page_of(on_turn(match), service_workers="block")
    page.route("**/stage-*.js", lambda route: held.append(route), times=1)
    page.goto(f"/match/{match.pk}/", wait_until="commit")
    page.locator("#t-decision label:has(input:enabled)").first.click()
    held[0].continue_()
    page.locator("#act [data-undo]").wait_for()
    page.locator(".act-said:not(:empty)").wait_for()


def test_keys_go_on_at_the_hand_after_a_move(page_of: Callable[..., "Page"], start: Callable[..., Match]) -> None:
    match = start()
    page = page_of(on_turn(match), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    version = version_of(match.pk)
    page.locator("#t-decision label input:enabled").first.focus()
    page.keyboard.press("Space")
    page.locator("#act [data-main][aria-disabled=false]").wait_for()
    page.keyboard.press("Enter")
    shows(page, moved_on(match.pk, version))
    assert page.evaluate("document.activeElement.closest('#t-decision')?.id") == "t-decision"
