"""From the front page to the end of a match: two people and a bot, partly by email, looking up rules on the way."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.parcels.tests.journeys.actions import play_a_turn, plays_of
from tests.fixtures import make_person
from tests.games.conftest import open_of
from tests.journeys.actions import (
    Watch,
    bots_answer,
    choices_in,
    goes_live,
    moved_on,
    newest_email,
    shows,
    sign_up,
    version_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ALL_CARDS = "form => { for (const box of form.querySelectorAll('input')) box.checked = true; form.requestSubmit(); }"
BY_EMAIL = 2  # how many of the friend's moves are made by email


def open_table(page: "Page") -> Match:
    """Parcels for three with a bot, by email."""
    page.goto("/tables/new/?game=parcels")
    page.get_by_role("group", name="Players").get_by_label("3").check()
    page.get_by_role("group", name="Play with").get_by_label("Anyone").check()
    page.get_by_text("Advanced", exact=True).click()
    page.get_by_label("Bots", exact=True).select_option("1")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Seats").wait_for()
    return Match.objects.get()


def look_up_a_rule(page: "Page", watch: Watch) -> None:
    """Try to play all cards at once: the refusal names its clause, which the manual shows."""
    watch.allowed = (422,)
    page.locator('form[data-verb="play"]').evaluate(ALL_CARDS)  # the bar would refuse to send it
    clause = page.locator("#t-decision .refusal a.clause")
    clause.wait_for()
    address = clause.get_attribute("href")
    assert address
    manual = page.context.new_page()
    manual.goto(address)
    assert manual.locator(f"[id='{address.split('#')[1]}']").count() == 1
    assert clause.inner_text() in manual.locator("main").inner_text()
    manual.close()
    page.locator('form[data-verb="play"]').evaluate("form => form.reset()")


def from_email(page: "Page", address: str, match_id: int) -> None:
    """Confirm the first choice of the email on a phone that is not signed in."""
    email = newest_email(address, f"{open_of(load_match(match_id)).id}.turn@")
    page.goto(choices_in(email)[0])
    is_ready = page.get_by_role("button", name="Play it").count() == 1
    is_open = not page.locator('form[data-verb="pass"] [name="arg.take"]:checked').count()
    if not is_ready and is_open:  # passing: choose what to take
        page.locator('form[data-verb="pass"] [name="arg.take"]').first.check()
    page.locator("form.sheet button" if is_ready else 'form[data-verb="pass"] button[type="submit"]').click()
    page.get_by_role("heading", name="Played").wait_for()


@pytest.mark.slow
def test_a_newcomer_and_a_friend_play_to_the_end(page_of: Callable[..., "Page"]) -> None:
    host, guest, phone = page_of(), page_of(make_person("bo")), page_of(width=360)
    watch = Watch(host)
    sign_up(host, "ada")
    match = open_table(host)
    guest.goto(host.get_by_label("Send them this link").input_value().split("8000")[-1])
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_selector("#t-status")
    host.goto(f"/match/{match.pk}/")
    for page in (host, guest):
        goes_live(page)
        page.evaluate("window.stays = true")
    played = play_out(match.pk, host, guest, phone, watch)
    for page in (host, guest):
        page.locator(".status-who", has_text="The match is over").wait_for()
        assert page.evaluate("window.stays") is True  # the page was never reloaded
    assert watch.problems == []
    by = set(MoveRecord.objects.filter(match=match).values_list("by", flat=True))
    assert {"live", "mail", "bot"} <= by and played > 5
    # No email about the end, because both saw it at the table.


def play_out(match_id: int, host: "Page", guest: "Page", phone: "Page", watch: Watch) -> int:
    """Play to the end, checking that each move shows on both pages at once. Returns the number of moves."""
    emails = moves = 0
    has_looked = False
    bots_answer(match_id)
    while not load_match(match_id).is_over:
        version = version_of(match_id)
        for page in (host, guest):
            shows(page, version)
        name = whose_turn(match_id)
        if name == "bo" and emails < BY_EMAIL:
            from_email(phone, "bo@example.org", match_id)
            emails += 1
        else:
            page = host if name == "ada" else guest
            if page is host and not has_looked and plays_of(page):
                look_up_a_rule(page, watch)
                has_looked = True
            play_a_turn(page)
        moved_on(match_id, version)
        bots_answer(match_id)
        moves += 1
    assert has_looked and emails == BY_EMAIL
    return moves


def whose_turn(match_id: int) -> Any:
    loaded = load_match(match_id)
    return loaded.seats[open_of(loaded).decision.seat].name
