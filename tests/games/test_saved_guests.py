"""Guests who save their games to a new or existing account, and guests who never come back."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import User
from accounts.notices.models import Channel
from games.lobby import tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import ChatLine, Match, MoveRecord, Seat
from games.table import tutorials
from games.tasks import clean_up
from games.titles import load
from tests.fixtures import PASSWORD
from tests.games.conftest import move_on
from tests.games.guests import code_in, new_guest, play_one_move, save, seats_of, sit_down
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def test_saving_the_games_keeps_the_user_row_and_its_data(table, mailoutbox):
    match = table()
    browser, guest = sit_down(match)
    browser.post(reverse("play_now", args=[GAME]))
    Client().get("/")
    browser.post(reverse("tutorial", args=[next(slug for slug in load() if tutorials.of_game(slug))]))
    alone = play_one_move(browser, guest)
    User.objects.filter(pk=guest.pk).update(mail_hour=5)
    before = seats_of(guest)
    assert save(browser)["Location"] == reverse("account_email_verification_sent")
    guest.refresh_from_db()
    assert guest.is_guest and guest.email == "", "an address counts when it is confirmed"
    assert browser.get(alone.get_absolute_url()).status_code == 200, "and meanwhile the guest plays on"
    browser.post(reverse("account_email_verification_sent"), {"code": code_in(mailoutbox[-1])})
    account = User.objects.get(username="robin")
    assert (account.pk, account.is_guest, account.email) == (guest.pk, False, "robin@example.org")
    assert account.mail_hour == 5 and len(before) == 3 and seats_of(account) == before
    assert browser.get(reverse("my_matches")).context["user"] == account, "still logged in"
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "robin", "password": PASSWORD})
    assert elsewhere.get(alone.get_absolute_url()).context["viewer"].seat is not None


def test_signing_up_as_a_guest_saves_the_games():
    browser, _ = new_guest()
    answer = browser.get(reverse("account_signup") + "?next=/tables/")
    assert answer["Location"] == f"{reverse('save_games')}?next=%2Ftables%2F"
    assert Client().get(reverse("account_signup")).status_code == 200


def test_after_the_code_a_guest_is_back_at_the_table_and_welcomed(table, mailoutbox):
    browser, _ = sit_down(table())
    match = Match.objects.latest("pk")
    link = f"{reverse('save_games')}?next={match.get_absolute_url()}"
    page = browser.get(link).content.decode()
    assert f'name="next" value="{match.get_absolute_url()}"' in page
    answer = save(browser, next=match.get_absolute_url())
    assert answer.status_code == 302, answer.context["form"].errors
    codes = answer["Location"]
    page = browser.get(codes).content.decode()
    assert "robin@example.org" in page and page.count("code to") == 0, "said once"
    answer = browser.post(codes, {"code": code_in(mailoutbox[-1]), "next": match.get_absolute_url()}, follow=True)
    assert answer.redirect_chain[-1][0] == match.get_absolute_url()
    assert "Welcome, Robin. Your games are saved." in answer.content.decode()


def test_after_the_code_a_guest_is_back_at_the_table_left_a_minute_ago(table, mailoutbox):
    match = table()
    browser, _ = sit_down(match)
    browser.get(match.get_absolute_url())
    page = browser.get(reverse("my_matches")).content.decode()
    page = browser.get(re.search(r'href="([^"]+)">Save my games', page)[1]).content.decode()
    back = re.search(r'name="next" value="([^"]+)"', page)[1]
    codes = save(browser, next=back)["Location"]
    answer = browser.post(codes, {"code": code_in(mailoutbox[-1]), "next": back}, follow=True)
    assert answer.redirect_chain[-1][0] == back == match.get_absolute_url()


def test_a_taken_address_is_neither_revealed_nor_assigned(player, mailoutbox):
    browser, guest = new_guest()
    assert save(browser, email=player.email)["Location"] == reverse("account_email_verification_sent")
    assert mailoutbox[-1].to == [player.email] and "account" in mailoutbox[-1].body
    browser.post(reverse("account_email_verification_sent"), {"code": "ABCDEF"})
    guest.refresh_from_db()
    player.refresh_from_db()
    assert guest.is_guest and player.email == "player@example.org"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "player"},
        {"name": "guest-1"},
        {"email": "no"},
        {"password1": "1234"},
        {"password1": ""},
        {"name": "x y"},
        {"password1": "", "credential": "{}"},
        {"credential": '{"id": "x", "response": {}}'},
        {"credential": "[1]"},
        {"credential": "no JSON"},
    ],
)
def test_a_form_with_a_mistake_changes_nothing(player, wrong):
    browser, guest = new_guest()
    assert save(browser, **wrong).status_code == 422
    assert User.objects.get(pk=guest.pk).username == guest.username


def test_only_guests_save_games(owner):
    assert Client().get(reverse("save_games"))["Location"] == reverse("account_signup")
    member = Client()
    member.force_login(owner)
    assert member.get(reverse("save_games"))["Location"] == reverse("my_matches")


def log_in(browser, name):
    """Log in like a guest, through the login page, which does not redirect guests."""
    assert browser.get(reverse("account_login")).status_code == 200
    answer = browser.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def test_logging_in_takes_the_matches_along(table, player):
    match = table(is_public=False)
    browser, guest = sit_down(match)
    sit_down(match, "Sam")
    browser.post(reverse("chat", args=[match.pk]), {"chat": "Good luck"})
    browser.post(reverse("play_now", args=[GAME]))
    alone = play_one_move(browser, guest)
    before = seats_of(guest)
    revisions = dict(Match.objects.values_list("pk", "revision"))
    log_in(browser, "player")
    assert seats_of(player) == before and len(before) == 2
    assert not User.objects.filter(pk=guest.pk).exists(), "the guest has gone"
    assert Match.objects.get(pk=alone.pk).owner == player
    assert MoveRecord.objects.filter(match=alone, user=player).exists()
    assert ChatLine.objects.get().user == player
    assert all(Match.objects.get(pk=pk).revision > revision for pk, revision in revisions.items())
    for pk in (match.pk, alone.pk):
        assert browser.get(reverse("match", args=[pk])).context["viewer"].seat is not None
    assert load_match(match.pk).seat_of(player.pk) is not None


def test_who_logs_in_as_a_guest_is_back_at_the_table_and_welcomed(table, player):
    match = table()
    browser, _ = sit_down(match)
    answer = browser.post(
        f"{reverse('account_login')}?next={match.get_absolute_url()}",
        {"login": "player", "password": PASSWORD},
        follow=True,
    )
    assert answer.redirect_chain[-1][0] == match.get_absolute_url()
    assert f"Welcome back, {player.name}. Your games came along." in answer.content.decode()
    log_in(other := Client(), "player")
    assert "Welcome back" not in other.get(reverse("my_matches")).content.decode(), "only who was a guest hears of it"


def test_a_second_seat_in_the_same_match_is_given_up(table, player):
    match = table()
    tables.join(match_id=match.pk, user=player, token=match.token)
    browser, guest = sit_down(match)
    before = seats_of(player)
    log_in(browser, "player")
    match.refresh_from_db()
    assert match.status == "running" and seats_of(player) == before
    assert Seat.objects.get(match=match, user=guest.pk).left_reason == "resigned"
    assert User.objects.get(pk=guest.pk).name == f"deleted-{guest.pk}"


def test_a_wrong_password_keeps_the_guest_signed_in(player):
    browser, guest = new_guest()
    browser.post(reverse("account_login"), {"login": "player", "password": "wrong"})
    assert browser.get(reverse("my_matches")).context["user"] == guest


# ---- idle guests


def fall_asleep(*people, days=8):
    long_ago = timezone.now() - timedelta(days=days)
    User.objects.filter(pk__in=[person.pk for person in people]).update(last_seen_at=long_ago, date_joined=long_ago)
    MoveRecord.objects.filter(user__in=people).update(at=long_ago)


def test_idle_guests_are_deleted_with_their_matches_against_bots(owner):
    (_, idle), (_, awake) = new_guest(), new_guest()
    fall_asleep(idle)
    fall_asleep(awake, days=6)
    clean_up()
    assert list(User.objects.filter(is_guest=True)) == [awake]
    assert [match.owner for match in Match.objects.all()] == [awake]
    assert not User.objects.filter(pk=idle.pk).exists() and User.objects.filter(pk=owner.pk).exists()


def test_the_name_of_a_forgotten_guest_is_free_again():
    (first, guest), (second, _) = new_guest(), new_guest()
    save(first)  # the address is never confirmed
    save(second)
    assert list(User.objects.filter(username="robin")) == [guest], "the name is taken"
    fall_asleep(guest)
    clean_up()
    save(second)
    assert User.objects.filter(username="robin").exclude(pk=guest.pk).exists()


def test_matches_with_other_people_are_kept(table, owner, player):
    running, waiting, own = table(), table(), table()
    browser, guest = sit_down(running)
    for match in (waiting, own):
        tables.join(match_id=match.pk, user=guest, token=match.token)
    Match.objects.filter(pk=own.pk).update(owner=guest)
    tables.join(match_id=running.pk, user=player, token=running.token)
    fall_asleep(guest)
    clean_up()
    running.refresh_from_db()
    assert running.status == "running" and len(load_match(running.pk).people()) == 2
    assert Seat.objects.get(match=running, user=guest).left_reason == "resigned"
    assert set(Seat.objects.filter(match=waiting, user__isnull=False).values_list("user", flat=True)) == {owner.pk}
    assert Match.objects.get(pk=own.pk).status == "cancelled"
    assert User.objects.get(pk=guest.pk).name == f"deleted-{guest.pk}"
    move_on(running, 4)
    host = Client()
    host.force_login(owner)
    assert host.get(running.get_absolute_url()).status_code == 200
    assert browser.get(reverse("my_matches")).status_code == 302, "the guest's browser is logged out"


def test_a_guest_who_is_told_by_email_waits_for_the_others_as_long_as_they_take(table, player):
    match = table()
    _, guest = sit_down(match)
    guests.know_address(user=guest, email="robin@example.org")
    tables.join(match_id=match.pk, user=player, token=match.token)
    fall_asleep(guest, days=40)
    clean_up()
    assert Seat.objects.get(match=match, user=guest).left_reason == "", "a pause or a vacation of another player"
    for person in (player, match.owner):
        leaving.resign(match_id=match.pk, user=person)
    fall_asleep(guest, days=29)
    clean_up()
    assert User.objects.filter(pk=guest.pk, deleted_at=None).exists(), "the links in the last email work"
    fall_asleep(guest, days=31)
    clean_up()
    assert not User.objects.filter(pk=guest.pk, deleted_at=None).exists()


def test_a_guest_whose_browser_gets_notifications_waits_for_the_others(table, player):
    match = table()
    _, guest = sit_down(match)
    tables.join(match_id=match.pk, user=player, token=match.token)
    channel = Channel.objects.create(user=guest, kind="device", name="Firefox", url="https://push.example.org/1")
    fall_asleep(guest)
    clean_up()
    assert Seat.objects.get(match=match, user=guest).left_reason == ""
    channel.delete()
    clean_up()
    assert Seat.objects.get(match=match, user=guest).left_reason == "resigned", "nothing tells them of their turn"


def test_a_guest_with_an_address_is_not_kept_for_bots(table):
    _, guest = new_guest()
    guests.know_address(user=guest, email="robin@example.org")
    fall_asleep(guest, days=31)
    clean_up()
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_moves_by_email_is_not_idle():
    browser, guest = new_guest()
    play_one_move(browser, guest)
    fall_asleep(guest)
    MoveRecord.objects.filter(user=guest).update(at=timezone.now())
    clean_up()
    assert User.objects.filter(pk=guest.pk).exists()


def test_a_guest_downloads_their_data_and_deletes_themselves_by_the_name_they_see() -> None:
    browser, guest = new_guest()
    assert browser.get("/people/me/export/").json()["person"]["display_name"] == guest.name
    page = browser.get("/people/me/delete/").content.decode()
    assert (
        f"Type your name, {guest.name}" in page and "password" not in page.partition("<form")[2].partition("</form>")[0]
    )
    answer = browser.post("/people/me/delete/", {"username": "Robin"})
    assert answer.status_code == 422 and "That isn’t your name." in answer.content.decode()
    assert browser.post("/people/me/delete/", {"username": guest.name})["Location"] == "/"
    assert not User.objects.filter(pk=guest.pk, deleted_at=None).exists()
