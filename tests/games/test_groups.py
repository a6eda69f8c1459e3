"""Groups: creating and joining them, and their tables and leaderboard, which only members see."""

import re
from time import monotonic
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import Block, Rating, User
from accounts.services import delete_account
from games.groups import page, services
from games.groups.models import Group, GroupLine, GroupTable, Member
from games.models import Match, Seat
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.test_queries import cost
from tests.samples import GAME

pytestmark = pytest.mark.django_db
TABLE = {"seats": "3", "company": "friends", "clock": "correspondence:86400:259200"}


@pytest.fixture
def group(owner: User) -> Group:
    browser_of(owner).post("/groups/", {"name": "Tuesday club"})
    return Group.objects.get()


def join(group: Group, person: Any) -> Client:
    client = browser_of(person)
    link = f"/groups/join/{Group.objects.get(pk=group.pk).token}/"
    assert group.name in client.get(link).content.decode() and client.post(link)["Location"] == f"/groups/{group.pk}/"
    return client


def names_in(group: Group) -> list[str]:
    return sorted(Member.objects.filter(group=group).values_list("user__username", flat=True))


def test_earlier_lines_of_the_chat_stay_within_reach(group: Group, owner: User) -> None:
    GroupLine.objects.bulk_create(GroupLine(group=group, user=owner, text=f"Line {n}.") for n in range(30))
    seen, address = "", group.get_absolute_url()
    while address:
        shown = browser_of(owner).get(address).content.decode()
        seen, earlier = shown + seen, re.search(r'href="\S*(\?before=\d+)#chat" rel="prev"', shown)
        address = group.get_absolute_url() + earlier[1] if earlier else ""
    assert [int(number) for number in re.findall(r"Line (\d+)\.", seen)] == list(range(30))


def test_the_link_adds_members_who_then_see_the_page(group: Group, player: User, stranger: User) -> None:
    page = join(group, player).get(f"/groups/{group.pk}/").content.decode()
    assert "Tuesday club" in page and group.token in page and "owner" in page
    assert browser_of(stranger).get(f"/groups/{group.pk}/").status_code == 404
    assert "Tuesday club" in browser_of(player).get("/groups/").content.decode()
    assert "Tuesday club" not in browser_of(stranger).get("/groups/").content.decode()


def test_members_find_and_join_tables_that_nobody_else_sees(group: Group, owner: User, player: User) -> None:
    answer = browser_of(owner).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE)
    match = Match.objects.get()
    assert answer["Location"] == f"/match/{match.pk}/" and not match.is_public
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 403
    client = join(group, player)
    page = client.get(f"/groups/{group.pk}/").content.decode()
    assert f"/match/{match.pk}/join/?key={match.token}" in page
    client.post(f"/match/{match.pk}/join/?key={match.token}")
    assert Seat.objects.filter(match=match, user=player).exists()


def test_only_members_open_tables_for_a_group(group: Group, stranger: User) -> None:
    browser_of(stranger).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE)
    assert Match.objects.exists() and not GroupTable.objects.exists()


def test_tables_of_people_kept_apart_are_left_out(group: Group, owner: User, player: User) -> None:
    browser_of(owner).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE)
    client = join(group, player)
    Block.objects.create(by=owner, whom=player)
    assert "/join/?key=" not in client.get(f"/groups/{group.pk}/").content.decode()


def test_all_tables_stand_on_pages_with_their_number(group: Group, owner: User, player: User) -> None:
    """However many of the newest ones are hidden by a block."""
    client, ben = join(group, player), make_person("ben")
    Block.objects.create(by=player, whom=ben)
    for host in (owner, ben):
        for _ in range(page.SHOWN + 1):
            match = Match.objects.create(slug=GAME, owner=host, seat_count=3, is_public=False, move_seconds=60)
            Seat.objects.create(match=match, number=0, user=host)
            GroupTable.objects.create(group=group, match=match)
    first = client.get(f"/groups/{group.pk}/").content.decode()
    assert first.count("/join/?key=") == page.SHOWN and "Page 1 of 2" in first
    second = client.get(f"/groups/{group.pk}/?tables=2").content.decode()
    assert second.count("/join/?key=") == 1 and "Page 2 of 2" in second


