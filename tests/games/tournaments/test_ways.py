"""Ways between a tournament, its tables and its emails, and what somebody reads whom the host has removed."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.email import Email, renderers
from accounts.models import OutgoingMail, User
from accounts.services import delete_account
from games.models import LostSeat
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew, finish, running, start
from tests.samples import DUEL

pytestmark = pytest.mark.django_db


def rendered(row: OutgoingMail) -> str:
    """The text of an email that waits to be sent."""
    email = renderers[row.kind](row)
    assert isinstance(email, Email)
    return email.text


def test_players_get_from_a_table_to_its_tournament_and_strangers_do_not(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, crew(3)))
    Tournament.objects.update(is_private=True)
    [match], key = running(tournament), tournament.token
    words, way = "Spring Cup, round 1", f"/tournaments/{tournament.pk}/?key={key}"
    assert words in (page := browser_of(owner).get(f"/match/{match.pk}/").content.decode()) and way in page
    assert "Spring Cup" not in browser_of(stranger).get(f"/match/{match.pk}/?key={match.token}").content.decode()
    for row in OutgoingMail.objects.filter(data__match=match.pk, user=owner):
        text = rendered(row)
        assert words in text and way in text
    finish(match)
    assert f'href="{way}">Standings</a>' in browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    seen = browser_of(stranger).get(f"/match/{match.pk}/?key={match.token}").content.decode()
    assert "Spring Cup" not in seen and key not in seen
    over = OutgoingMail.objects.get(data__match=match.pk, user=owner, kind="over")
    assert f"Standings of Spring Cup: {settings.SITE_URL}{way}&from=mail" in rendered(over)


def test_a_substitute_is_not_given_the_key_of_a_private_tournament(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(3)))
    Tournament.objects.update(is_private=True)
    [match], was = running(tournament), people[0]
    seat = match.seats.get(user=was)
    LostSeat.objects.create(match=match, seat=seat.number, user=was, until=0)
    match.seats.filter(pk=seat.pk).update(user=stranger)
    finish(match)
    page = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    emails = [rendered(row) for row in OutgoingMail.objects.filter(data__match=match.pk, user=stranger)]
    assert emails, "the substitute gets emails about the match"
    assert not any("Spring Cup" in text or tournament.token in text for text in (page, *emails))


def test_who_is_removed_is_told_and_the_host_finds_a_replacement(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(3)))
    address, link = f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/?key={tournament.token}"
    Tournament.objects.update(is_private=True)
    assert "Find a replacement" not in browser_of(owner).get(address).content.decode()
    browser_of(owner).post(f"{address}remove/", {"name": people[0].username})
    told = rendered(OutgoingMail.objects.get(user=people[0], kind="tournament"))
    assert "The host has removed you from Spring Cup. You play on at your table until" in told
    assert "The host has removed you." in browser_of(people[0]).get(address).content.decode()
    seen = browser_of(owner).get(address).content.decode()
    assert "Find a replacement" in seen and link in seen
    assert "Find a replacement" not in browser_of(people[1]).get(address).content.decode()


def test_who_is_removed_before_the_start_is_told(owner: User) -> None:
    tournament = announced(owner, people := crew(1))
    User.objects.filter(pk=people[0].pk).update(display_name="Frank & Sons")
    removal = {"name": people[0].username}
    page = browser_of(owner).post(f"/tournaments/{tournament.pk}/remove/", removal, follow=True).content.decode()
    assert "You’ve removed Frank &amp; Sons. We’re telling them." in page
    told = rendered(OutgoingMail.objects.get(user=people[0], kind="tournament"))
    assert "The host has removed you from Spring Cup." in told and "You play on" not in told
    news = browser_of(people[0]).get("/news/").content.decode()
    assert "<b>Tournament</b> Spring Cup: removed" in news and "a table that is gone" not in news
    again = browser_of(people[0]).post(f"/tournaments/{tournament.pk}/enter/")
    assert again.status_code == 403 and "The host removed you from this tournament." in again.content.decode()
    page = browser_of(people[0]).get(tournament.get_absolute_url()).content.decode()
    assert "The host has removed you." in page and ">Take part<" not in page and "invites you" not in page


def test_the_first_player_becomes_the_host_when_the_account_of_the_host_is_deleted(owner: User) -> None:
    people = crew(8)
    tournament = start(announced(owner, people))
    suspended, first = (entrant.user for entrant in tournament.entrants.order_by("joined_at", "pk")[1:3])
    User.objects.filter(pk=suspended.pk).update(is_active=False)
    delete_account(user=owner)
    page = browser_of(first).get(tournament.get_absolute_url())
    assert page.context["may_remove"]
    assert "<b>Tournament</b> Spring Cup: you are the host" in browser_of(first).get("/news/").content.decode()
    outbox.send_due()
    assert OutgoingMail.objects.get(user=first, kind="tournament").subject == "Spring Cup: you are the host"


def test_who_drops_out_of_a_private_tournament_before_the_start_can_enter_again(owner: User) -> None:
    tournament = announced(owner, people := crew(1))
    Tournament.objects.update(is_private=True)
    leaver, address = browser_of(people[0]), f"/tournaments/{tournament.pk}/"
    [form] = re.findall(r'action="\S+/withdraw/">(.+?)</form>', leaver.get(address).content.decode(), re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]+)"', form))
    page = leaver.post(f"{address}withdraw/", fields, follow=True).content.decode()
    assert "You’ve dropped out." in page and "Take part" in page


@pytest.mark.parametrize("why", ["It had too few players.", "The host called it off."])
def test_emails_say_why_it_was_cancelled_and_lead_to_a_private_one_without_a_login(owner: User, why: str) -> None:
    tournament = announced(owner, [person := make_person("early")])
    Tournament.objects.update(is_private=True)
    if "host" in why:
        services.cancel(tournament_id=tournament.pk, user=owner)
    else:
        Tournament.objects.update(starts_at=timezone.now())
        services.sweep()
    told = rendered(OutgoingMail.objects.get(user=person, kind="tournament"))
    assert f"Spring Cup was cancelled. {why}" in told
    way = re.search(rf"See the tournament: {settings.SITE_URL}(\S+)", told)
    assert way and Client().get(way[1]).status_code == 200


def test_who_sits_out_a_round_of_a_knockout_reads_that_they_go_on(owner: User) -> None:
    tournament = start(announced(owner, crew(4), slug=DUEL, seats=2, format="knockout"))
    told = OutgoingMail.objects.filter(kind="tournament").first()
    words = "You go on to the next round."
    assert words in rendered(told) and "half a point" not in rendered(told)
    assert words in browser_of(told.user).get(f"/tournaments/{tournament.pk}/").content.decode()
