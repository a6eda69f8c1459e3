"""Playing before signing up: what guests can and can't do."""

import re
from typing import Any

import pytest
import redis
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.cache import ResilientCache
from games.lobby import open_tables, tables
from games.models import ChatLine, Match, Seat
from games.titles import load
from tests.fixtures import PASSWORD
from tests.games.conftest import move_on
from tests.games.guests import forms_of, new_guest, refused, sit_down
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


@pytest.mark.parametrize("slug", [None, *load()])
def test_one_click_on_the_home_page_starts_a_game(slug):
    browser = Client(enforce_csrf_checks=True)
    home = browser.get("/")
    action = reverse("play_now", args=[slug]) if slug else reverse("play_quick")
    assert action in forms_of(home)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', home.content.decode())[1]
    table = browser.post(action, {"csrfmiddlewaretoken": token, "time_zone": "Europe/Vienna"}, follow=True)
    match, guest = Match.objects.get(), User.objects.get(is_guest=True)
    assert table.redirect_chain == [(match.get_absolute_url(), 302)] and table.status_code == 200
    assert (match.status, match.is_rated, match.is_public) == ("running", False, False)
    assert slug in (match.slug, None)
    assert slug or load()[match.slug].meta.minutes == min(game.meta.minutes for game in load().values())
    assert Seat.objects.filter(match=match, user__is_bot=True).count() == match.seat_count - 1
    assert (guest.has_usable_password(), guest.email, guest.time_zone) == (False, "", "Europe/Vienna")
    assert re.fullmatch(r"Guest \d{4}", guest.name) and guest.username.startswith("guest-")


def test_the_tutorial_needs_no_account():
    browser = Client()
    lessons = [address for address in forms_of(browser.get("/")) if address.startswith("/learn/")]
    assert lessons
    table = browser.post(lessons[0], follow=True)
    assert table.status_code == 200 and 'id="coach"' in table.content.decode()
    assert Match.objects.get().owner == User.objects.get(is_guest=True)


def test_a_guest_stays_the_same_guest():
    browser, guest = new_guest()
    browser.post(reverse("play_quick"))
    assert User.objects.filter(is_guest=True).count() == 1
    assert Seat.objects.filter(user=guest).count() == 2
    assert browser.get("/").status_code == 302, "home leads to my games"


def test_no_guest_without_a_csrf_token():
    assert Client(enforce_csrf_checks=True).post(reverse("play_quick")).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["play_now", "tutorial"])
def test_an_unknown_game_creates_no_guest(name):
    assert Client().post(reverse(name, args=["nothing"])).status_code == 404
    assert not User.objects.exists()


def is_away(*args: Any, **more: Any) -> None:
    raise redis.ConnectionError


