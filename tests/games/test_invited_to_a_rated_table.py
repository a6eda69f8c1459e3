"""A stranger is invited by email to a rated table: the seat comes with an account at the address of the invitation."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.lobby import tables
from games.models import Seat
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of
from tests.games.guests import refused, sit_down
from tests.games.test_invited_guests import ADDRESS, link_to
from tests.games.test_replies import local_post, send_all  # noqa: F401
from tests.games.tournaments.test_play import announced

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


@pytest.fixture
def match(table):
    return table(is_rated=True, is_public=False)


def page_of(match, owner, browser):
    return browser.get(link_to(match, owner), follow=True)


def join(match, owner, browser, name="Robin Müller"):
    """Follow the link and press the button, which gives an account."""
    action = reverse("sit_as_guest", args=[match.pk])
    assert action in page_of(match, owner, browser).content.decode()
    page = browser.post(action, {"name": name}, follow=True)
    return User.objects.get(email=ADDRESS), page.content.decode()


@pytest.mark.usefixtures("local_post")
def test_from_the_mailbox_to_a_seat_and_a_move_without_signing_up(match, owner, player):
    friend = Client()
    page = page_of(match, owner, friend).content.decode()
    (invitation,) = [mail for mail in send_all() if ADDRESS in mail.to]
    words = "you get an account with this address when you join. You need no password."
    assert words in invitation.body and words in invitation.alternatives[0][0]
    assert "/signup/" not in page.partition("<main")[2].partition("</main")[0]
    assert "you get an account with the address f…@example.org. You need no password." in page

    account, page = join(match, owner, friend)
    assert "Welcome, Robin Müller. This is your account." in page
    assert not account.is_guest and account.username == "robin_muller" and not account.has_usable_password()

    tables.join(match_id=match.pk, user=player, token=match.token)
    (turn,) = [mail for mail in send_all() if mail.to == [ADDRESS] and "/email/" in mail.body][:1]
    link = re.search(r"https?://[^/\s]+(/email/\S+)", turn.body)[1]
    assert Client().get(link).status_code == 200, "their emails work in a browser where nobody is logged in"


def test_the_account_sets_a_password_without_another_one(match, owner):
    friend = Client()
    account, _ = join(match, owner, friend)
    form = {"password1": PASSWORD, "password2": PASSWORD}
    assert friend.post(reverse("account_set_password"), form).status_code == 302
    account.refresh_from_db()
    assert account.check_password(PASSWORD)


def test_in_another_browser_a_new_password_comes_by_email(match, owner, mailoutbox):
    join(match, owner, Client())
    Client().post(reverse("account_reset_password"), {"email": ADDRESS})
    assert mailoutbox[-1].to == [ADDRESS] and "/password/reset/key/" in mailoutbox[-1].body


def test_the_link_leads_back_to_the_seat_until_there_is_a_password(match, owner, player):
    account, _ = join(match, owner, Client())
    page = page_of(match, owner, Client()).content.decode()
    assert "I’m Robin Müller" in page and reverse("sit_as_guest", args=[match.pk]) not in page
    account.set_password(PASSWORD)
    account.save()
    page = page_of(match, owner, Client()).content.decode()
    assert "I’m Robin Müller" not in page and "Log in" in page


def test_an_address_with_an_account_logs_in(match, owner, player):
    User.objects.filter(pk=player.pk).update(email=ADDRESS)
    browser = Client()
    page = page_of(match, owner, browser).content.decode()
    action = reverse("sit_as_guest", args=[match.pk])
    assert action not in page and "you need an account to take a seat" in page
    assert refused(browser.post(action, {"name": "Robin"}), "Rated games need an account.")
    assert not User.objects.filter(is_guest=True).exists() and User.objects.filter(email=ADDRESS).count() == 1


def test_only_the_link_of_an_email_gives_an_account(match, owner, table):
    other = table(is_rated=True, is_public=False)
    browser = Client()
    page_of(other, owner, browser)
    assert refused(browser.post(f"{reverse('sit_as_guest', args=[match.pk])}?key={match.token}", {}), "Rated games")
    assert refused(browser.post(reverse("sit_as_guest", args=[other.pk]), {"not_mine": "on"}), "Rated games")
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_with_a_confirmed_address_joins_a_rated_table(match, table):
    browser, guest = sit_down(table())
    guests.know_address(user=guest, email=ADDRESS)
    page = browser.get(f"{match.get_absolute_url()}?key={match.token}")
    assert "Save my games" not in page.content.decode().partition("<main")[2]
    browser.post(f"{reverse('join', args=[match.pk])}?key={match.token}")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.username) == (False, ADDRESS, "robin")
    assert Seat.objects.filter(user=guest).count() == 2


def test_a_refused_seat_leaves_no_account(match, owner, player):
    browser = Client()
    page_of(match, owner, browser)
    tables.add_bot(match_id=match.pk, user=owner)
    Seat.objects.filter(match=match, user=None).update(user=player)
    assert browser.post(reverse("sit_as_guest", args=[match.pk]), {"name": "Robin"}).status_code == 409
    assert not User.objects.filter(email=ADDRESS).exists()


def test_names_that_cannot_be_user_names_become_others(match, owner, stranger):
    account, _ = join(match, owner, Client(), "素子")
    assert account.username.startswith("player") and account.name == "素子"


def test_a_guest_with_a_confirmed_address_takes_part_with_an_account(owner):
    tournament, guest = announced(owner), User.objects.create_guest("Robin")
    guests.know_address(user=guest, email=ADDRESS)
    page = browser_of(guest).get(tournament.get_absolute_url()).content.decode()
    assert "You get an account with the address f…@example.org." in page and ">Take part<" in page
    assert browser_of(guest).post(f"/tournaments/{tournament.pk}/enter/").status_code == 302
    guest.refresh_from_db()
    assert not guest.is_guest and tournament.entrants.filter(user=guest).exists()
