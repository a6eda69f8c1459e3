"""Friends, following and blocking, as people see them; the player search."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.models import Block, Follow, Friendship, OutgoingMail, User
from accounts.models.people import AROUND
from accounts.people import blocks, friends, search
from tests.fixtures import make_person

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def press(by: User, whom: User, what: str, **more: str) -> Any:
    return client_of(by).post(f"/people/{whom.username}/relation/", {"what": what, **more})


def page(user: User, address: str = "/people/") -> str:
    answer = client_of(user).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


# --- friends ------------------------------------------------------------------------------------------------------


def test_friends_are_friends_when_both_agree(owner: User, player: User) -> None:
    press(owner, player, "befriend")
    assert "Friend requests" in page(player) and "Around" not in page(owner)
    press(player, owner, "befriend")
    assert [friend.pk for friend in friends.ties_of(owner)["friends"]] == [player.pk]
    assert [friend.pk for friend in friends.ties_of(player)["friends"]] == [owner.pk]
    assert "Friend requests" not in page(player)
    assert Friendship.objects.count() == 1


def test_asking_twice_creates_one_request_and_self_requests_are_ignored(owner: User, player: User) -> None:
    for _ in range(2):
        press(owner, player, "befriend")
    press(owner, owner, "befriend")
    assert Friendship.objects.filter(agreed_at=None).count() == 1


def test_a_request_can_be_declined_and_withdrawn(owner: User, player: User) -> None:
    press(owner, player, "befriend")
    press(player, owner, "unfriend")
    assert not Friendship.objects.exists()
    press(owner, player, "befriend")
    press(owner, player, "unfriend")
    assert "Friend requests" not in page(player)


def test_friends_with_recent_visits_are_around(owner: User, player: User) -> None:
    friends.befriend(by=owner, whom=player)
    friends.befriend(by=player, whom=owner)
    User.objects.filter(pk=player.pk).update(last_seen_at=timezone.now() - 2 * AROUND)
    assert "Around" not in page(owner)
    User.objects.filter(pk=player.pk).update(last_seen_at=timezone.now())
    assert "Around" in page(owner)


def test_following_is_one_sided_and_not_announced(owner: User, player: User) -> None:
    press(owner, player, "follow")
    assert "People I follow" in page(owner) and "owner" not in page(player)
    assert "Unfollow" in page(owner, "/people/player/") and "Unfollow" not in page(player, "/people/owner/")
    assert not OutgoingMail.objects.exists()
    press(owner, player, "unfollow")
    assert not Follow.objects.exists()


def test_guests_are_sent_to_the_save_page(player: User) -> None:
    answer = press(User.objects.create_guest(), player, "befriend")
    assert answer["Location"] == "/people/me/save/" and not Friendship.objects.exists()


def test_buttons_redirect_only_within_the_site(owner: User, player: User) -> None:
    assert press(owner, player, "follow", next="/people/")["Location"] == "/people/"
    for elsewhere in ("https://example.org/", "//example.org/", "javascript:alert(1)", "people"):
        assert press(owner, player, "follow", next=elsewhere)["Location"] == "/people/player/"


def test_the_number_of_friends_is_limited(owner: User, player: User, stranger: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(friends, "MOST", 1)
    press(owner, player, "befriend")
    press(owner, stranger, "befriend")
    press(owner, player, "follow")
    press(owner, stranger, "follow")
    assert Friendship.objects.count() == Follow.objects.count() == 1


@pytest.mark.parametrize("who", ["nobody", "a bot", "a guest", "an unknown name", "an unknown act"])
def test_invalid_actions_change_nothing(owner: User, player: User, who: str) -> None:
    bot, guest = User.objects.create_bot("Robo"), User.objects.create_guest()
    if who == "nobody":
        assert Client().post("/people/player/relation/", {"what": "follow"}).status_code == 302
    name = {"a bot": bot.username, "a guest": guest.username, "an unknown name": "nadia"}.get(who)
    if name:
        assert client_of(owner).post(f"/people/{name}/relation/", {"what": "follow"}).status_code == 404
    press(owner, player, "marry")
    assert not Follow.objects.exists() and not Friendship.objects.exists()


# --- blocking -----------------------------------------------------------------------------------------------------


def test_a_block_ends_a_friendship_and_can_be_undone(owner: User, player: User) -> None:
    friends.befriend(by=owner, whom=player)
    friends.befriend(by=player, whom=owner)
    press(owner, player, "block")
    assert friends.ties_of(owner)["friends"] == friends.ties_of(player)["friends"] == []
    assert "You blocked player" in page(owner, "/people/player/") and "Blocked (1)" in page(owner)
    press(owner, player, "unblock")
    assert not Block.objects.exists() and "Blocked" not in page(owner)


def test_blocked_people_see_no_difference(owner: User, player: User, stranger: User) -> None:
    def seen() -> list[str]:
        texts = [page(player, "/people/owner/"), page(player)]
        return [text.split("<main", 1)[1].split("data-now", 1)[0] for text in texts]

    def without_tokens(texts: list[str]) -> list[str]:
        return [re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text) for text in texts]

    friends.follow(by=player, whom=owner)
    before = without_tokens(seen())
    blocks.block(by=owner, whom=player)
    assert without_tokens(seen()) == before
    press(player, owner, "befriend")
    asked = without_tokens(seen())
    assert "Friend requests" not in page(owner)
    press(player, owner, "unfriend")
    blocks.unblock(by=owner, whom=player)
    press(player, owner, "befriend")
    assert without_tokens(seen()) == asked and "Friend requests" in page(owner)


def test_a_request_by_a_blocked_person_makes_no_friends(owner: User, player: User) -> None:
    blocks.block(by=owner, whom=player)
    press(player, owner, "befriend")
    press(owner, player, "befriend")
    assert not Friendship.objects.filter(agreed_at__isnull=False).exists()


def test_blocks_work_in_both_directions(owner: User, player: User, stranger: User) -> None:
    blocks.block(by=owner, whom=player)
    assert blocks.are_apart(owner, player) and blocks.are_apart(player, owner)
    assert not blocks.are_apart(owner, stranger)
    assert blocks.apart_from(player.pk) == {owner.pk} and blocks.apart_from(owner.pk) == {player.pk}
    assert blocks.has_blocked_any(owner, [player.pk]) and not blocks.has_blocked_any(player, [owner.pk])


def test_the_export_has_ties_but_not_who_blocked_me(owner: User, player: User, stranger: User) -> None:
    blocks.block(by=owner, whom=player)
    friends.follow(by=player, whom=stranger)
    data = services.export_data(user=player)
    assert (data["follows"], data["blocked"], data["friends"]) == (["stranger"], [], [])
    assert services.export_data(user=owner)["blocked"] == ["player"]


def test_deleting_an_account_deletes_its_ties(owner: User, player: User) -> None:
    friends.befriend(by=owner, whom=player)
    friends.follow(by=player, whom=owner)
    blocks.block(by=owner, whom=player)
    services.delete_account(user=owner)
    assert not Friendship.objects.exists() and not Follow.objects.exists() and not Block.objects.exists()


# --- search -------------------------------------------------------------------------------------------------------


def found(text: str, by: User) -> list[str]:
    return [person.username for person in search.find(text, by)]


def test_players_are_found_by_prefix(owner: User) -> None:
    for name in ("marlene", "Marlon", "karl"):
        make_person(name)
    make_person("xy77", display_name="Marla Stone")
    assert set(found("marl", owner)) == {"marlene", "Marlon", "xy77"}
    assert found("MARLON", owner)[0] == "Marlon"


def test_similar_names_are_found(owner: User) -> None:
    for name in ("katharina", "constantin", "maximiliane"):
        make_person(name)
    assert found("katarina", owner) == ["katharina"]
    assert found("konstantin", owner) == ["constantin"]
    assert found("maxmilianne", owner) == ["maximiliane"]  # two typos
    assert found("kat77", owner) == ["katharina"]  # half of its trigrams
    assert found("maximus", owner) == ["maximiliane"]
    assert found("constanze maria", owner) == []
    assert found("kax", owner) == []  # too short for a guess


def test_bots_hidden_and_blocked_players_are_never_found(owner: User, player: User, stranger: User) -> None:
    make_person("plain")
    make_person("plaid", is_findable=False)
    make_person("plane", is_active=False)
    User.objects.create_bot("plaything")
    blocks.block(by=make_person("plant"), whom=owner)
    blocks.block(by=owner, whom=make_person("plank"))
    assert found("pla", owner) == ["plain", "player"]
    assert found("owner", owner) == []


@pytest.mark.parametrize("text", ["", "p", " p ", "pl\x00", "%%", "zz" * 40])
def test_odd_queries_find_nobody(owner: User, player: User, text: str) -> None:
    assert found(text, owner) == []
    status = 400 if "\0" in text else 200
    assert client_of(owner).get("/people/", {"q": text}).status_code == status


def test_the_setting_hides_a_player_from_search(owner: User, player: User) -> None:
    answer = client_of(player).post("/people/me/settings/", {"time_zone": "UTC", "language": "en"})
    assert answer.status_code == 302 and found("player", owner) == []


def test_query_count_is_constant(owner: User) -> None:
    client = client_of(owner)

    def cost() -> int:
        with CaptureQueriesContext(connection) as context:
            client.get("/people/?q=friend")
        return sum("SAVEPOINT" not in query["sql"] for query in context.captured_queries)

    def befriend(number: int) -> None:
        friend = make_person(f"friend{number}")
        friends.befriend(by=friend, whom=owner)
        friends.befriend(by=owner, whom=friend)
        friends.follow(by=owner, whom=friend)

    befriend(0)
    client.get("/people/")
    few = cost()
    for number in range(1, 12):
        befriend(number)
    assert cost() == few <= 14


def test_a_suspended_player_can_be_blocked_and_reported_as_their_profile_offers(owner: User, player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)
    profile = page(owner, f"/people/{player.username}/")
    assert "/relation/" in profile and f"/report/{player.username}/" in profile
    assert client_of(owner).get(f"/report/{player.username}/").status_code == 200
    assert client_of(owner).post(f"/people/{player.username}/relation/", {"what": "block"}).status_code == 302
    assert blocks.are_apart(owner, player)


def test_many_friends_are_on_several_pages(owner: User) -> None:
    people = User.objects.bulk_create(User(username=f"friend{number:03}") for number in range(60))
    Friendship.objects.bulk_create(Friendship(by=owner, to=one, agreed_at=timezone.now()) for one in people)
    Follow.objects.bulk_create(Follow(by=owner, whom=one) for one in people)
    first, second = page(owner, "/people/"), page(owner, "/people/?friends=2")
    assert first.count("invite=friend") == 50 and 'href="?friends=2#friends"' in first
    assert second.count("invite=friend") == 10 and second.count(">Unfollow<") == 50