@pytest.mark.parametrize("has_valkey", [True, False])
def test_guests_from_one_network_are_limited(monkeypatch, settings, has_valkey):
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr("games.views.guests.GUESTS_AN_HOUR", 2)
    if not has_valkey:
        monkeypatch.setattr(redis.ConnectionPool, "get_connection", is_away)
        monkeypatch.setattr(ResilientCache, "counts_locally_until", 0.0)
    address = f"10.1.2.{3 + has_valkey}"
    statuses = [Client(REMOTE_ADDR=address).post(reverse("play_quick")).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Client(REMOTE_ADDR="10.9.9.9").post(reverse("play_quick")).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 3


# ---- what needs an account


def test_rated_tables_need_an_account(table):
    match = table(is_rated=True, is_public=True)
    browser, guest = new_guest()
    assert refused(browser.post(reverse("join", args=[match.pk])), "Rated games need an account.")
    assert reverse("sit_as_guest", args=[match.pk]) not in Client().get(match.get_absolute_url()).content.decode()
    Client().post(reverse("sit_as_guest", args=[match.pk]), {"name": "Robin"})
    assert not Seat.objects.filter(match=match, user__is_guest=True).exists()
    assert User.objects.filter(is_guest=True).count() == 1, "who is refused becomes no guest"
    form = {"seats": "3", "clock": "correspondence:86400:259200", "bots": "0", "is_rated": "on"}
    answer = browser.post(f"{reverse('new_match')}?game={GAME}", form)
    assert "Rated games need an account." in answer.content.decode()
    assert Match.objects.filter(owner=guest).count() == 1


def test_quick_join_offers_guests_only_unrated_tables(table):
    table(is_rated=True, is_public=True)
    friendly = table(is_public=True)
    browser, guest = new_guest()
    assert browser.get(reverse("quick")).context["row"].match.id == friendly.pk
    browser.post(reverse("quick"), {"table": friendly.pk})
    assert Seat.objects.filter(match__slug=GAME, user=guest).get().match == friendly


def test_inviting_by_name_needs_an_account_and_nobody_invites_guests(table, owner, stranger):
    match = table()
    browser, guest = sit_down(match)
    assert refused(browser.post(reverse("invite", args=[match.pk]), {"name": "stranger"}), "Inviting players by name")
    profile = browser.get(reverse("profile", args=["stranger"])).content.decode()
    assert "Inviting players by name needs an account" in profile and "Invite to" not in profile
    assert leads_back(profile, "/people/stranger/")
    host = Client()
    host.force_login(owner)
    assert host.post(reverse("invite", args=[match.pk]), {"name": guest.username}).status_code == 422
    assert not match.invitations.exists()


def leads_back(page: str, address: str) -> bool:
    """Does the page offer to save the games, and then come back to this address?"""
    return f'{reverse("save_games")}?next={address}">Save my games' in page


def test_guests_chat_only_at_private_tables(table, player, staff):
    private, public = table(), table(is_public=True)
    browser, _ = sit_down(private)
    tables.join(match_id=private.pk, user=player, token=private.token)
    browser.post(reverse("join", args=[public.pk]))
    page = browser.get(public.get_absolute_url()).content.decode()
    assert 'name="chat"' not in page and leads_back(page, public.get_absolute_url())
    tables.join(match_id=public.pk, user=player)
    watched = table(is_public=True)
    for person in (player, staff):
        tables.join(match_id=watched.pk, user=person)
    say = {"chat": "Hello"}
    assert 'name="chat"' in browser.get(private.get_absolute_url()).content.decode()
    assert browser.post(reverse("chat", args=[private.pk]), say).status_code == 302
    for match in (public, watched):
        page = browser.get(match.get_absolute_url()).content.decode()
        assert 'name="chat"' not in page and "Chatting with strangers needs an account" in page
        assert leads_back(page, match.get_absolute_url())
        assert refused(browser.post(reverse("chat", args=[match.pk]), say), "Chatting with strangers")
    assert [line.match_id for line in ChatLine.objects.all()] == [private.pk]


def test_a_guest_is_not_asked_for_a_last_word_at_a_public_table(table, player):
    for is_public in (True, False):
        match = table(is_public=is_public)
        browser, _ = sit_down(match)
        tables.join(match_id=match.pk, user=player, token=match.token)
        move_on(match, 1000)
        page = browser.get(match.get_absolute_url()).content.decode()
        assert "result-say" not in page if is_public else "result-say" in page


def test_webhooks_and_substituting_need_an_account(stranger):
    browser, _ = new_guest()
    hook = {"kind": "json", "name": "Mine", "url": "https://example.org/hook", "events": "all"}
    for page in ("channels", "api_tokens", "bots", "apps"):
        words = browser.get(reverse(page)).content.decode()
        assert "You need an account" in words and leads_back(words, reverse(page)), page
    words = browser.get(reverse("substitute")).content.decode()
    assert "Stepping in for others needs an account" in words and leads_back(words, reverse("substitute"))
    answer = browser.post(reverse("add_webhook"), hook)
    assert answer.status_code == 403 and "You need an account for webhooks." in answer.content.decode()
    assert refused(browser.post(reverse("substitute"), {"slug": GAME}), "Stepping in for others")


def test_guests_have_no_profile(table):
    _, guest = sit_down(table())
    assert Client().get(reverse("profile", args=[guest.username])).status_code == 404


# ---- a private link


def test_a_private_link_seats_a_guest_by_name_and_the_host_sees_it(table, owner):
    match = table()
    browser, guest = sit_down(match, "Robin")
    assert (guest.name, Seat.objects.get(user=guest).match_id) == ("Robin", match.pk)
    host = Client()
    host.force_login(owner)
    page = host.get(match.get_absolute_url()).content.decode()
    assert re.search(r"<b>Robin</b>.*<span class=\"tag\">guest</span>", page)
    assert browser.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["owner", "playpost", "a\u202eb", "x" * 41])
