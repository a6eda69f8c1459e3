"""A small tournament in browsers: announced, entered by its link, played from the first round to the final table."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games import tasks
from games.models import Match
from games.titles import load
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.fixtures import make_person
from tests.games.tournaments.test_play import finish, running
from tests.journeys.actions import Watch
from tests.journeys.test_every_page import faults
from tests.samples import FROM_TWO

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_from_registration_to_the_final_table(page_of: Callable[..., "Page"]) -> None:
    ada, bo = make_person("ada"), make_person("bo")
    host, phone = page_of(ada), page_of(bo, width=360)
    watches = [Watch(host), Watch(phone)]
    announce(host)
    tournament = Tournament.objects.get()
    phone.goto(tournament.get_absolute_url())
    phone.get_by_role("button", name="Take part").click()
    expect(phone.get_by_role("button", name="Drop out")).to_be_visible()
    for number in range(4):
        services.enter(tournament_id=tournament.pk, user=make_person(f"guest{number}"))
    host.reload()
    expect(host.locator("h2", has_text="Players (6 of 8)")).to_be_visible()
    host.get_by_role("button", name="Start now").click()
    expect(host.locator("summary", has_text="Round 1")).to_be_visible()
    host.locator("summary", has_text="Round 2").click()
    expect(host.get_by_text("1st of table 1, 1st of table 2")).to_be_visible()
    assert len(running(tournament)) == 2
    play(tournament)
    phone.reload()
    expect(phone.locator("details", has_text="Round 2").locator(".tag", has_text="Running")).to_be_visible()
    final = running(tournament)
    assert len(final) == 1
    phone.get_by_role("link", name="Table 1").first.click()
    phone.locator("#t-status").wait_for()
    play(tournament)
    host.reload()
    expect(host.locator(".tag", has_text="Over").first).to_be_visible()
    assert faults(host, 1280) == []
    winner = Match.objects.get(pk=final[0].pk).seats.get(rank=1).user
    assert winner and host.locator("tbody tr").first.inner_text().split()[:2] == ["1", winner.name]
    assert [watch.problems for watch in watches] == [[], []]


def announce(page: "Page") -> None:
    page.goto("/tables/")
    page.get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("link", name=load()[FROM_TWO].meta.title).click()
    page.get_by_label("Name").fill("Friday Cup")
    page.get_by_label("Format").select_option("knockout")
    page.get_by_label("Players at a table").select_option("3")
    page.get_by_label("Places").select_option("8")
    page.get_by_role("button", name="Open registration").click()
    expect(page.get_by_role("heading", name="Friday Cup")).to_be_visible()


def play(tournament: Tournament) -> None:
    """All tables of this round end, and the platform makes the next ones."""
    for match in running(tournament):
        finish(match)
    tasks.run_tournaments()
