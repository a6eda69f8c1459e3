"""A guest who was invited by email and has lost the cookie: every link of their emails, and every way to log in or sign
up with their address, leads back to their games."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.mail import outbox, unsubscribe
from accounts.models import OutgoingMail, User
from games.groups import news
from games.groups import services as groups
from games.groups.models import GroupTable
from games.lobby import email_invitations, tables
from games.mail import links
from games.models import OpenDecision
from tests.accounts.test_logging_in import sign_up
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of, move_on
from tests.games.guests import code_in, sit_down
from tests.games.test_invited_guests import ADDRESS, follow, link_to
from tests.games.test_invited_guests import sit as sit_at
from tests.games.test_replies import local_post, send_all  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


@pytest.fixture
def playing(table, owner, player):
    """A match that runs, the guest who was invited to it by email, and the link of that email."""
    match = table()
    link = link_to(match, owner)
    guest = sit(Client(), link)
    tables.join(match_id=match.pk, user=player, token=match.token)
    return match, guest, link


def sit(browser, link):
    return sit_at(browser, browser.get(link, follow=True))


def words(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.usefixtures("local_post")
def test_the_email_settings_of_a_guest_need_no_log_in(playing):
    _, guest, _ = playing
    outbox.send_due()
    email = next(mail.body for mail in send_all() if mail.to == [ADDRESS] and "Email settings:" in mail.body)
    link = re.search(r"Email settings: http://[^/]+(/\S+)", email)[1]
    phone = Client(enforce_csrf_checks=True)
    page = phone.get(link)
    assert page.status_code == 200 and guest.name in words(page) and "your games come along" in words(page)
    assert "Your next email" not in words(page), "its links play"
    form = {"mail_mode": "daily", "mail_quiet_minutes": 15, "mail_hour": 20, "mail_daily_limit": 50, "mail_turn": "on"}
    saved = phone.post(link, form)
    assert "Your email settings are saved." in words(saved) and not saved.cookies
    guest.refresh_from_db()
    assert (guest.mail_mode, guest.mail_hour) == ("daily", 20)
    assert phone.get(f"{link[:-1]}x/").status_code == 403


def test_the_settings_link_of_a_guest_who_has_an_account_by_now_asks_to_log_in(player):
    guest = User.objects.create_guest("Robin")
    link = unsubscribe.settings_url(guest)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert Client().get(link)["Location"] == reverse("mail_settings")
    assert unsubscribe.settings_url(player).endswith(reverse("mail_settings")), "an account has a password"


def test_a_forgotten_password_of_a_guest_shows_the_way_to_the_games(playing, mailoutbox):
    _, guest, _ = playing
    answers = [Client().post("/accounts/password/reset/", {"email": to}) for to in (ADDRESS, "nobody@example.org")]
    assert [one["Location"] for one in answers] == ["/accounts/password/reset/done/"] * 2, "the page tells nobody"
    mine, other = mailoutbox
    assert f"You play as the guest {guest.name}" in mine.body and "/accounts/signup/" in mine.body
    assert "There is no such account" in other.body and guest.name not in other.body


def test_signing_up_with_the_address_of_a_guest_brings_the_games_along(playing, mailoutbox):
    match, guest, _ = playing
    laptop = Client()
    sign_up(laptop, username="otto", email=ADDRESS)
    assert match.seats.filter(user=guest).exists(), "not before the address is confirmed"
    page = laptop.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[-1])}, follow=True)
    assert page.request["PATH_INFO"] == reverse("my_matches") and match.get_absolute_url() in words(page)
    assert words(page).count("Welcome, otto.") == 1 and "Welcome, otto. Your games are saved." in words(page)
    assert match.seats.filter(user__username="otto").exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_logging_in_brings_the_games_of_a_guest_with_this_address(playing, player, prepared_login):
    match, guest, _ = playing
    account = prepared_login(ADDRESS)
    assert match.seats.filter(user=account).exists() and not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_at_a_table_of_the_same_person_keeps_the_seat(playing, player, prepared_login):
    match, guest, _ = playing
    prepared_login(ADDRESS, player)
    assert match.seats.filter(user=guest, left_reason="").exists() and match.seats.filter(user=player).exists()


@pytest.fixture
def prepared_login():
    """Log in to an account whose confirmed address this is."""

    def log_in(address, user=None):
        user = user or User.objects.create_user("otto", "")
        EmailAddress.objects.filter(user=user).delete()
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        user.email = address
        user.set_password(PASSWORD)
        user.save()
        assert Client().post("/accounts/login/", {"login": address, "password": PASSWORD}).status_code == 302
        return user

    return log_in


def test_an_unconfirmed_address_gives_no_games(playing, prepared_login):
    match, guest, _ = playing
    User.objects.filter(pk=guest.pk).update(reminder_confirmed_at=None)
    prepared_login(ADDRESS)
    assert match.seats.filter(user=guest).exists()


def test_the_invitation_leads_back_to_the_seat_taken_with_it(playing):
    _, guest, link = playing
    page = Client().get(link, follow=True)
    assert page.status_code == 200 and "you’re watching" not in words(page)
    assert "/email/" in page.request["PATH_INFO"] and f"You’re {guest.name}." in words(page)
    assert "sign up</a> with the address of this email" in words(page)


def test_the_invitation_shows_other_readers_no_seat_that_was_taken_otherwise(table, owner, player):
    match = table()
    link = link_to(match, owner)
    _, robin = sit_down(match, "Robin")
    User.objects.filter(pk=robin.pk).update(reminder_email=ADDRESS, reminder_confirmed_at="2026-01-01T00:00Z")
    tables.join(match_id=match.pk, user=player, token=match.token)
    for browser in (Client(), browser_of(player)):
        assert browser.get(link, follow=True).request["PATH_INFO"] == match.get_absolute_url()
    assert "you’re watching" in words(Client().get(link, follow=True))


def test_the_invitation_asks_who_reads_it_before_the_start(table, owner):
    match, phone = table(), Client()
    guest = follow(match, owner, Client())
    page = words(phone.get(link_to(match, owner), follow=True))
    assert f"{guest.name} has a seat here by your invitation." in page
    home = re.search(r'href="http://[^/]+(/email/[^"]+)">I’m', page)[1]
    assert "You have a seat. We’ll email you when the match starts." in words(phone.get(home))


def test_whoever_has_an_account_with_a_password_by_now_logs_in_instead(playing):
    _, guest, link = playing
    User.objects.filter(pk=guest.pk).update(is_guest=False, password=make_password(PASSWORD))
    assert "you’re watching" in words(Client().get(link, follow=True))


@pytest.mark.parametrize("other_address", ["", "robin@example.net"])
def test_a_forwarded_invitation_ties_no_games_of_a_guest_to_the_first_reader(table, owner, player, other_address):
    """The guest plays elsewhere, or has an address of their own: only the link's own table may know the reader."""
    elsewhere, match = table(), table()
    friend, guest = sit_down(elsewhere)
    if other_address:
        guests.know_address(user=guest, email=other_address)
        tables.leave(match_id=elsewhere.pk, user=guest)
    link = link_to(match, owner)
    friend.get(link, follow=True)
    tables.join(match_id=match.pk, user=guest, token=match.token)
    email_invitations.confirm_address(session=friend.session, match_id=match.pk, user=guest)
    tables.join(match_id=match.pk, user=player, token=match.token)
    guest.refresh_from_db()
    assert guest.mail_address == other_address
    assert "/email/" not in Client().get(link).get("Location", ""), "the reader does not get the seat"


