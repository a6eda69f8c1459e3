"""What is kept from one page to the next shows nothing old, and nothing of somebody else."""

import re
from typing import Any

import pytest

from accounts.models import User
from games.lobby import tables
from games.matches.recent import match_now
from games.models import Match, Seat
from tests.games.conftest import browser_of, move_on
from tests.games.scenes import CLOCK
from tests.samples import GAME

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken"\s+value="(\w+)"')


def lobby(person: User) -> str:
    return str(browser_of(person).get("/tables/").content.decode())


def open_table(owner: User, **more: Any) -> Match:
    return tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK, **more)


def test_a_match_is_decoded_again_only_after_a_change(start):
    match = start()
    before = match_now(match.pk)
    assert match_now(match.pk) is before
    move_on(match, 1)
    after = match_now(match.pk)
    assert after is not before and after.version > before.version


def test_a_table_shows_a_new_name_at_once(start, owner, player):
    match = start()
    address = f"/match/{match.pk}/"
    assert "Duke of Ink" not in browser_of(owner).get(address).content.decode()
    User.objects.filter(pk=player.pk).update(display_name="Duke of Ink")  # without a word to the match
    assert "Duke of Ink" in browser_of(owner).get(address).content.decode()


def test_each_player_sees_their_own_seat_of_the_kept_match(start, owner, player):
    match = start()
    marked = re.compile(r'is-me[^"]*"\s+data-seat="(\d)"')
    for person in (owner, player, owner):
        (seat,) = marked.findall(browser_of(person).get(f"/match/{match.pk}/").content.decode())
        assert int(seat) == Seat.objects.get(match=match, user=person).number


def test_the_lobby_shows_a_new_name_and_a_taken_seat_at_once(owner, player, stranger):
    match = open_table(owner)
    assert "1 of 3 seats taken" in lobby(stranger)
    User.objects.filter(pk=owner.pk).update(display_name="Duke of Ink")
    tables.join(match_id=match.pk, user=player)
    page = lobby(stranger)
    assert "2 of 3 seats taken" in page and page.count("Duke of Ink") == 3  # the seat and two labels


def test_the_kept_rows_hold_no_button_of_somebody_else(owner, player):
    open_table(owner)
    mine, other, again = lobby(owner), lobby(player), lobby(player)
    assert "Your table" in mine and "Join<span" not in mine
    assert "Join<span" in other and "Your table" not in other
    assert not {*TOKEN.findall(other)} & {*TOKEN.findall(again)}
