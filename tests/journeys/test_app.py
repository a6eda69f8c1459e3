"""As an app on a phone: links go out through its own sheet for sharing, a table has a QR code, and the icon counts the
games that wait. The browser’s part is replaced, and asked what it was given."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.groups import services as groups
from games.lobby import tables
from games.models import Match
from tests.fixtures import make_person
from tests.games.conftest import DAY, move_on
from tests.games.scenes import seat_in_order
from tests.games.tournaments.test_play import announced
from tests.journeys.actions import is_accessible
from tests.samples import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = """
  window.shared = []; window.badges = [];
  navigator.share = async (what) => { shared.push(what) };
  navigator.setAppBadge = async (count) => { badges.push(count) };
"""
WOKEN = """
  self.shown = []; self.badges = [];
  registration.showNotification = async (title) => { shown.push(title) };
  navigator.setAppBadge = async (count) => { badges.push(count) };
  null
"""
BOTH_SHOWN = "async () => { while (shown.length < 2) await new Promise((done) => setTimeout(done, 20)) }"


def phone(page_of: Callable[..., "Page"], user: Any) -> "Page":
    page = page_of(user, width=390)
    page.add_init_script(PHONE)
    return page


def shares(page: "Page", link: str) -> None:
    """One button, and it gives this link to the phone."""
    page.get_by_role("button", name="Share").click()
    assert page.evaluate("shared") == [{"title": page.title(), "url": link}]


def test_links_of_tables_groups_and_tournaments_are_shared_and_a_table_has_a_qr_code(
    page_of: Callable[..., "Page"], owner: Any
) -> None:
    clock: Any = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, **clock)
    group = groups.create(owner=owner, name="Tuesday club")
    page = phone(page_of, owner)
    for shown in (table, group, announced(owner, is_private=True)):
        page.goto(shown.get_absolute_url())
        shares(page, page.get_by_label("Send them this link").input_value())
        is_accessible(page)
    page.goto(table.get_absolute_url())
    page.get_by_text("Show a QR code").click()
    code = page.get_by_role("img", name="QR code with the link to this table")
    box = code.bounding_box()
    assert box is not None and 100 <= box["width"] <= 390 and code.locator("path").count()


def test_a_moment_is_shared_wherever_one_goes_and_a_seal_is_not(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any
) -> None:
    match = start()
    move_on(match, 2)
    page = phone(page_of, owner)
    page.goto(f"/match/{match.pk}/history/?at=1")
    page.locator('[data-go="next"]').click()
    page.get_by_role("heading", name="After move 1 of 2").wait_for()
    page.locator("#fold").click()
    shares(page, page.locator("#moment-url").text_content() or "")
    page.goto(f"/match/{match.pk}/proof/")
    page.get_by_role("heading", name="Proof of the shuffle").wait_for()
    assert page.get_by_role("button", name="Share").count() == 0


def test_the_icon_counts_the_games_that_wait_until_one_logs_out(
    page_of: Callable[..., "Page"], start: Callable[..., Match], owner: Any, player: Any
) -> None:
    people = (owner, player, make_person("cy"))
    for _ in range(3):
        seat_in_order(start(people=people), people)
    page = phone(page_of, owner)
    page.goto("/mine/")
    page.get_by_role("heading", name="Your turn in 3 games").wait_for()
    assert page.evaluate("badges") == [3]
    page.locator(".menu > summary").last.click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    assert page.evaluate("badges") == [0]


def test_a_push_puts_the_games_that_wait_on_the_icon(page_of: Callable[..., "Page"], owner: Any, live: str) -> None:
    page = phone(page_of, owner)
    page.context.grant_permissions(["notifications"])
    browser = page.context.new_cdp_session(page)
    known: list[Any] = []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    browser.send("ServiceWorker.enable")
    page.goto("/people/me/channels/")
    with page.context.expect_event("serviceworker", lambda worker: worker.url.endswith("channels/worker.js")) as woken:
        page.evaluate("navigator.serviceWorker.register(document.querySelector('[data-push]').dataset.worker)")
    worker = woken.value
    worker.evaluate(WOKEN)
    number = next(one["registrationId"] for one in known if one["scopeURL"].endswith("channels/"))
    for news in ({"title": "Your turn", "waiting": 3}, {"title": "Result"}):  # the second says nothing of what waits
        sent = {"origin": live, "registrationId": number, "data": json.dumps(news)}
        browser.send("ServiceWorker.deliverPushMessage", sent)
    worker.evaluate(BOTH_SHOWN)
    assert worker.evaluate("[shown, badges]") == [["Your turn", "Result"], [3]]


def test_the_bell_offers_notifications_again_where_they_ended_with_a_login(
    page_of: Callable[..., "Page"], owner: Any
) -> None:
    page = phone(page_of, owner)
    button = page.get_by_role("button", name="Notify this browser")
    page.goto("/news/")
    assert button.count() == 0, "who never turned them on is left alone"
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    page.reload()
    button.wait_for()
    assert page.get_by_text("Notifications in this browser are off").is_visible()
    is_accessible(page)
    page.get_by_role("button", name="No, thanks").click()
    assert page.get_by_text("in the notification settings").is_visible() and not button.is_visible()
    page.reload(wait_until="networkidle")
    assert not button.is_visible(), "who has declined here is left alone"