def test_a_guest_cannot_take_a_misleading_name(table, name):
    match = table()
    answer = Client().post(f"{reverse('sit_as_guest', args=[match.pk])}?key={match.token}", {"name": name})
    assert answer.status_code == 422 and not User.objects.filter(is_guest=True).exists()


def test_a_private_table_needs_its_key(table):
    match = table()
    Client().post(f"{reverse('sit_as_guest', args=[match.pk])}?key=wrong", {"name": "Robin"})
    assert not User.objects.filter(is_guest=True).exists()


# ---- links that lead somewhere


def test_a_link_to_a_private_match_leads_through_login(table, owner, stranger):
    match = table()
    browser = Client()
    answer = browser.get(match.get_absolute_url())
    assert answer["Location"] == f"{reverse('account_login')}?next={match.get_absolute_url()}"
    entered = browser.post(answer["Location"], {"login": "owner", "password": PASSWORD}, follow=True)
    assert entered.redirect_chain[-1][0] == match.get_absolute_url() and entered.status_code == 200
    other = Client()
    other.force_login(stranger)
    assert other.get(match.get_absolute_url()).status_code == 403
    missing = Client().get("/match/999999/")
    assert missing["Location"] == f"{reverse('account_login')}?next=/match/999999/", "nobody learns which exist"


def test_a_public_match_asks_whether_it_is_yours(table, player, staff):
    match = table(is_public=True)
    for person in (player, staff):
        tables.join(match_id=match.pk, user=person)
    assert "Is this your match?" in Client().get(match.get_absolute_url()).content.decode()
    watching = Client()
    watching.force_login(player)
    assert "Is this your match?" not in watching.get(match.get_absolute_url()).content.decode()


OWN_PAGES = """
    my_matches settings security mail_audit mail_settings next_mail channels delete_account export waking_hours
    vacation orders substitute new_match lobby save_games
"""


@pytest.mark.parametrize("name", OWN_PAGES.split())
def test_every_personal_page_opens_for_a_guest(name):
    browser, _ = new_guest()
    answer = browser.get(reverse(name), follow=True)
    assert answer.status_code == 200 and len(answer.redirect_chain) < 3


def test_guests_are_not_asked_about_ratings_and_open_unrated_tables() -> None:
    browser = Client()
    browser.post(reverse("play_quick"))
    page = browser.get(f"{reverse('new_match')}?game={GAME}").content.decode()
    assert "Rated" not in page and "is_rated" not in page
    form = {"seats": "3", "clock": "correspondence:86400:259200", "company": "anyone"}
    browser.post(f"{reverse('new_match')}?game={GAME}", form)
    assert not Match.objects.latest("pk").is_rated


def test_guests_are_not_suggested_by_name(owner: User, table: Any) -> None:
    match = table(is_public=True)
    guest = Client()
    guest.post(reverse("sit_as_guest", args=[match.pk]), {"name": "Passer-by"})
    tables.join(match_id=match.pk, user=owner)
    assert open_tables.played_with(owner) == [match.owner.username] * (match.owner_id != owner.pk)
