"""The page of a table before the start: who comes, who goes, what they say, and what strangers are told."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from accounts.people import friends
from games.deadlines import vacations
from games.lobby import bell, email_invitations, tables
from games.models import ChatLine, Invitation, Seat
from games.titles import load
from tests.games.conftest import browser_of
from tests.games.guests import sit_down
from tests.games.test_replies import local_post, send_all  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def page_of(browser, match):
    return browser.get(f"{match.get_absolute_url()}?key={match.token}").content.decode()


def test_the_host_hears_who_sat_down_under_the_bell_and_gets_no_email(table, owner, player, mailoutbox):
    match = table()
    _, guest = sit_down(match)
    row = OutgoingMail.objects.get(user=owner, kind="sat_down")
    assert row.data["who"] == guest.pk and bell.counts(owner.pk).others == 1
    tables.leave(match_id=match.pk, user=guest)
    tables.join(match_id=match.pk, user=guest, token=match.token)
    assert OutgoingMail.objects.filter(kind="sat_down").count() == 1, "not again"
    outbox.send_due()
    row.refresh_from_db()
    assert (row.status, mailoutbox) == ("skipped", []) and "under the bell" in row.reason
    assert row.is_unread


def test_the_host_removes_a_person_before_the_start_who_is_told(table, owner, player):
    match = table()
    browser, guest = sit_down(match)
    seat = Seat.objects.get(match=match, user=guest).number
    action = reverse("clear_seat", args=[match.pk])
    assert f'Remove<span class="sr"> {guest.name}</span>' in page_of(browser_of(owner), match)
    assert browser_of(player).post(action, {"seat": seat}).status_code == 404
    browser_of(owner).post(action, {"seat": seat})
    assert not Seat.objects.filter(match=match, user=guest).exists()
    assert "Removed from a table" in browser.get(reverse("news")).content.decode()


def test_the_host_removes_whom_the_page_named_and_nobody_who_has_come_since(table, owner, player, staff):
    match = table()
    User.objects.filter(pk__in=(player.pk, staff.pk)).update(display_name="Alex")  # two friends of one name
    tables.join(match_id=match.pk, user=player, token=match.token)
    seat = match.seats.get(user=player).number
    assert f'name="who" value="{player.pk}"' in page_of(browser_of(owner), match)
    tables.leave(match_id=match.pk, user=player)
    tables.join(match_id=match.pk, user=staff, token=match.token)
    old = {"seat": seat, "who": player.pk}
    answer = browser_of(owner).post(reverse("clear_seat", args=[match.pk]), old)
    assert answer.status_code == 409 and "Somebody else has this seat now." in answer.content.decode()
    assert match.seats.filter(number=seat, user=staff).exists()


def test_who_presses_again_after_the_start_is_led_to_the_table(table, owner, player):
    match = table()
    for browser, button in ((browser_of(player), "join"), (browser_of(owner), "start"), (browser_of(player), "join")):
        answer = browser.post(f"/match/{match.pk}/{button}/?key={match.token}")
        assert answer.status_code == 302 and answer["Location"] == f"/match/{match.pk}/"
    assert browser_of(owner).post(f"/match/{match.pk}/start/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running"


def test_who_presses_start_twice_while_the_numbers_of_browsers_are_awaited_is_led_to_the_table(table, owner):
    match = table()
    tables.add_number(match_id=match.pk, user=owner, seal="a" * 64)
    for _ in range(2):
        assert browser_of(owner).post(f"/match/{match.pk}/start/").status_code == 302
    match.refresh_from_db()
    assert match.status == "open" and match.starts_by is not None


def test_a_removed_person_cannot_sit_down_again_unless_the_host_invites_them(table, owner, player, staff):
    match = table()
    link = f"/match/{match.pk}/join/?key={match.token}"
    assert browser_of(player).post(link).status_code == 302
    tables.clear_seat(match_id=match.pk, user=owner, seat=match.seats.get(user=player).number)
    tables.join(match_id=match.pk, user=staff, token=match.token)
    tables.leave(match_id=match.pk, user=staff)
    refused = browser_of(player).post(link)
    assert refused.status_code == 403 and "The host took you off this table." in refused.content.decode()
    page = browser_of(player).get(f"/match/{match.pk}/?key={match.token}").content.decode()
    assert "The host took you off this table." in page and "Join the game" not in page and "Sit down" not in page
    assert browser_of(staff).post(link).status_code == 302, "who left by themselves may come back"
    tables.invite(match_id=match.pk, by=staff, name=player.username)
    assert browser_of(player).post(link).status_code == 403
    tables.leave(match_id=match.pk, user=staff)
    Invitation.objects.all().delete()
    tables.invite(match_id=match.pk, by=owner, name=player.username)
    assert OutgoingMail.objects.filter(user=player, kind="invited", data__by=owner.pk).count() == 1
    assert browser_of(player).post(link).status_code == 302
    tables.leave(match_id=match.pk, user=player)
    assert browser_of(player).post(link).status_code == 302, "who left by themselves since then, too"
    tables.clear_seat(match_id=match.pk, user=owner, seat=match.seats.get(user=player).number)
    assert OutgoingMail.objects.filter(user=player, kind="removed").count() == 2, "and they are told again"
    assert browser_of(player).post(link).status_code == 403


def test_an_invitation_whose_seat_was_taken_says_so(table, owner, player, staff):
    match = table()
    tables.invite(match_id=match.pk, by=owner, name=player.username)
    sit_down(match)
    assert not OutgoingMail.objects.filter(kind="seat_taken").exists()
    sit_down(match, "Kim")
    row = OutgoingMail.objects.get(kind="seat_taken")
    assert row.user == player and "Table full" in browser_of(player).get(reverse("news")).content.decode()
    assert browser_of(player).get(match.get_absolute_url()).status_code == 200, "and may watch"


def test_players_chat_while_they_wait_and_nobody_else_reads_it(table, owner, player, stranger):
    match = table(is_public=True)
    tables.join(match_id=match.pk, user=player)
    say = reverse("chat", args=[match.pk])
    browser_of(player).post(say, {"chat": "On my way"})
    assert "On my way" in page_of(browser_of(owner), match)
    assert "On my way" not in page_of(browser_of(stranger), match)
    assert browser_of(stranger).post(say, {"chat": "Hello"}).status_code == 403  # they see the table
    assert ChatLine.objects.count() == 1


def test_the_waiting_chat_renews_itself_with_the_seats(table, owner):
    match, host = table(), browser_of(owner)
    url = match.get_absolute_url()
    seen = host.get(url).context["look_again"]
    assert host.get(seen, headers={"HX-Request": "true"}).status_code == 204
    host.post(reverse("chat", args=[match.pk]), {"chat": "Anyone here?"})
    answer = host.get(seen, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-swap-oob="true"' in answer and "Anyone here?" in answer


def test_nothing_is_shown_logged_out_that_cannot_be_pressed(owner):
    clock = {"pace": "live", "move_seconds": 60, "bank_seconds": 600}
    for slug, game in load().items():
        facts = {"seats": game.meta.seats[-1], "options": {}, "is_rated": False, **clock}
        page = page_of(Client(), tables.create_match(owner=owner, slug=slug, **facts))
        assert "seat-request" not in page and 'id="sit"' in page, slug


@pytest.mark.parametrize("is_friend", [True, False])
def test_who_sits_here_reads_who_is_away_or_gets_no_email(table, owner, player, staff, is_friend):
    match, now = table(), timezone.now()
    tables.join(match_id=match.pk, user=player, token=match.token)
    tables.invite(match_id=match.pk, by=owner, name=staff.username)
    day = (now + timedelta(days=1)).date()
    vacations.book(user=player, first=day, last=day, now=now)
    User.objects.filter(pk=staff.pk).update(mail_bounced_at=now)
    if is_friend:
        friends.befriend(by=owner, whom=staff)
        friends.befriend(by=staff, whom=owner)
    page = page_of(browser_of(owner), match)
    assert f'<span class="faint">away on {day:%-d %B}</span>' in page
    assert (f"Invited: {staff.name} (emails to them bounce)" in page) == is_friend
    assert "away on" not in page_of(Client(), match) and "away on" not in page_of(browser_of(player), match)


def test_a_logged_out_friend_reads_who_invites_to_what(table, owner):
    match = table()
    page = page_of(Client(), match)
    assert f"{owner.name} invites you to play {match.game.meta.title}" in page
    assert match.game.meta.tagline in page and "Learn in two minutes" in page and "Join as guest" in page


def test_a_guest_who_plays_already_reads_the_second_invitation_too(table, owner):
    browser, guest = sit_down(table())
    match = table()
    invited = email_invitations.invite_address(match_id=match.pk, by=owner, address="a@example.org", note="Again?")
    link = reverse("email_invitation", args=[email_invitations.token(invited)])
    page = browser.get(link, follow=True).content.decode()
    assert f"{owner.name} invites you to play {match.game.meta.title}" in page and "“Again?”" in page
    assert "Learn in two minutes" in page and page.count("Join the game") == 1 and "Join as guest" not in page
    browser.post(f"{reverse('join', args=[match.pk])}?key={match.token}")
    assert match.seats.filter(user=guest).exists()


def test_a_friend_too_late_watches_or_opens_another_table(table, player):
    match = table()
    for name in ("Robin", "Kim"):
        sit_down(match, name)
    match.refresh_from_db()
    page = page_of(Client(), match)
    assert "All seats are taken, so you’re watching." in page and "Open your own table" in page
    assert "if you play here" in page and "Is this your match?" not in page, "one notice, not two"


def test_the_login_page_names_the_invitation(table, owner):
    match = table()
    private = f"{match.get_absolute_url()}?key={match.token}"
    words = f"{owner.name} invites you to play {match.game.meta.title}."
    for page in ("account_login", "account_signup"):
        assert words in Client().get(reverse(page), {"next": private}).content.decode()
        assert words not in Client().get(reverse(page), {"next": match.get_absolute_url()}).content.decode()
    assert "Log in to go on." in Client().get(reverse("account_login"), {"next": "/mine/"}).content.decode()


def test_a_table_needs_no_account_to_be_opened():
    from tests.games.test_groups import TABLE
    from tests.samples import GAME

    browser = Client()
    address = f"{reverse('new_match')}?game={GAME}"
    assert browser.get(reverse("new_match")).status_code == browser.get(address).status_code == 200
    table = browser.post(address, TABLE, follow=True)
    assert table.status_code == 200 and table.context["room"].is_host and table.context["user"].is_guest


@pytest.mark.parametrize("name", ["tutorial", "play_now"])
def test_links_to_the_tutorial_and_to_a_game_open_a_page_and_start_nothing(name):
    slug = next(
        slug for slug in load() if "Start tutorial" in Client().get(reverse("play_now", args=[slug])).content.decode()
    )
    page = Client().get(reverse(name, args=[slug])).content.decode()
    assert (
        f'action="{reverse("tutorial", args=[slug])}"' in page
        and f'action="{reverse("play_now", args=[slug])}"' in page
    )
    assert not Seat.objects.exists()
