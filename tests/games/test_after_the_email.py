"""Where an email leads next: the next waiting game, and a rematch."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.mail import links
from games.mail.links import Ticket
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.test_replies import send_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def first_choice(match: Match) -> str:
    """The email link for the first choice of the player to move."""
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    ticket = Ticket(match.pk, asked.decision.seat, user_of(loaded, asked.decision.seat).pk, "0", asked.id)
    return links.link(ticket).removeprefix(settings.SITE_URL)


def next_game(page: Any) -> str:
    found = re.search(r'href="([^"]+)">Next game<', page.content.decode())
    assert found, page.content.decode()
    return found[1].removeprefix(settings.SITE_URL)


def asked_in(match: Match) -> User:
    loaded = load_match(match.pk)
    person: User = user_of(loaded, open_of(loaded).decision.seat)
    return person


@pytest.fixture
def two(start: Any) -> tuple[Match, Match, User]:
    """Two matches in which it is the same person's turn."""
    one, other = start(), start()
    while asked_in(one) != asked_in(other):
        move_on(other)
    return one, other, asked_in(one)


def test_a_link_gives_access_only_to_its_own_match(two: tuple[Match, Match, User]) -> None:
    """The link may have been forwarded, so it leads on to the next table's login and shows nothing of that match."""
    one, other, _ = two
    used, table = first_choice(one), reverse("match", args=[other.pk])
    for page in (Client().post(used), Client().get(used), Client().post(used)):
        assert next_game(page) == table
        tokens = re.findall(r'/email/([^/"]+)/', page.content.decode())
        assert all(links.read(token).match == one.pk for token in tokens)
    assert "Your choice" not in Client().get(table, follow=True).content.decode()


def test_logged_in_people_continue_at_the_next_table(two: tuple[Match, Match, User]) -> None:
    one, other, person = two
    page = browser_of(person).get(next_game(browser_of(person).post(first_choice(one))))
    assert page.status_code == 200 and page.context["match"].id == other.pk


@pytest.mark.parametrize("is_public", [True, False])
def test_the_rematch_link_works_without_login(
    start: Any, owner: User, player: User, staff: User, is_public: bool
) -> None:
    match = start(is_public=is_public)
    for person in (player, staff):
        leaving.resign(match_id=match.pk, user=person)
    email = next(one for one in send_all() if one.to == [owner.email] and one.subject.startswith("Result"))
    again = re.search(rf"Play again: {settings.SITE_URL}(/email/\S+)", email.body)
    assert again, email.body
    browser = Client()
    page = browser.get(again[1])
    assert page.status_code == 200 and "new table with the same options" in page.content.decode()
    assert not Match.objects.filter(rematch_of=match).exists()
    answer = browser.post(again[1])
    table = Match.objects.get(rematch_of=match)
    assert table.owner == owner and table.invitations.count() == 2
    assert answer.status_code == 200 and "You play again" in answer.content.decode()
    assert f'href="{table.get_absolute_url()}"' in answer.content.decode()
    way = browser.get(table.get_absolute_url(), follow=True)
    assert way.status_code == 200 and ("Log in" in way.content.decode())
