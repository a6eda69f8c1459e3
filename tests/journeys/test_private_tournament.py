"""A private live tournament of eight on phones: announced, shared by its link, a player who never comes is replaced at
the running table, and it is played to its end."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.models import Seat
from games.titles import load
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.fixtures import make_person
from tests.games.tournaments.test_play import running
from tests.journeys.actions import Watch, is_accessible
from tests.journeys.test_tournament import play
from tests.samples import FROM_TWO

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
def test_from_its_link_to_the_last_place(page_of: Callable[..., "Page"], owner: Any) -> None:
    friend, reserve = make_person("friend"), make_person("reserve")
    host, phone, late = (page_of(person, width=390) for person in (owner, friend, reserve))
    watches = [Watch(page) for page in (host, phone, late)]
    link = announce(host)
    tournament = Tournament.objects.get()
    assert (tournament.pace, tournament.is_private, tournament.most) == ("live", True, 8)
    phone.goto("/tournaments/")
    expect(phone.get_by_text("Eight at eight")).to_have_count(0)
    phone.goto(link)
    is_accessible(phone)
    phone.get_by_role("button", name="Take part").click()
    expect(phone.get_by_role("button", name="Drop out")).to_be_visible()
    others = [make_person(f"guest{number}") for number in range(6)]
    for person in others:
        services.enter(tournament_id=tournament.pk, user=person, key=tournament.token)

    host.reload()
    host.get_by_role("button", name="Start now").click()
    expect(host.get_by_role("link", name="Go to your table")).to_be_visible()
    is_accessible(host)
    seat = Seat.objects.get(user=others[0])
    host.get_by_role("button", name=f"Remove {others[0].name}").click()
    expect(host.get_by_role("row", name=others[0].name).get_by_text("Dropped out")).to_be_visible()
    late.goto(link)
    late.get_by_role("button", name=f"Take over the place of {others[0].name}").click()
    late.get_by_role("link", name="Go to your table").click()
    late.locator("#t-status").wait_for()
    seat.refresh_from_db()
    assert seat.user == reserve

    while running(tournament):
        play(tournament)
    phone.goto(link)
    expect(phone.locator(".tag", has_text="Over").first).to_be_visible()
    is_accessible(phone)
    assert sorted(tournament.entrants.values_list("place", flat=True)) == list(range(1, 9))
    assert [watch.problems for watch in watches] == [[], [], []]


def announce(page: "Page") -> str:
    """Announce it, and return the link to share."""
    page.goto("/tournaments/new/")
    page.get_by_role("link", name=load()[FROM_TWO].meta.title).click()
    page.get_by_label("Name").fill("Eight at eight")
    page.get_by_label("Places").select_option("8")
    page.locator("[name=clock]").select_option("live:60:300")
    page.locator("[name=rounds]").select_option("2")
    page.locator("[name=is_private]").check()
    page.get_by_role("button", name="Open registration").click()
    page.get_by_role("heading", name="Eight at eight").wait_for()
    return page.get_by_label("Send them this link").input_value()
