"""Talking at a table: what is new is marked until it was seen, also by who comes later; notes are kept in place."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F

from config.embedded.processes import wait_until
from games.models import Match, MoveRecord, Visit
from tests.games.conftest import move_on
from tests.journeys.actions import Watch, goes_live, is_accessible, show_is_loaded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 3)
    return match


def test_new_lines_are_counted_until_they_are_on_the_screen(
    page_of: Any, match: Match, owner: Any, player: Any
) -> None:
    first, second = page_of(owner, width=360, height=640), page_of(player)
    watches = [Watch(first), Watch(second)]
    for page in (first, second):
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
    for words in ("Hello", "Your move!"):
        second.get_by_label("Say something").fill(words)
        second.get_by_role("button", name="Send").click()
        second.locator("#t-chat").get_by_text(words).wait_for()
    badge = first.locator("[data-unread]")
    badge.get_by_text("2").wait_for()
    assert not second.locator("[data-unread]").is_visible()  # one's own words are not news
    is_accessible(first)
    badge.click()
    badge.wait_for(state="hidden")
    first.goto("/mine/")
    assert wait_until(lambda: Visit.objects.filter(user=owner, said__gt=0).exists(), 5, 0.05)
    first.goto(f"/match/{match.pk}/")
    first.wait_for_timeout(200)
    assert not badge.is_visible()
    assert [watch.problems for watch in watches] == [[], []]


def test_a_refused_line_comes_back_to_where_it_was_typed(page_of: Any, match: Match, owner: Any, player: Any) -> None:
    first, second = page_of(owner), page_of(player)
    for page in (first, second):
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
    say = first.get_by_label("Say something")
    say.fill("good\u202ebad")
    say.press("Enter")
    first.locator("#t-chat").get_by_text("characters that can’t be shown").wait_for()
    assert say.input_value() == "good\u202ebad"
    is_accessible(first)
    say.fill("half a")
    second.get_by_label("Say something").fill("Are you there?")
    second.get_by_label("Say something").press("Enter")
    first.locator("#t-chat").get_by_text("Are you there?").wait_for()
    assert say.input_value() == "half a" and not first.locator("#t-chat [role=alert]").count()
    say.press_sequentially(" line")
    say.press("Enter")
    second.locator("#t-chat").get_by_text("half a line").wait_for()
    assert say.input_value() == ""


def test_notes_are_kept_without_leaving_the_table(page_of: Any, match: Match, owner: Any) -> None:
    page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    page.get_by_text("My notes").click()
    show_is_loaded(page)
    page.get_by_label("Notes that only you see").fill("Bo keeps the eights")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Saved").wait_for()
    page.reload()
    assert page.get_by_label("Notes that only you see").input_value() == "Bo keeps the eights"
    is_accessible(page)


def test_report_and_mute_without_script(page_of: Any, match: Match, owner: Any, player: Any) -> None:
    other = page_of(player, java_script_enabled=False)
    other.goto(f"/match/{match.pk}/")
    other.get_by_label("Say something").fill("You are slow")
    other.get_by_role("button", name="Send").click()
    page = page_of(owner, java_script_enabled=False)
    page.goto(f"/match/{match.pk}/")
    page.get_by_role("link", name="Report or mute player").click()
    page.get_by_role("button", name="Mute player here").click()
    page.get_by_text("player is muted.").wait_for()
    assert not page.get_by_text("You are slow").count()
    page.get_by_role("button", name="Show again").click()
    page.get_by_text("You are slow").wait_for()


def test_todays_lines_say_the_time_and_earlier_ones_the_day(page_of: Any, match: Match, owner: Any) -> None:
    MoveRecord.objects.filter(match=match).update(at=F("at") - timedelta(days=40))
    MoveRecord.objects.filter(match=match, number=1).update(at=datetime(2024, 2, 29, 12, tzinfo=UTC))
    page = page_of(owner, timezone_id="Europe/Paris", locale="en-GB")
    page.goto(f"/match/{match.pk}/")
    then = MoveRecord.objects.filter(match=match).latest("number").at.astimezone(ZoneInfo("Europe/Paris"))
    day = page.locator("#log .log-at", has_text=f"{then.day} {then:%b}").first
    day.wait_for()
    assert f"{then.day} {then:%B %Y}" in day.get_attribute("title")
    page.locator("#log .log-at", has_text="29 Feb 2024").wait_for()
    page.get_by_label("Say something").fill("Hello")
    page.get_by_role("button", name="Send").click()
    time = page.locator("#t-chat .log-at", has_text=":")
    time.wait_for()
    assert time.inner_text() in time.get_attribute("title")


def test_an_open_log_covers_the_news(page_of: Any, match: Match, owner: Any) -> None:
    page = page_of(owner, width=390, height=844)
    page.goto(f"/match/{match.pk}/")
    news = page.locator(".status-last")
    news.wait_for()
    page.get_by_role("button", name="Log and chat").click()
    news.wait_for(state="hidden")
    page.get_by_role("button", name="Log and chat").click()
    news.wait_for()
