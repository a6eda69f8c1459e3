"""Who drops out before a match or tournament begins, or who calls it off: the others are told, also without a login."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox, person_keys
from accounts.models import OutgoingMail, User
from games import tasks
from games.lobby import tables
from games.matches import leaving
from games.models import Match
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.games.conftest import browser_of
from tests.games.test_invited_guests import ADDRESS, link_to, sit
from tests.games.test_replies import local_post, send_all  # noqa: F401
from tests.games.tournaments.test_play import announced, crew, start
from tests.samples import TITLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def news_of(person: User) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", browser_of(person).get(reverse("news")).content.decode())


def test_a_guest_gives_the_seat_up_from_the_invitation_and_the_host_hears_it(table: Any, owner: User) -> None:
    match = table()
    link = link_to(match, owner)
    guest = sit(browser := Client(), browser.get(link, follow=True))
    phone = Client(enforce_csrf_checks=True)  # without the cookies of the browser
    page = phone.get(link, follow=True).content.decode()
    home = re.search(rf'href="{settings.SITE_URL}(/email/[^"]+)"', page)
    assert home and "Give my seat up" in phone.get(home[1]).content.decode()
    left = phone.post(home[1], {"answer": "no"}).content.decode()
    assert "You gave your seat up" in left and "You declined" not in left
    assert not match.seats.filter(user=guest).exists()
    assert re.search(rf"Player left\s+{guest.name} gave up the seat at {TITLE}", news_of(owner))


@pytest.mark.usefixtures("local_post")
def test_a_guest_hears_by_email_that_the_invitation_to_a_rematch_is_declined(table: Any, owner: User) -> None:
    match = table()
    guest = sit(browser := Client(), browser.get(link_to(match, owner), follow=True))
    tables.start_with_bots(match_id=match.pk, user=owner)
    for person in (owner, guest):
        leaving.resign(match_id=match.pk, user=person)
    [over] = [mail for mail in send_all() if mail.to == [ADDRESS] and "Play again" in mail.body]
    keep = Client().get(way(r"You play as a guest\. To keep your games, sign up with this address", over))
    assert keep.status_code == 200 and 'name="password1"' in keep.content.decode()
    Client().post(way("Play again", over), {"answer": "yes"})
    [again] = [mail for mail in send_all() if mail.to == [owner.email] and "again with" in mail.subject]
    assert "You declined" in Client().post(way("Join", again), {"answer": "no"}).content.decode()
    [told] = [mail for mail in send_all() if mail.to == [ADDRESS]]
    assert f"{owner.username} has declined your invitation. Your table still waits for players." in told.body
    page = Client().get(way("See the table", told)).content.decode()
    assert "You have a seat." in page and "Close the table" in page
    closed = Client().post(way("See the table", told), {"answer": "no"}, follow=True)
    assert closed.status_code == 200 and "You closed the table" in closed.content.decode()
    assert "Nothing was changed" not in closed.content.decode()


def way(label: str, mail: Any) -> str:
    """The path of the link with this label."""
    [found] = re.findall(rf"^{label}: {settings.SITE_URL}(\S+)", mail.body, re.MULTILINE)
    return str(found)


@pytest.mark.parametrize("is_stale", [False, True])
def test_everybody_at_a_table_that_is_closed_is_told(table: Any, owner: User, mailoutbox: Any, is_stale: bool) -> None:
    match = table()
    sit(browser := Client(), browser.get(link_to(match, owner), follow=True))
    OutgoingMail.objects.all().delete()
    if is_stale:
        Match.objects.update(created_at=timezone.now() - timedelta(days=22))
        tasks.clean_up()
    else:
        tables.close_table(match_id=match.pk, user=owner)
    outbox.send_due()
    words = "Not enough players came in three weeks." if is_stale else f"{owner.username} has closed the table."
    assert {mail.to[0] for mail in mailoutbox} == {ADDRESS} | ({owner.email} if is_stale else set())
    for mail in mailoutbox:
        assert mail.subject == f"Closed: {TITLE}. {words.removesuffix('.')}" and words in mail.body
    assert "Table closed" in browser.get(reverse("news")).content.decode()
    assert ("Table closed" in news_of(owner)) is is_stale


def test_the_host_of_a_tournament_hears_who_drops_out_once(owner: User) -> None:
    tournament = announced(owner, people := crew(4))
    leaver, address = browser_of(people[0]), f"/tournaments/{tournament.pk}/"
    for act in ("withdraw", "enter", "withdraw"):
        leaver.post(f"{address}{act}/")
    assert news_of(owner).count(f"{people[0].name} dropped out of Spring Cup") == 1
    start(tournament)
    services.withdraw(tournament_id=tournament.pk, user=people[1])
    assert f"{people[1].name} dropped out of Spring Cup" in news_of(owner)
    row = OutgoingMail.objects.filter(kind="left").latest("pk")
    assert browser_of(owner).get(reverse("open_news", args=[row.pk]))["Location"] == address
    services.withdraw(tournament_id=tournament.pk, user=owner)
    assert OutgoingMail.objects.filter(kind="left").count() == 2, "nobody is told of what they do themselves"


def test_the_email_drops_nobody_out_of_a_tournament_that_has_begun(owner: User, player: User) -> None:
    cup = announced(owner, [player])
    form = {"as": person_keys.key_for(f"tournament {cup.pk}", player)}
    assert "Drop out" in Client().get(f"{cup.get_absolute_url()}?{urlencode(form)}").content.decode()
    Tournament.objects.update(status=Tournament.Status.RUNNING)
    assert "Drop out" not in Client().get(f"{cup.get_absolute_url()}?{urlencode(form)}").content.decode()
    answer = Client().post(f"{cup.get_absolute_url()}withdraw/", form)
    assert "/login/" in answer["Location"] and cup.entrants.filter(user=player, dropped_at=None).exists()