def test_who_reads_a_forwarded_invitation_keeps_its_address_from_their_games(table, owner):
    match, friend = table(), Client()
    page = friend.get(link_to(match, owner), follow=True)
    assert "We’ll email f…@example.org when it’s your turn." in words(page) and ADDRESS not in words(page)
    action = re.search(r'action="([^"]+/guest/[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    friend.post(action, {"name": "Kim", "not_mine": "on"})
    kim = User.objects.get(is_guest=True)
    assert kim.mail_address == "" and match.seats.filter(user=kim).exists()
    addressee = Client()
    assert sit(addressee, link_to(match, owner)).mail_address == ADDRESS, "the invitation is still theirs"


def test_the_invitation_to_a_group_tells_a_guest_without_cookies_where_to_go_on(owner):
    """The invitation may have been forwarded, and never expires: it leads nobody to what this guest may do."""
    group = groups.create(owner=owner, name="Friday five")
    link = links.page_url(news.invited_link(group, ADDRESS))
    Client().post(link, {"name": "Gustl"})
    page = words(Client().get(link))
    assert (
        "Gustl has joined with this invitation. If that’s you, you’re in" in page
        and "That’s not my address" not in page
    )
    assert "as=" not in page and "/email/" not in page and ADDRESS not in page
    assert "Sign up" not in page and "/signup/" not in page
    assert "with this invitation" not in words(Client().get(news.invited_link(group, "")))


@pytest.mark.usefixtures("local_post")
def test_a_guest_without_cookies_gets_the_emails_that_wait_again_and_goes_on_from_them(playing, owner, player, table):
    """Only the mailbox learns what waits, and the links in it play: the page that asks may be a stranger's."""
    match, guest, _ = playing
    while not OpenDecision.objects.filter(OpenDecision.OPEN, match=match, user=guest).exists():
        move_on(match)
    live = table(pace="live", move_seconds=900)  # whose turns are never emailed
    for person in (guest, player):
        tables.join(match_id=live.pk, user=person, token=live.token)
    OpenDecision.objects.filter(match=live).update(user=guest)
    group = groups.create(owner=owner, name="Friday five")
    groups.join(token=group.token, user=guest)
    opened = table()
    GroupTable.objects.create(group=group, match=opened)
    OutgoingMail.objects.all().delete()  # all emails so far are lost
    invitation, phone = news.invited_link(group, ADDRESS), Client()
    assert 'name="again">Send me these emails again' in words(phone.get(invitation))
    page = words(phone.post(invitation, {"again": ""}, follow=True))
    assert "We’ve sent them again to f…@example.org" in page and "/email/" not in page and "Your turn" not in page
    assert sorted(OutgoingMail.objects.filter(user=guest).values_list("kind", flat=True)) == ["group_table", "turn"]
    sent = "".join(mail.body for mail in send_all() if mail.to == [ADDRESS])
    seat = re.search(r"Join the game: http://[^/]+(/email/\S+)", sent)[1]
    assert "You have a seat." in words(phone.post(seat, {"answer": "yes"}))
    turn = next(link for link in re.findall(r"http://[^/]+(/email/\S+)", sent) if link != seat)
    assert "Log in" not in words(phone.get(turn)) and guest.name in words(phone.get(turn))


def test_an_address_that_its_owner_has_not_confirmed_is_nobody_in_a_group(owner):
    group = groups.create(owner=owner, name="Friday five")
    eve = User.objects.create_guest("Eve")
    groups.join(token=group.token, user=eve)
    guests.ask_to_remind(user=eve, email=ADDRESS)
    assert "Eve has joined" not in words(Client().get(news.invited_link(group, ADDRESS)))


def test_an_invitation_to_a_group_shows_its_line_and_who_wrote_it(owner, player, staff):
    group = groups.create(owner=owner, name="Friday five")
    groups.join(token=group.token, user=player)
    news.invite(group=group, by=player, name=ADDRESS, note="Bring your own tea.")
    news.invite(group=group, by=player, name=staff.username, note="You owe me a game.")
    heading = f"{player.name} invites you to Friday five"
    page = words(Client().get(news.invited_link(group, ADDRESS)))
    assert heading in page and "“Bring your own tea.”" in page
    page = words(browser_of(staff).get(news.invited_link(group, "")))
    assert heading in page and "“You owe me a game.”" in page
    page = words(Client().get(news.invited_link(group, "")))
    assert f"{owner.name} invites you" in page and "“" not in page, "the link that members share has no line"


def test_who_says_that_the_invitation_to_a_group_was_forwarded_gets_no_emails_of_its_reader(owner):
    group = groups.create(owner=owner, name="Friday five")
    link = news.invited_link(group, ADDRESS)
    assert "We’ll email f…@example.org" in words(Client().get(link))
    Client().post(link, {"name": "Kim", "not_mine": "on"})
    Client().post(link, {"name": "Gustl"})
    assert {one.name: one.mail_address for one in User.objects.filter(is_guest=True)} == {"Kim": "", "Gustl": ADDRESS}


def test_log_in_leads_back_to_the_page_that_one_was_reading(owner):
    page = words(Client().get("/tables/?game=x"))
    assert 'href="/accounts/login/?next=/tables/%3Fgame%3Dx">Log in' in page
    assert 'href="/accounts/login/?next=/mine/">Log in' in words(Client().get("/accounts/login/?next=/mine/"))
    assert 'href="/accounts/login/">Log in' in words(Client().get("/")), "who comes to the home page goes nowhere"
    refused = words(Client().post("/accounts/password/reset/", {"email": "nobody"}))
    assert 'href="/accounts/login/">Log in' in refused, "an address that took a form may not be a page"