def test_the_leaderboard_shows_only_members(group: Group, player: User, stranger: User) -> None:
    for place, person in enumerate((player, stranger)):
        facts = {"mu": 30.0 - place, "sigma": 4.0, "conservative": 18.0 - place, "matches": 2}
        Rating.objects.create(user=person, slug=GAME, **facts)
    seen = join(group, player).get(f"/groups/{group.pk}/?game={GAME}").content.decode()
    assert "1620?" in seen and "/people/player/" in seen and "/people/stranger/" not in seen


def test_the_leaderboard_begins_with_a_game_that_has_places(
    group: Group, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = next(slug for slug in sorted(load()) if slug != GAME)
    for slug, seats in ((GAME, TABLE["seats"]), (GAME, TABLE["seats"]), (other, str(min(load()[other].meta.seats)))):
        browser_of(group.owner).post(f"/tables/new/?game={slug}&group={group.pk}", TABLE | {"seats": seats})
    assert GroupTable.objects.filter(group=group).count() == 3
    assert "Nobody here has played a rated match" in join(group, player).get(f"/groups/{group.pk}/").content.decode()
    Rating.objects.create(user=player, slug=other, mu=30.0, sigma=4.0, conservative=18.0, matches=2)
    monkeypatch.setattr(page, "monotonic", lambda: monotonic() + page.KEPT)
    assert "1620?" in browser_of(player).get(f"/groups/{group.pk}/").content.decode()


def test_only_the_owner_can_remove_members_which_renews_the_link(group: Group, owner: User, player: User) -> None:
    client, ben = join(group, player), make_person("ben")
    join(group, ben)
    for what in ("remove", "renew", "rename"):
        assert client.post(f"/groups/{group.pk}/{what}/", {"name": "ben"}).status_code == 403
    browser_of(owner).post(f"/groups/{group.pk}/remove/", {"name": "ben"})
    assert names_in(group) == ["owner", "player"]
    assert browser_of(ben).post(f"/groups/join/{group.token}/").status_code == 404
    assert browser_of(owner).post(f"/groups/{group.pk}/remove/", {"name": "owner"}).status_code == 422
    assert browser_of(owner).post(f"/groups/{group.pk}/nothing/").status_code == 404


def test_the_longest_standing_member_succeeds_the_owner_and_empty_groups_are_deleted(
    group: Group, player: User
) -> None:
    client = join(group, player)
    delete_account(user=User.objects.get(username="owner"))
    assert Group.objects.get().owner == player and names_in(group) == ["player"]
    assert "You own a group now" in (news := client.get("/news/").content.decode()) and group.name in news
    client.post(f"/groups/{group.pk}/leave/")
    assert not Group.objects.exists()


def test_a_suspended_member_becomes_the_owner_only_if_there_is_no_other(group: Group, player: User) -> None:
    ben = make_person("ben")
    for member in (player, ben):
        join(group, member)
    User.objects.filter(pk=player.pk).update(is_active=False)
    for owner, heir in (("owner", "ben"), ("ben", "player")):
        services.leave(group_id=group.pk, user=User.objects.get(username=owner))
        assert Group.objects.get().owner.username == heir


@pytest.mark.parametrize("by_owner", [True, False])
def test_a_block_keeps_people_out_of_each_others_groups(
    group: Group, owner: User, player: User, by_owner: bool
) -> None:
    Block.objects.create(by=owner if by_owner else player, whom=player if by_owner else owner)
    client, link = browser_of(player), f"/groups/join/{group.token}/"
    assert client.get(link).status_code == client.post(link).status_code == (404 if by_owner else 409)
    assert names_in(group) == ["owner"]


@pytest.mark.usefixtures("no_rate_limits")
def test_the_link_says_who_invites_and_lets_people_join_without_an_account(group: Group, owner: User) -> None:
    browser, link = Client(), f"/groups/join/{group.token}/"
    seen = browser.get(link).content.decode()
    assert f"{owner.name} invites you to Tuesday club" in seen and "Join as guest" in seen
    assert "Playpost: tabletop games with friends, by email or live." in seen
    assert browser.post(link, {"name": "admin"}).status_code == 200 and names_in(group) == ["owner"]
    assert browser.post(link, {"name": "Gustl"})["Location"] == f"/groups/{group.pk}/"
    joined = browser.get(f"/groups/{group.pk}/").content.decode()
    assert "Gustl" in joined and "You’re in. You’ll read here when somebody opens a table." in joined
    assert "You’re a member." in browser.get(link).content.decode()
    for changed in ({"mail_stopped": True}, {"mail_stopped": False, "mail_bounced_at": timezone.now()}):
        User.objects.filter(pk=owner.pk).update(**changed)
        told = browser_of(owner).post(link, follow=True).content.decode()
        assert "You’re in. You’ll read here when somebody opens a table." in told
    guest = User.objects.get(is_guest=True)
    guests.merge(guest=guest, account=make_person("gustl"))
    assert names_in(group) == ["gustl", "owner"]


@pytest.mark.usefixtures("no_rate_limits")
def test_a_guest_never_inherits_a_group(group: Group, owner: User) -> None:
    Client().post(f"/groups/join/{group.token}/", {"name": "Gustl"})
    browser_of(owner).post(f"/groups/{group.pk}/leave/")
    assert not Group.objects.exists()


def test_guests_and_bad_names_are_refused(group: Group, owner: User) -> None:
    guest = browser_of(User.objects.create_guest())
    assert guest.post("/groups/", {"name": "Guests"}).status_code == 403
    for name in ("", "x", "a\u202eb", "n" * 41):
        assert browser_of(owner).post("/groups/", {"name": name}).status_code == 422
    assert Group.objects.count() == 1


def test_the_page_costs_the_same_with_more_members_and_tables(group: Group, owner: User) -> None:
    client = browser_of(owner)

    def more() -> None:
        person = make_person(f"p{Member.objects.count()}")
        services.join(token=group.token, user=person)
        Rating.objects.create(user=person, slug=GAME, mu=25, sigma=8, conservative=1, matches=1)
        browser_of(person).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE)

    more()
    client.get(f"/groups/{group.pk}/")
    more()
    few = cost(client, f"/groups/{group.pk}/")
    for _ in range(4):
        more()
    assert cost(client, f"/groups/{group.pk}/") == few <= 13
    assert cost(client, f"/groups/{group.pk}/") == few - 2  # the order of members and places is kept


