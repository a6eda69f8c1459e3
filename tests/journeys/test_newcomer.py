"""What somebody meets who has never been here: a first match in one click, tables that fill, clear marks."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import OutgoingMail
from games import context_processors
from games.lobby import tables
from games.mail import links
from games.mail.links import Ticket
from games.matches import presence
from games.matches.loaded import load_match
from games.models import Match, Seat
from games.titles import load
from tests.samples import GAME

pytestmark = pytest.mark.django_db


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def table(owner, seats=3, **more):
    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    return tables.create_match(owner=owner, slug=GAME, seats=seats, options={}, **clock, **more)


def rgb(colour):
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def luminance(colour):
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("slug", list(load()))
def test_a_games_colours_can_be_read_on_paper_by_day_and_by_night(slug):
    day, night = load()[slug].meta.accent
    assert all(contrast(day, sheet) >= 4.5 for sheet in ("#f4eddf", "#fffcf4"))
    assert all(contrast(night, sheet) >= 4.5 for sheet in ("#131a2a", "#1b2438"))


def test_every_page_knows_the_colours_under_its_nonce():
    answer = Client().get("/")
    assert f">{context_processors.accents()}</style>" in answer.content.decode()
    nonce = re.search(r'<style nonce="([^"]+)">', answer.content.decode())[1]
    assert f"'nonce-{nonce}'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("slug", list(load()))
def test_one_click_begins_a_match_against_bots(owner, slug):
    page = signed_in(owner)
    assert "Play against bots" in page.get(reverse("my_matches")).content.decode()
    answer = page.post(f"{reverse('new_match')}?game={slug}", {"against_bots": "yes"}, follow=True)
    match = Match.objects.get()
    assert answer.redirect_chain[-1][0] == match.get_absolute_url()
    assert (match.status, match.is_rated, match.is_public) == ("running", False, False)
    assert match.seat_count == load()[slug].meta.seats[0]
    assert Seat.objects.filter(match=match, user__is_bot=True).count() == match.seat_count - 1


def test_the_window_says_when_it_is_my_turn(owner, player, stranger):
    match, people = table(owner), (owner, player, stranger)
    for guest in people[1:]:
        tables.join(match_id=match.pk, user=guest)
    titles = {}
    for person in people:
        page = signed_in(person).get(match.get_absolute_url()).content.decode()
        titles[bool(re.search('id="t-status"[^>]* data-mine', page))] = re.search("<title>(.*)</title>", page)[1]
    assert titles[True].startswith("Your turn · ") and not titles[False].startswith("Your turn")


def test_a_guest_is_not_told_that_a_table_is_his(owner):
    table(owner)
    page = Client().get(reverse("lobby")).content.decode()
    assert "Your table" not in page and "Log in to join." in page


def look_again(client, page):
    return client.get(re.search('hx-get="([^"]+)"', page)[1].replace("&amp;", "&"), headers={"HX-Request": "true"})


def test_the_waiting_page_follows_who_sits_down_and_becomes_the_table(owner, player, stranger):
    match = table(owner)
    host = signed_in(owner)
    page = host.get(match.get_absolute_url()).content.decode()
    assert look_again(host, page).status_code == 204
    tables.join(match_id=match.pk, user=player)
    fresh = look_again(host, page).content.decode()
    assert player.name in fresh and look_again(host, fresh).status_code == 204
    assert '<p class="eyebrow" id="waiting-for" hx-swap-oob="true">Waiting for players<' in fresh
    Match.objects.filter(pk=match.pk).update(starts_by=timezone.now() + timedelta(minutes=1))
    assert 'hx-swap-oob="true">All seats are taken<' in look_again(host, fresh).content.decode()
    Match.objects.filter(pk=match.pk).update(starts_by=None)
    tables.join(match_id=match.pk, user=stranger)
    assert look_again(host, fresh).headers["HX-Refresh"] == "true"


def test_the_waiting_page_of_a_private_table_opens_to_who_has_its_link(owner, player, stranger):
    match = table(owner, is_public=False)
    guest = signed_in(player)
    page = guest.get(f"{match.get_absolute_url()}?key={match.token}").content.decode()
    assert look_again(guest, page).status_code == 204
    assert guest.get(match.get_absolute_url()).status_code == 200, "the key is kept in the session"
    assert signed_in(stranger).get(match.get_absolute_url(), headers={"HX-Request": "true"}).status_code == 404


@pytest.mark.parametrize("is_here", [True, False])
def test_who_has_the_table_open_is_given_time_before_an_email_goes_out(owner, player, stranger, is_here):
    match = table(owner)
    seats = range(match.seat_count) if is_here else ()
    presence.mark((match.pk, seat) for seat in seats)
    for guest in (player, stranger):
        tables.join(match_id=match.pk, user=guest)
    row = OutgoingMail.objects.get(kind="turn")
    for seat in seats:
        presence.forget(match.pk, seat)
    assert ((row.next_try_at - row.created_at).total_seconds() > 200) == is_here


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_link_of_an_email_plays_in_a_browser_that_knows_nobody(page_of, owner, player, stranger):
    match = table(owner)
    for guest in (player, stranger):
        tables.join(match_id=match.pk, user=guest)
    loaded = load_match(match.pk)
    asked = loaded.open_decisions()[0]
    ticket = Ticket(match.pk, asked.decision.seat, loaded.seats[asked.decision.seat].user, "0", asked.id)
    page = page_of(None, width=360)
    page.goto(urlsplit(links.link(ticket)).path)
    page.get_by_role("button", name="Play it as").click()
    expect(page.get_by_role("heading", name="Played")).to_be_visible()
    assert load_match(match.pk).version == loaded.version + 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_host_sees_guests_sit_down_and_all_are_brought_to_the_table(page_of, owner, player, stranger):
    match = table(owner)
    host, guest = page_of(owner, width=360), page_of(player)
    host.goto(match.get_absolute_url())
    guest.goto(match.get_absolute_url())
    guest.get_by_role("button", name="Join").click()
    expect(host.locator("#seats-now")).to_contain_text(player.name, timeout=15_000)
    tables.join(match_id=match.pk, user=stranger)
    for page in (host, guest):
        expect(page.locator("#t-status")).to_be_visible(timeout=15_000)


# Of each row of games, how far its last one ends before the edge.
HOLES = """() => {
  const edges = new Map(), list = document.querySelector(".tickets"), boxes = [...list.children, list].map((one) =>
    one.getBoundingClientRect()), edge = boxes.pop().right;
  for (const box of boxes) edges.set(Math.round(box.top), Math.round(edge - box.right));
  return [...edges.values()];
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/", "/rules/"])
def test_the_games_fill_their_rows(page_of, address):
    page = page_of()
    page.goto(address)
    for width, rows in ((390, 5), (768, 3), (1024, 2), (1280, 2), (1920, 2)):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(HOLES) == [0] * rows, width
    marks = "[...document.querySelectorAll('.masthead li')].map((item) => getComputedStyle(item).listStyleType)"
    assert set(page.evaluate(marks)) == {"none"}
