"""Two guests without an account play a live match to the end."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, Seat
from games.titles.parcels.tests.journeys.actions import play_a_turn
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of
from tests.journeys.actions import Watch, goes_live, moved_on, shows, version_of
from tests.samples import short_options

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened_by_a_guest(host: "Page") -> Match:
    """A guest opens a private live table for two friends."""
    host.goto("/")
    host.locator(".hero").get_by_role("button", name="Play now").click()
    host.locator("#t-status").wait_for()
    owner = User.objects.get(is_guest=True)
    clock = {"pace": "live", "move_seconds": 180, "bank_seconds": 900}
    match = tables.create_match(
        owner=owner, slug="parcels", seats=3, options=short_options("parcels"), is_rated=False, is_public=False, **clock
    )
    tables.join(match_id=match.pk, user=make_person("third"), token=match.token)
    return match


@pytest.mark.slow
@pytest.mark.by_hand  # test_whole_match.py plays on two pages, too, and guests are in tests/journeys/test_guests.py
def test_two_guests_play_a_live_match_to_the_end(page_of: Callable[..., "Page"]) -> None:
    """Play on both pages; the third seat plays through `play_move`."""
    host, friend = page_of(reduced_motion="reduce"), page_of(reduced_motion="reduce")
    for page in (host, friend):  # unrated matches play a complete choice at once; turn that off to press a button
        page.context.add_init_script("""localStorage.setItem("table", '{"confirm": "yes"}')""")
    watch = Watch(host)
    match = opened_by_a_guest(host)
    host.goto(match.get_absolute_url())
    friend.goto(host.get_by_label("Send them this link").input_value().split("8000")[-1])
    friend.get_by_label("Your name").fill("Robin")
    friend.get_by_role("button", name="Join as guest").click()
    for page in (friend, host):
        page.wait_for_selector("#t-status")
        goes_live(page)
    assert host.locator("#t-seats").get_by_text("guest", exact=True).count() == 2
    guests = User.objects.filter(is_guest=True).order_by("pk")
    seats = [Seat.objects.get(match=match, user=guest).number for guest in guests]
    pages = dict(zip(seats, (host, friend), strict=True))
    while not load_match(match.pk).is_over:
        version = version_of(match.pk)
        for page in (host, friend):
            shows(page, version)
        seat = open_of(load_match(match.pk)).decision.seat
        if seat in pages:
            play_a_turn(pages[seat])
        else:
            move_on(match)
        moved_on(match.pk, version)
    for page in (host, friend):
        page.locator(".status-who", has_text="The match is over").wait_for()
    assert watch.problems == []
