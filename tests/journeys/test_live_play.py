"""Two people at a table by email find each other there, play live for a while, and go back to the post."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import transaction
from django.utils import timezone

from games.deadlines import substitutes, sweep
from games.lobby import tables
from games.matches.loaded import load_match
from games.matches.play import lock_match
from games.models import Match
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import SOON, Watch, bots_answer, goes_live, shows
from tests.samples import DUEL, GAME, SHORT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.clause("PLAY-20")]
DEAL = "#t-proposals"


@pytest.fixture
def match(start: Any, owner: Any, player: Any) -> Match:
    return start(slug=DUEL, people=(owner, player))


def says(page: Any, words: str) -> None:
    """The side shows it; it is folded away where there is little room."""
    if page.locator("#fold").get_attribute("aria-expanded") == "false":
        page.locator("#fold").click()
    page.locator(DEAL).get_by_text(words).wait_for(timeout=2 * SOON)


def is_live(page: Any) -> bool:
    """Does the clock count minutes and seconds, not hours?"""
    return bool(re.fullmatch(r"[01]:\d\d", page.locator("#t-status .clock").first.inner_text()))


def test_a_table_by_post_plays_live_while_both_are_there(page_of: Any, match: Match, owner: Any, player: Any) -> None:
    desk, phone = page_of(owner), page_of(player, width=360)
    watches = [Watch(desk), Watch(phone)]
    desk.goto(f"/match/{match.pk}/")
    goes_live(desk)
    assert desk.locator(DEAL).inner_text() == ""
    phone.goto(f"/match/{match.pk}/")
    goes_live(phone)
    says(desk, "Everyone is here.")  # without a reload
    desk.get_by_label("For each move").select_option("90")
    desk.get_by_role("button", name="Play live now").click()
    says(phone, "asks to play live now, 1 min 30 s for each move.")
    says(desk, "Still to answer")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.get_by_role("button", name="Agree").click()
    for page in (desk, phone):
        says(page, "This table plays live: 1 min 30 s for each move")
        assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    mover = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    page = desk if mover == owner else phone
    assert is_live(page)
    version = move_on(match).version
    for one in (desk, phone):
        shows(one, version)
        assert is_live(one)
    phone.close()
    desk.locator(".seatplate .is-away").wait_for(timeout=2 * SOON)
    now = timezone.now()
    assert sweep.end_live_play(now) == 0 and sweep.end_live_play(now + timedelta(seconds=61)) == 1
    desk.get_by_text("left the table").first.wait_for(timeout=2 * SOON)
    assert desk.locator(DEAL).inner_text() == "" and not is_live(desk)
    assert [watch.problems for watch in watches] == [[], []]


def test_one_press_goes_back_to_the_post(page_of: Any, match: Match, owner: Any, player: Any) -> None:
    desk, other = page_of(owner), page_of(player)
    for page in (desk, other):
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
    says(desk, "Everyone is here.")
    desk.get_by_role("button", name="Play live now").click()
    says(other, "asks to play live now")
    other.get_by_role("button", name="Agree").click()
    says(desk, "This table plays live")
    desk.get_by_role("button", name="Stop live play").click()
    says(other, "Everyone is here.")
    assert load_match(match.pk).live_play is None


def lose_seat(match: Match, seat: int) -> None:
    with transaction.atomic():
        substitutes.take_seat(lock_match(match.pk), seat, timezone.now())


def test_who_comes_back_gets_the_seat_from_the_bot_which_the_end_names_otherwise(page_of: Any, owner: Any) -> None:
    clock: Any = {"pace": "live", "move_seconds": 60, "bank_seconds": 60}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, bots=2, options=SHORT, **clock)
    seat, page = load_match(match.pk).seat_of(owner.pk), page_of(owner)
    assert seat is not None
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("#t-decision [data-piece]").first.wait_for()
    lose_seat(match, seat)
    page.get_by_role("button", name="Take my seat back").click()
    page.locator("#t-decision [data-piece]").first.wait_for()
    assert load_match(match.pk).seat_of(owner.pk) == seat
    lose_seat(match, seat)
    bots_answer(match.pk)
    page.locator("#t-result .rank-note").get_by_text(f"took over from {owner.name}").wait_for()
