"""Somebody's first match of a game begins with a card: the aim, what to do now, and the tutorial."""

import pytest

from games.models import Match
from games.titles import load
from tests.games.conftest import browser_of
from tests.games.guests import new_guest, play_one_move
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
CARD = 'id="first-match"'


def test_every_game_says_its_aim_in_two_lines():
    for slug, game in load().items():
        assert 20 < len(game.meta.aim) <= 170 and game.meta.aim.endswith("."), slug


def test_the_card_stands_before_the_first_move_of_the_first_match_only(start, owner):
    match, page = start(), browser_of(owner)
    shown = page.get(match.get_absolute_url())
    assert CARD in shown.content.decode() and load()[GAME].meta.aim in shown.content.decode()
    assert shown.context["first"].now
    start()
    assert CARD not in page.get(match.get_absolute_url()).content.decode(), "they have another match of it"


def test_a_move_ends_it_and_a_tutorial_and_spectators_have_none(start, stranger):
    browser, guest = new_guest()
    match = Match.objects.get(owner=guest)
    assert CARD in browser.get(match.get_absolute_url()).content.decode()
    play_one_move(browser, guest)
    assert CARD not in browser.get(match.get_absolute_url()).content.decode()
    watched = start(is_public=True)
    assert CARD not in browser_of(stranger).get(watched.get_absolute_url()).content.decode()