def test_what_is_kept_of_a_group_follows_its_members_names_and_results(
    group: Group, owner: User, player: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members and tables at once, ratings within a minute; nothing to those who have left."""

    def seen() -> str:
        return browser_of(owner).get(f"/groups/{group.pk}/?game={GAME}").content.decode()

    now = monotonic()
    monkeypatch.setattr(page, "monotonic", lambda: now)
    facts = {"mu": 30.0, "sigma": 4.0, "conservative": 18.0, "matches": 2}
    Rating.objects.create(user=player, slug=GAME, **facts)
    assert "1620?" not in seen()
    theirs = join(group, player)
    assert "1620?" in seen() and "/people/player/" in seen()
    User.objects.filter(pk=player.pk).update(display_name="Zebedee")
    Rating.objects.update(mu=25.0, conservative=13.0)
    assert seen().count("Zebedee") >= 2 and "1620?" in seen()
    now += page.KEPT
    assert "1620?" not in seen()
    browser_of(owner).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE)
    assert 'id="results"' not in seen() and "No tables right now" not in seen()
    Match.objects.update(status="over", ended_at=timezone.now())
    assert 'id="results"' in seen() and "No tables right now" in seen()
    services.remove(group_id=group.pk, user=owner, name=player.username)
    assert "Zebedee" not in seen() and theirs.get(f"/groups/{group.pk}/").status_code == 404
