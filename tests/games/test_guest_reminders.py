"""Guests are asked once for an address for reminders, which is unused until they confirm it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.mail import bounces, outbox, preferences
from accounts.models import OutgoingMail, User
from games.lobby import tables
from games.matches.loaded import load_match
from tests.games.conftest import browser_of, move_on, open_of
from tests.games.guests import play_one_move, save, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def seated_for_correspondence(table, player):
    match = table()
    browser, guest = sit_down(match)
    tables.join(match_id=match.pk, user=player, token=match.token)
    return match, browser, guest


def asks_address(browser, match):
    page = browser.get(match.get_absolute_url()).content.decode()
    return 'id="remind-me"' in page and "data-after-move" not in page


def test_a_guest_is_asked_once_for_an_address(table, player):
    match, browser, guest = seated_for_correspondence(table, player)
    waiting = browser.get(match.get_absolute_url()).content.decode()
    assert "hidden data-after-move" in waiting, "for the page to show when this guest has moved"
    play_one_move(browser, guest)
    assert asks_address(browser, match)
    browser.post(reverse("remind_me", args=[match.pk]), {"no": "1"})
    assert not asks_address(browser, match)
    member = Client()
    member.force_login(player)
    assert not asks_address(member, match)


def test_the_page_of_a_waiting_table_asks_for_an_address_and_offers_notifications(table, player):
    match = table()
    browser, guest = sit_down(match)
    page = browser.get(match.get_absolute_url()).content.decode()
    assert asks_address(browser, match) and "Notify this browser" in page and "never what is in your hand" in page
    browser.post(reverse("remind_me", args=[match.pk]), {"no": "1"})
    assert not asks_address(browser, match)
    tables.join(match_id=match.pk, user=player, token=match.token)
    play_one_move(browser, guest)
    assert not asks_address(browser, match)


def test_live_tables_and_strangers_get_no_question(table, stranger):
    match = table(pace="live")
    browser, _ = sit_down(match)
    assert not asks_address(browser, match)
    assert browser_of(stranger).post(reverse("remind_me", args=[match.pk]), {"email": "a@b.org"}).status_code == 404


def test_nothing_is_sent_to_an_address_before_it_is_confirmed(table, player, mailoutbox):
    match, browser, guest = seated_for_correspondence(table, player)
    browser.post(reverse("remind_me", args=[match.pk]), {"email": "Robin@example.org"})
    assert [mail.to for mail in mailoutbox] == [["Robin@example.org"]]
    guest.refresh_from_db()
    assert guest.mail_address == ""
    link = re.search(r"http\S+(/people/mail/remind/\S+)", mailoutbox[0].body)[1]
    nobody = Client()
    assert "Turn on reminders" in nobody.get(link).content.decode()
    guest.refresh_from_db()
    assert guest.mail_address == "", "mail scanners open links"
    assert nobody.post(link).status_code == 200
    guest.refresh_from_db()
    assert guest.mail_address == "robin@example.org" and guest.email == ""
    outbox.queue(kind="turn", key="t1", user=guest, data={"match": match.pk})
    row = OutgoingMail.objects.get(key="t1")
    assert preferences.refusal(row, preferences.preferences_of(row)) == ""
    assert nobody.get(f"{link[:-1]}x/").status_code == 403


def test_a_confirmed_address_needs_no_code(table, player, mailoutbox):
    _, browser, guest = seated_for_correspondence(table, player)
    User.objects.filter(pk=guest.pk).update(reminder_email="robin@example.org", reminder_confirmed_at=timezone.now())
    assert 'value="robin@example.org"' in browser.get(reverse("save_games")).content.decode()
    assert save(browser)["Location"] == reverse("my_matches")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.username) == (False, "robin@example.org", "robin")
    assert not mailoutbox


def test_an_invalid_address_is_refused(table, player, mailoutbox):
    match, browser, _ = seated_for_correspondence(table, player)
    assert browser.post(reverse("remind_me", args=[match.pk]), {"email": "nonsense"}).status_code == 422
    assert not mailoutbox


def test_a_guest_whose_emails_come_back_gives_another_address_and_is_asked_there(table, player, mailoutbox):
    match, browser, guest = seated_for_correspondence(table, player)
    guests.know_address(user=guest, email="robin@example.org")
    play_one_move(browser, guest)
    assert not asks_address(browser, match)
    bounces.record(guest.pk, bounces.Verdict.HARD)
    assert "Our emails to robin@example.org came back" in browser.get(reverse("my_matches")).content.decode()
    assert asks_address(browser, match)
    assert "Our emails to robin@example.org came back." in browser.get(match.get_absolute_url()).content.decode()
    browser.post(reverse("remind_me", args=[match.pk]), {"email": "new@example.org"})
    assert not asks_address(browser, match)
    while open_of(load_match(match.pk)).decision.seat != load_match(match.pk).seat_of(guest.pk):
        move_on(match)
    OutgoingMail.objects.all().delete()
    Client().post(re.search(r"http\S+(/people/mail/remind/\S+)", mailoutbox[-1].body)[1])
    outbox.send_due()
    assert mailoutbox[-1].to == ["new@example.org"] and "YOUR CHOICES" in mailoutbox[-1].body, "it is their turn"
    assert "came back" not in browser.get(reverse("my_matches")).content.decode()


def test_a_guest_whose_emails_come_back_may_want_none(table, player):
    match, browser, guest = seated_for_correspondence(table, player)
    guests.know_address(user=guest, email="robin@example.org")
    play_one_move(browser, guest)
    bounces.record(guest.pk, bounces.Verdict.HARD)
    browser.post(reverse("remind_me", args=[match.pk]), {"no": "1"})
    assert not asks_address(browser, match)


def test_a_member_reads_among_their_games_that_emails_come_back(player):
    assert "came back" not in browser_of(player).get(reverse("my_matches")).content.decode()
    bounces.record(player.pk, bounces.Verdict.HARD)
    page = browser_of(player).get(reverse("my_matches")).content.decode()
    assert f"Our emails to {player.email} came back" in page and reverse("account_email") in page
