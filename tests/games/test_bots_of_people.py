"""Bots that people own: at most three each, marked as bots, played by API, rated separately."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import bots, leaderboards, tokens
from accounts.leaderboards import Board
from accounts.models import ApiToken, Rating, User
from accounts.services import delete_account
from games.errors import Refusal
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import LostSeat, Match
from tests.fixtures import PASSWORD, make_person
from tests.games.conftest import browser_of, move_on, open_of
from tests.games.test_api import Program
from tests.games.test_substitutes import sleep_through
from tests.samples import FROM_TWO, GAME, LONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def clever(owner: Any) -> User:
    return bots.create(owner=owner, name="Clever")


def test_three_bots_by_form(owner: Any) -> None:
    browser = browser_of(owner)
    for name in ("One", "Two", "Three"):
        assert browser.post("/people/me/bots/", {"name": name}).status_code == 302
    page = browser.get("/people/me/bots/").content.decode()
    assert "Three (bot)" in page and "Make bot" not in page
    refused = browser.post("/people/me/bots/", {"name": "Four"})
    assert refused.status_code == 422 and owner.bots.count() == bots.MOST


@pytest.mark.parametrize("name", ["Clever", "cleVER", "Ada", "admin", "a b", "x" * 21, "", "é"])
def test_invalid_bot_names_are_refused(owner: Any, clever: User, name: str) -> None:
    browser = browser_of(owner)
    assert browser.post("/people/me/bots/", {"name": name}).status_code == 422
    assert list(owner.bots.all()) == [clever]


def test_people_cannot_sign_up_with_a_bots_name(db: None) -> None:
    facts = {"username": "Smart-bot", "email": "s@example.org", "password1": PASSWORD}
    assert "reserved" in Client().post("/accounts/signup/", facts).content.decode()
    assert not User.objects.filter(username="Smart-bot").exists()


def test_only_the_owner_manages_a_bot(owner: Any, stranger: Any, staff: Any, clever: User) -> None:
    pages = (f"/people/me/bots/{clever.pk}/", "rename/", "delete/")
    token = tokens.create(user=clever, name="x", scopes=["play"], days=30)
    for other in (stranger, staff):
        browser = browser_of(other)
        assert browser.get(pages[0]).status_code == 404
        for page in (pages[0], *(pages[0] + end for end in pages[1:])):
            assert browser.post(page, {"name": "Mine", "scopes": ["read"], "days": "30"}).status_code == 404
        browser.post(f"/people/me/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert Client().get(pages[0]).status_code == 302
    assert tokens.find(token) and User.objects.get(pk=clever.pk).username == "Clever-bot"


def test_its_page_creates_and_revokes_tokens_and_renames(owner: Any, clever: User) -> None:
    browser, page = browser_of(owner), f"/people/me/bots/{clever.pk}/"
    made = browser.post(page, {"name": "Home", "scopes": ["read", "play"], "days": "30"}).content.decode()
    key = made.partition('readonly value="')[2].partition('"')[0]
    told = Client(headers={"Authorization": f"Bearer {key}"}).get("/api/v1/me/").json()
    assert (told["name"], told["display_name"], told["is_bot"]) == ("Clever-bot", "Clever (bot)", True)
    browser.post(page + "rename/", {"name": "Dull"})
    assert "Dull (bot)" in Client().get("/people/Dull-bot/").content.decode()
    answer = browser.post(f"/people/me/tokens/{ApiToken.objects.get().pk}/revoke/", {"bot": clever.pk})
    assert answer["Location"] == page and tokens.find(key) is None


def test_it_never_logs_in(clever: User) -> None:
    answer = Client().post("/accounts/login/", {"login": "Clever-bot", "password": ""})
    assert answer.status_code == 200 and not clever.has_usable_password()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=clever.pk).update(email="bot@example.org")


def test_its_tokens_end_with_its_owner(owner: Any, clever: User) -> None:
    keys = [tokens.create(user=clever, name="x", scopes=["read"], days=30)]
    owner.set_password("another one for today")
    owner.save()
    assert tokens.find(keys[0]) is None
    clever.refresh_from_db()
    keys.append(tokens.create(user=clever, name="x", scopes=["read"], days=30))
    assert tokens.find(keys[1])
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert tokens.find(keys[1]) is None


def test_it_is_deleted_with_its_owner(owner: Any, player: Any, clever: User, start: Any) -> None:
    match = start(slug=FROM_TWO, people=(player, clever))
    delete_account(user=owner)
    gone = User.objects.get(pk=clever.pk)
    assert gone.deleted_at and gone.bot_owner is None and gone.username == f"deleted-{clever.pk}"
    assert Match.objects.get(pk=match.pk).status == Match.Status.OVER


@pytest.mark.clause("PLAY-11")
def test_it_plays_by_invitation_sees_its_seat_and_is_marked_on_each_page(player: Any, clever: User) -> None:
    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=player, slug=FROM_TWO, seats=2, options={}, is_rated=False, **clock)
    tables.invite(match_id=match.pk, by=player, name="clever-bot")
    program = Program(clever)
    assert [row["match"] for row in program.get("invitations/").json()["invitations"]] == [match.pk]
    assert "Clever" not in browser_of(player).get("/tables/").content.decode()
    assert program.post(f"tables/{match.pk}/join/").status_code == 200
    loaded = load_match(match.pk)
    seat = loaded.seat_of(clever.pk)
    seen = program.get(f"matches/{match.pk}/").json()
    assert seen["seat"] == seat and seen["names"][seat] == "Clever (bot)"
    for page in (f"/match/{match.pk}/", f"/match/{match.pk}/text/", f"/match/{match.pk}/history/", "/mine/"):
        assert "Clever (bot)" in browser_of(player).get(page).content.decode(), page


def test_a_bot_that_does_not_move_loses_its_turns_and_its_seat(player: Any, clever: User, start: Any) -> None:
    match = start(people=(player, clever, make_person("third")), options=LONG)
    seat = load_match(match.pk).seat_of(clever.pk)
    assert seat is not None
    sleep_through(match, seat)
    assert LostSeat.objects.get(match=match).user_id == clever.pk
    assert load_match(match.pk).seats[seat].user != clever.pk


def test_the_house_bot_does_not_play_for_it(player: Any, clever: User, start: Any) -> None:
    from games.matches.bots import play_one

    match = start(slug=FROM_TWO, people=(player, clever))
    while open_of(load_match(match.pk)).decision.seat != load_match(match.pk).seat_of(clever.pk):
        move_on(match)
    assert play_one(match.pk) is None


def test_bots_have_their_own_leaderboard(owner: Any, clever: User) -> None:
    for user in (owner, clever):
        Rating.objects.create(user=user, slug=GAME, mu=30, sigma=2, conservative=24, matches=9)
    assert [row.user.pk for row in leaderboards.best(Board(GAME), 9)] == [owner.pk]
    rows = leaderboards.best(Board(GAME, of_bots=True), 9)
    assert [row.user.pk for row in rows] == [clever.pk]
    assert leaderboards.places_of(Board(GAME, of_bots=True), rows) == [1]
    page = Client().get(f"/ratings/?game={GAME}").content.decode()
    assert "Clever" not in page and "Clever (bot)" in Client().get(f"/ratings/?game={GAME}&bots=1").content.decode()
    told = Program(owner).get(f"games/{GAME}/ratings/", bots="1").json()["ratings"]
    assert [row["name"] for row in told] == ["Clever-bot"]


def test_nobody_gains_rating_from_their_own_bot(owner: Any, player: Any, clever: User, table: Any) -> None:
    rated = table(is_rated=True, is_public=True)
    with pytest.raises(Refusal, match="a bot and its owner"):
        tables.join(match_id=rated.pk, user=clever)
    tables.join(match_id=rated.pk, user=player)
    other = bots.create(owner=player, name="Other")
    with pytest.raises(Refusal, match="a bot and its owner"):
        tables.join(match_id=rated.pk, user=other)
    friendly = table(is_rated=False, is_public=True)
    tables.join(match_id=friendly.pk, user=clever)


def test_blocked_people_cannot_send_their_bots(owner: Any, stranger: Any, table: Any) -> None:
    from accounts.people import blocks

    blocks.block(by=owner, whom=stranger)
    spy = bots.create(owner=stranger, name="Spy")
    answer = Program(spy).post(f"tables/{table(is_public=True).pk}/join/")
    assert answer.status_code == 404, json.loads(answer.content)


def test_guests_cannot_own_bots(db: None) -> None:
    guest = User.objects.create_guest()
    browser = browser_of(guest)
    assert browser.post("/people/me/bots/", {"name": "Mine"}).status_code == 403 and not guest.bots.exists()


def test_two_simultaneous_requests_create_no_fourth_bot(owner: Any) -> None:
    for name in ("One", "Two", "Three"):
        bots.create(owner=owner, name=name)
    with pytest.raises(ValidationError, match="Delete one first"):
        bots.create(owner=owner, name="Four")


def test_one_name_for_two_bots_at_the_same_moment(owner: Any, player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    own = bots.create(owner=player, name="Clever")
    other = bots.create(owner=owner, name="Other")
    monkeypatch.setattr(User, "check_free", lambda *_: None)  # neither sees the other's row yet
    browser = browser_of(owner)
    taken = browser.post("/people/me/bots/", {"name": "Clever"})
    renamed = browser.post(f"/people/me/bots/{other.pk}/rename/", {"name": "Clever"}, follow=True)
    assert taken.status_code == 422 and set(bots.of(owner)) == {other}
    assert all("This name is taken" in answer.content.decode() for answer in (taken, renamed))
    assert User.objects.get(pk=other.pk).username == "Other-bot" and set(bots.of(player)) == {own}
