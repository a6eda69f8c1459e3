"""A guest who was invited by email gets the emails of the match at that address, and saves their games with it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.mail import outbox
from accounts.models import User
from games.lobby import email_invitations, tables
from games.models import EmailInvitation
from tests.games.conftest import browser_of
from tests.games.guests import play_one_move, save, sit_down
from tests.games.test_replies import local_post, send_all  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
ADDRESS = "friend@example.org"


def link_to(match, owner):
    """The path of the link in an invitation email."""
    known = EmailInvitation.objects.filter(match=match, address=ADDRESS).first()
    invitation = known or email_invitations.invite_address(match_id=match.pk, by=owner, address=ADDRESS)
    return reverse("email_invitation", args=[email_invitations.token(invitation)])


def sit(browser, page, name="Robin"):
    """Fill in the form of this page, and sit down."""
    action = re.search(r'action="([^"]+/guest/[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    assert browser.post(action, {"name": name}).status_code == 302
    return User.objects.filter(is_guest=True).latest("pk")


def follow(match, owner, browser):
    return sit(browser, browser.get(link_to(match, owner), follow=True))


def test_the_invited_address_belongs_to_the_guest_who_follows_the_link(table, owner):
    browser, match = Client(), table()
    guest = follow(match, owner, browser)
    assert guest.mail_address == ADDRESS and guest.email == ""
    page = browser.get(match.get_absolute_url()).content.decode()
    assert f"We’ll email {ADDRESS} when it’s your turn." in page and "Remind me" not in page


def test_a_refused_name_keeps_what_else_was_said_of_the_address(table, owner):
    browser, match = Client(), table()
    browser.get(link_to(match, owner), follow=True)
    again = browser.post(f"/match/{match.pk}/guest/?key={match.token}", {"name": "admin", "not_mine": "on"})
    assert again.status_code == 422 and 'value="admin"' in again.content.decode()
    assert 'name="not_mine" checked' in again.content.decode()


@pytest.mark.usefixtures("local_post")
def test_turn_emails_reach_an_invited_guest_from_the_first_move(table, owner, player):
    browser, match = Client(), table()
    guest = follow(match, owner, browser)
    outbox.send_due()
    tables.join(match_id=match.pk, user=player, token=match.token)
    sent = [mail.to for mail in send_all()]
    assert [ADDRESS] in sent
    play_one_move(browser, guest)


def test_an_invited_guest_saves_their_games_with_that_address_and_no_code(table, owner, mailoutbox):
    browser, match = Client(), table()
    guest = follow(match, owner, browser)
    page = browser.get(reverse("save_games")).content.decode()
    assert f'value="{ADDRESS}"' in page and "We send a code" not in page
    assert save(browser, email=ADDRESS)["Location"] == reverse("my_matches")
    assert f"Welcome, {guest.name}. Your games are saved." in browser.get(reverse("my_matches")).content.decode()
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, ADDRESS) and not mailoutbox


def test_a_forwarded_link_gives_the_address_to_its_first_reader_only(table, owner):
    match = table()
    first, second = Client(), Client()
    link = link_to(match, owner)
    assert sit(first, first.get(link, follow=True)).mail_address == ADDRESS
    assert sit(second, second.get(link, follow=True), "Kim").mail_address == ""


def test_the_private_link_and_other_tables_confirm_no_address(table, owner):
    match, other = table(), table()
    browser = Client()
    browser.get(link_to(match, owner))
    page = browser.get(f"{other.get_absolute_url()}?key={other.token}")
    assert sit(browser, page).mail_address == ""


def test_an_account_keeps_its_own_address(table, owner, player):
    match, browser = table(), browser_of(player)
    browser.get(link_to(match, owner))
    browser.post(f"{reverse('join', args=[match.pk])}?key={match.token}")
    player.refresh_from_db()
    assert match.seats.filter(user=player).exists() and player.reminder_email == ""


def test_an_invitation_by_email_whose_seat_was_taken_says_so(table, owner, player):
    match = table()
    link = link_to(match, owner)
    for name in ("Robin", "Kim"):
        sit_down(match, name)
    for browser in (Client(), browser_of(player)):
        page = browser.get(link, follow=True).content.decode()
        assert "All seats are taken, so you’re watching." in page and "Open your own table" in page
