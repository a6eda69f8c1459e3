"""Playing before signing up: what guests may do, what they may not, and what becomes of their games."""

import re
import time

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import rate_limits
from games.models import Match, Seat
from games.titles import load

pytestmark = pytest.mark.django_db
SOON = 3.0  # seconds from the click to the table


def forms_of(page):
    """Addresses of the forms on a page."""
    return re.findall(r'<form method="post" action="([^"]+)"', page.content.decode())


def new_guest(**more):
    """A browser in which a guest plays against bots."""
    browser = Client(**more)
    browser.post(reverse("play_quick"))
    return browser, User.objects.filter(is_guest=True).latest("pk")


@pytest.mark.parametrize("slug", [None, *load()])
def test_one_click_on_the_home_page_leads_a_stranger_to_a_table(slug):
    browser = Client(enforce_csrf_checks=True)
    home = browser.get("/")
    action = reverse("play_now", args=[slug]) if slug else reverse("play_quick")
    assert action in forms_of(home)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', home.content.decode())[1]
    began = time.monotonic()
    table = browser.post(action, {"csrfmiddlewaretoken": token, "time_zone": "Europe/Vienna"}, follow=True)
    assert time.monotonic() - began < SOON
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


def test_no_form_token_no_guest():
    assert Client(enforce_csrf_checks=True).post(reverse("play_quick")).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["play_now", "tutorial"])
def test_an_unknown_game_makes_no_guest(name):
    assert Client().post(reverse(name, args=["nothing"])).status_code == 404
    assert not User.objects.exists()


@pytest.mark.parametrize("has_valkey", [True, False])
def test_guests_from_one_address_are_counted(monkeypatch, settings, has_valkey):
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(rate_limits, "_here", {})
    monkeypatch.setattr("games.views.guests.GUESTS_AN_HOUR", 2)
    if not has_valkey:
        monkeypatch.setattr("django.core.cache.cache.incr", lambda *args, **more: 0)
    address = f"10.1.2.{3 + has_valkey}"
    statuses = [Client(REMOTE_ADDR=address).post(reverse("play_quick")).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Client(REMOTE_ADDR="10.9.9.9").post(reverse("play_quick")).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 3
