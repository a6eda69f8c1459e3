"""One search finds players, games and tournaments, and leads to the search of the rules."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import search
from games.matches import bots
from games.tournaments.models import Tournament
from tests.games.conftest import browser_of
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db


def test_it_finds_players_games_and_tournaments(owner, player):
    facts = {"slug": GAME, "owner": owner, "seats": 4, "move_seconds": 9, "bank_seconds": 9}
    for name, is_private in (("Player cup", False), ("Secret player cup", True)):
        starts = timezone.now() + timedelta(days=1)
        Tournament.objects.create(name=name, starts_at=starts, is_private=is_private, **facts)
    page = browser_of(owner).get("/search/?q=player").content.decode()
    assert "/people/player/" in page and ">Player cup<" in page and "/rules/search/?q=player" in page
    stranger = Client().get("/search/?q=player").content.decode()
    assert "/people/player/" not in stranger and "Secret" not in stranger and ">Player cup<" in stranger
    assert TITLE in Client().get(f"/search/?q={TITLE[:4]}").content.decode()


def test_people_of_one_name_are_told_apart_and_a_long_list_says_that_it_may_be_cut(owner, player):
    for number in range(search.MOST):
        User.objects.create_user(f"robin{number}", f"robin{number}@example.org", display_name="Robin")
    me = browser_of(owner)
    for address in ("/search/", "/people/"):
        page = me.get(address, {"q": "robin"}).content.decode()
        assert ">robin3<" in page and "There may be more." in page
        assert "There may be more." not in me.get(address, {"q": "player"}).content.decode()


def test_it_finds_a_house_bot_and_its_profile(owner):
    bot = bots.house_bot(set())
    for reader in (browser_of(owner), Client()):
        page = reader.get("/search/", {"q": bot.name[:3].lower()}).content.decode()
        assert f'href="/people/{bot.username}/"' in page and bot.name in page
        assert "how the game could go on" in reader.get(f"/people/{bot.username}/").content.decode()


@pytest.mark.parametrize("q", ["", "zzzz", "a" * 500, "%"])
def test_odd_questions_are_answered(q):
    assert Client().get("/search/", {"q": q}).status_code == 200
