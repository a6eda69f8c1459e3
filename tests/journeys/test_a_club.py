"""A club on a phone: a group is made, a friend invited by email joins as a guest, a table is announced and played, its
result stands on the page of the group; saved games count on the leaderboard, and the next date comes by itself."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import OutgoingMail, User
from games.groups import dates
from games.groups.models import Group, StandingDate
from games.matches import leaving
from games.models import Match
from tests.fixtures import PASSWORD
from tests.journeys.actions import Watch, is_accessible, newest_email
from tests.samples import DUEL

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_group_from_its_first_member_to_the_next_date(page_of: Callable[..., "Page"], owner: Any) -> None:
    host, friend = page_of(owner, width=390), page_of(width=390)
    watches = [Watch(host), Watch(friend)]
    host.goto("/groups/")
    host.get_by_label("Name").fill("Friday five")
    host.get_by_role("button", name="Start group").click()
    host.get_by_label("Player name or email address").fill("gustl@example.org")
    host.get_by_label("A line from you").fill("We need you")
    host.get_by_role("button", name="Invite", exact=True).click()
    host.get_by_text("We’ve sent an invitation to gustl@example.org.").wait_for()
    is_accessible(host)
    group = Group.objects.get()

    invitation = newest_email("gustl@example.org", "invited")
    assert "We need you" in invitation.text
    friend.goto(re.search(r"/groups/join/\S+", invitation.text)[0])  # type: ignore[index]
    is_accessible(friend)
    friend.get_by_label("Your name").fill("Gustl")
    friend.get_by_role("button", name="Join as guest").click()
    friend.get_by_role("heading", name="Friday five").wait_for()
    guest = User.objects.get(is_guest=True)

    host.goto(f"/tables/new/?game={DUEL}&group={group.pk}")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_role("heading", name="Invite friends").wait_for()
    assert OutgoingMail.objects.filter(kind="group_table", user=guest).exists()
    friend.goto("/news/")
    friend.get_by_role("link", name="New table in your group").click()
    friend.get_by_role("button", name="Join").click()
    friend.locator("#t-status").wait_for()

    leaving.resign(match_id=Match.objects.get().pk, user=guest)
    host.goto(group.get_absolute_url())
    host.get_by_role("heading", name="Results").wait_for()
    host.get_by_text("Nobody here has played a rated match of this game yet. Choose “Rated” under").wait_for()
    friend.reload()
    save_games(friend, "gustl")
    host.goto(f"/tables/new/?game={DUEL}&group={group.pk}")
    host.get_by_text("Advanced").click()
    host.get_by_label("Rated", exact=True).select_option("on")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_role("heading", name="Invite friends").wait_for()
    friend.goto(group.get_absolute_url())
    friend.get_by_role("button", name="Join").click()
    friend.locator("#t-status").wait_for()
    leaving.resign(match_id=Match.objects.latest("pk").pk, user=guest)
    friend.goto(group.get_absolute_url())
    places = friend.get_by_role("region", name="Leaderboard of Friday five").get_by_role("row")
    assert [row.split()[:2] for row in places.all_inner_texts()[1:]] == [["1", owner.name], ["2", "Gustl"]]

    host.goto(group.get_absolute_url())
    host.get_by_text("Set a date").click()
    host.get_by_label("Game", exact=True).first.select_option(DUEL)
    host.get_by_label("Players, at most").select_option("2")
    host.get_by_role("button", name="Set the date").click()
    host.get_by_text("Every Friday, 20:00").first.wait_for()
    is_accessible(host)
    first = StandingDate.objects.get().starts_at
    assert first is not None
    dates.sweep(first - timedelta(hours=23))
    friend.goto(group.get_absolute_url())
    friend.get_by_role("button", name="Join").click()
    friend.locator("#t-status").wait_for()
    dates.sweep(first)
    dates.sweep(first + timedelta(days=6, hours=1))
    assert StandingDate.objects.get().starts_at == first + timedelta(days=7)
    friend.goto(group.get_absolute_url())
    friend.get_by_role("button", name="Join").wait_for()
    assert [watch.problems for watch in watches] == [[], []]


def save_games(guest: "Page", name: str) -> None:
    """Make an account of a guest, from the result of a game, with the address that they were invited at: no code."""
    table = guest.url
    assert guest.locator("#t-result .button:not(.is-plain, .is-quiet)").count() == 1
    guest.locator("#t-result").get_by_role("link", name="Save my games").click()
    assert guest.get_by_label("Email address").input_value() == "gustl@example.org"
    guest.get_by_label("User name").fill(name)
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_role("main").get_by_role("button", name="Save my games").click()
    guest.wait_for_url(table, wait_until="commit")  # the next page follows at once
