"""A table stays open while its world moves on: nothing typed is lost, and the page says what happened."""

from typing import Any

import pytest

from accounts.models import DeviceSession
from config.embedded.processes import wait_until
from games.models import ChatLine, Match
from games.operations import staff_actions
from tests.fixtures import make_person
from tests.journeys.actions import goes_live, is_accessible, moved_on, on_turn, show_is_loaded, version_of
from tests.journeys.test_stage import plain_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_signed_out_elsewhere_nothing_typed_is_lost_or_said_to_be_kept(page_of: Any, start: Any) -> None:
    match: Match = start()
    page, version = page_of(on_turn(match)), version_of(match.pk)
    page.goto(match.get_absolute_url())
    goes_live(page)
    page.get_by_text("My notes").click()
    show_is_loaded(page)
    DeviceSession.objects.all().delete()
    page.get_by_label("Notes that only you see").fill("Bo keeps the eights")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Not saved: you are signed out").wait_for()
    say, notice = page.get_by_label("Say something"), page.locator("#offline")
    for told in ("You are signed out. Load the page again to go on.", "You’re not logged in, so nothing was changed."):
        say.fill("Wait for me on Thursday")
        say.press("Enter")
        notice.get_by_text(told).wait_for()
        assert wait_until(lambda: say.input_value() == "Wait for me on Thursday", 5, 0.1)
    is_accessible(page)
    page.locator("#t-decision label:has(input:enabled)").first.click()
    page.locator("#act [data-main]").click()
    notice.get_by_text("You’re not logged in, so nothing was changed.").wait_for()
    assert version_of(match.pk) == version and not ChatLine.objects.exists()


def test_an_undo_that_is_refused_says_why(page_of: Any, start: Any) -> None:
    match: Match = start()
    page, version = page_of(on_turn(match), reduced_motion="reduce"), version_of(match.pk)
    page.goto(match.get_absolute_url())
    goes_live(page)
    assert plain_move(page)
    moved_on(match.pk, version)
    undo = page.locator("#act [data-takeback]")
    undo.wait_for()
    DeviceSession.objects.all().delete()
    undo.click()
    page.locator(".act-said").get_by_text("You’re not logged in, so nothing was changed.").wait_for()


def test_a_match_that_the_host_ends_says_so_on_open_pages(page_of: Any, start: Any) -> None:
    match: Match = start()
    page = page_of(on_turn(match))
    page.goto(match.get_absolute_url())
    goes_live(page)
    host = make_person("the_host", is_staff=True)
    staff_actions.abandon_match(by=host, match_id=match.pk, words="We close for the summer.")
    page.locator("#offline").get_by_text("This match is closed.").wait_for()
    page.locator("#t-decision label:has(input:enabled)").first.click()
    page.locator("#act [data-main]").click()
    page.locator("#offline").get_by_text("The host of this site ended the match.").wait_for()
    page.reload()
    page.get_by_text("The host of this site ended the match. It has no result and changes no rating.").wait_for()
    is_accessible(page)
