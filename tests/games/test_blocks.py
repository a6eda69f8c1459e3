"""Blocking keeps two people apart in every place where people meet, in both directions, and says nothing.

Each place is a small scene that answers: did these two meet? Tried without a block, with a block by one, by the other.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block, OutgoingMail, User
from accounts.people import blocks, friends, search
from games.deadlines import substitutes
from games.errors import Refusal
from games.lobby import bell, email_invitations, open_tables, rematches, tables
from games.matches import leaving, open_decisions
from games.matches.loaded import load_match
from games.models import Match, Seat
from games.table import chat_reading, chat_writing
from games.tournaments import services as tournaments
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.scenes import CLOCK, steady
from tests.games.test_groups import TABLE
from tests.samples import GAME

pytestmark = pytest.mark.django_db
Scene = Callable[[User, User], bool]
PLACES: dict[str, Scene] = {}


def place(scene: Scene) -> Scene:
    PLACES[scene.__name__] = scene
    return scene


def table(owner: User, seats: int = 3, **more: Any) -> Match:
    return tables.create_match(owner=owner, slug=GAME, seats=seats, **({"options": {}} | CLOCK | more))


def played(*people: User, **more: Any) -> Match:
    """A match that has begun."""
    match = table(people[0], len(people), **more)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person, token=match.token)
    match.refresh_from_db()
    return match


@place
def invite(ada: User, ben: User) -> bool:
    match = table(ada)
    try:
        tables.invite(match_id=match.pk, by=ada, name=ben.username)
    except Refusal:
        return False
    page = browser_of(ben).get("/mine/").content.decode()
    mails = OutgoingMail.objects.filter(user=ben, kind="invited").exists()
    is_counted = bell.counts(ben.pk).others > 0
    assert is_counted == mails == (f"{ada.name} invites you" in page)
    return is_counted


@place
def invite_by_email(ada: User, ben: User) -> bool:
    email_invitations.invite_address(match_id=table(ada).pk, by=ada, address=ben.email.upper())
    return OutgoingMail.objects.filter(kind="invited_by_email").exists()


@place
def join(ada: User, ben: User) -> bool:
    match = table(ada)
    browser_of(ben).post(f"/match/{match.pk}/join/")
    return Seat.objects.filter(match=match, user=ben).exists()


@place
def join_by_the_private_link(ada: User, ben: User) -> bool:
    match = table(ada, is_public=False)
    browser_of(ben).post(f"/match/{match.pk}/join/?key={match.token}")
    return Seat.objects.filter(match=match, user=ben).exists()


@place
def list_of_tables(ada: User, ben: User) -> bool:
    table(ada)
    return bool(open_tables.to_join_and_watch(ben, open_tables.TableFilter())[0].object_list)


@place
def list_of_tables_by_api(ada: User, ben: User) -> bool:
    table(ada)
    return bool(browser_of(ben).get("/api/v1/tables/").json()["tables"])


@place
def tournament(ada: User, ben: User) -> bool:
    starts_at = timezone.now() + timedelta(days=1)
    facts = {"name": "Cup", "slug": GAME, "seats": 4, "move_seconds": 86400, "bank_seconds": 0}
    cup = tournaments.announce(owner=ada, starts_at=starts_at, **facts)
    browser_of(ben).post(f"{cup.get_absolute_url()}enter/")
    return cup.entrants.filter(user=ben).exists()


@place
def invitation_from_the_profile(ada: User, ben: User) -> bool:
    browser_of(ben).post(f"/tables/new/?game={GAME}&invite={ada.username}", TABLE)
    return bell.counts(ada.pk).others > 0


@place
def quick_join(ada: User, ben: User) -> bool:
    table(ada)
    return open_tables.quickest_table(ben, open_tables.TableFilter()) is not None


@place
def table_of_a_third(ada: User, ben: User) -> bool:
    match = table(make_person("third"), seats=4)
    tables.join(match_id=match.pk, user=ada)
    browser_of(ben).post(f"/match/{match.pk}/join/")
    return Seat.objects.filter(match=match, user=ben).exists()


@place
def talk(ada: User, ben: User) -> bool:
    match = played(ada, ben, make_person("third"))
    loaded = load_match(match.pk)
    line = chat_writing.say(loaded=loaded, user=ada, text="Good luck")
    alone = [one.text for one in chat_reading.chat_for(loaded, ben).lines]
    together = [one.text for one in chat_reading.chats_for([(loaded, ben), (loaded, ada)])[0].lines]
    whole = [one.text for one in chat_reading.whole_chat(loaded, ben, None).object_list]
    assert alone == together == whole
    page = browser_of(ben).get(f"/match/{match.pk}/").content.decode()
    mine = browser_of(ben).get("/mine/").content.decode()
    assert ("Good luck" in page) == bool(alone) == ("1 new chat message" in mine)
    try:
        chat_writing.line_for(loaded, ben, line.pk)
    except Refusal:
        assert not alone
    return bool(alone)


@place
def rematch(ada: User, ben: User) -> bool:
    third = make_person("third")
    rematches.open_rematch(match_id=already_played(ada, ben, third).pk, user=ada)
    assert open_decisions.invitations_to(third.pk).exists()
    return open_decisions.invitations_to(ben.pk).exists()


@place
def rematch_of_the_other(ada: User, ben: User) -> bool:
    match = already_played(ada, ben, make_person("third"))
    again = rematches.open_rematch(match_id=match.pk, user=ada)
    browser_of(ben).post(f"/match/{match.pk}/rematch/")
    return Seat.objects.filter(match=again, user=ben).exists()


@place
def substitute(ada: User, ben: User) -> bool:
    match = played(ada, make_person("third"), make_person("fourth"))
    substitutes.volunteer_for(user=ben, slugs={GAME})
    loaded = load_match(match.pk)
    return substitutes._next_volunteer(loaded, timezone.now() + timedelta(days=1)) == ben


@place
def names_to_suggest(ada: User, ben: User) -> bool:
    already_played(ada, ben, make_person("third"))
    return ada.username in open_tables.played_with(ben)


@place
def search_for_players(ada: User, ben: User) -> bool:
    return ada.pk in [person.pk for person in search.find("adamant", ben)]


def already_played(ada: User, ben: User, third: User) -> Match:
    """A match of these three that ended before anybody blocked anybody."""
    rows = list(Block.objects.all())
    Block.objects.all().delete()
    match = played(ada, ben, third)
    for person in (third, ben):
        leaving.resign(match_id=match.pk, user=person)
    Block.objects.bulk_create(rows)
    return match


def test_there_is_a_scene_for_each_place() -> None:
    assert len(PLACES) == 16


@pytest.mark.parametrize("name", sorted(PLACES))
def test_two_people_meet_until_one_of_them_blocks_the_other(name: str) -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    assert PLACES[name](ada, ben)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("name", sorted(set(PLACES) - {"talk"}))
def test_a_block_by_either_keeps_them_apart(name: str, is_first: bool) -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    blocks.block(by=ada if is_first else ben, whom=ben if is_first else ada)
    assert not PLACES[name](ada, ben)


@pytest.mark.parametrize("is_first", [True, False])
def test_neither_sees_what_the_other_writes_at_a_table_that_runs(is_first: bool) -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = played(ada, ben, make_person("third"))
    blocks.block(by=ada if is_first else ben, whom=ben if is_first else ada)
    loaded = load_match(match.pk)
    chat_writing.say(loaded=loaded, user=ada, text="from ada")
    chat_writing.say(loaded=loaded, user=ben, text="from ben")
    for reader, other in ((ada, "from ben"), (ben, "from ada")):
        page = browser_of(reader).get(f"/match/{match.pk}/").content.decode()
        assert other not in page and "is muted" not in page
        assert other not in browser_of(reader).get(f"/match/{match.pk}/chat/all/").content.decode()
        assert "new chat message" not in browser_of(reader).get("/mine/").content.decode()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_block_changes_nothing_else_at_a_table_that_runs(is_first: bool) -> None:
    """The position, the log, whose turn it is: a block must not tell who sits behind what."""
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = played(ada, ben, make_person("third"))
    before = [steady(browser_of(who).get(f"/match/{match.pk}/").content.decode()) for who in (ada, ben)]
    blocks.block(by=ada if is_first else ben, whom=ben if is_first else ada)
    assert [steady(browser_of(who).get(f"/match/{match.pk}/").content.decode()) for who in (ada, ben)] == before


def test_whoever_was_blocked_finds_no_table_and_gets_the_words_for_one_that_does_not_exist() -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = table(ada)
    blocks.block(by=ada, whom=ben)
    browser = browser_of(ben)
    there = steady(browser.get(f"/match/{match.pk}/").content.decode()).replace(f"/{match.pk}/", "/N/")
    nowhere = steady(browser.get("/match/777777/").content.decode()).replace("/777777/", "/N/")
    assert there == nowhere
    assert browser.post(f"/match/{match.pk}/join/").status_code == 404


def test_whoever_blocks_is_told_why_they_cannot_sit_there() -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = table(ada)
    blocks.block(by=ben, whom=ada)
    answer = browser_of(ben).post(f"/match/{match.pk}/join/")
    assert answer.status_code == 409 and "You blocked somebody at this table" in answer.content.decode()
    tables.create_match(owner=ben, slug=GAME, seats=3, options={}, **CLOCK)
    mine = Match.objects.get(owner=ben)
    answer = browser_of(ben).post(f"/match/{mine.pk}/invite/", {"name": ada.username})
    assert answer.status_code == 422 and "You blocked adamantine" in answer.content.decode()


def test_somebody_who_was_blocked_invites_as_everybody_does() -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = table(ada)
    blocks.block(by=ben, whom=ada)
    page = browser_of(ada).post(f"/match/{match.pk}/invite/", {"name": ben.username}, follow=True).content.decode()
    assert "You’ve invited benedict." in page and "Invited: benedict" in page
    blocks.unblock(by=ben, whom=ada)
    assert open_decisions.invitations_to(ben.pk).exists()


def test_both_stay_at_a_table_at_which_they_sit_when_one_blocks_the_other() -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    match = table(ada)
    tables.join(match_id=match.pk, user=ben)
    blocks.block(by=ada, whom=ben)
    for person in (ada, ben):
        assert browser_of(person).get(f"/match/{match.pk}/").status_code == 200
    tables.join(match_id=match.pk, user=make_person("third"))
    match.refresh_from_db()
    assert match.status == "running"


def test_the_profile_of_somebody_i_blocked_offers_no_invitation() -> None:
    ada, ben = make_person("adamantine"), make_person("benedict")
    address = f"/people/{ben.username}/"
    User.objects.filter(pk=ben.pk).update(display_name="Big Ben")
    page = browser_of(ada).get(address).content.decode()
    assert "Invite to a new game" in page and 'aria-label="Invite Big Ben"' in page
    blocks.block(by=ada, whom=ben)
    page = browser_of(ada).get(address).content.decode()
    assert "Invite to a new game" not in page and "Add friend" not in page and "Unblock" in page


def test_the_lobby_shows_the_tables_of_friends() -> None:
    ada, ben, cleo = make_person("adamantine"), make_person("benedict"), make_person("cleo")
    table(ada), table(cleo)
    friends.befriend(by=ada, whom=ben)
    friends.befriend(by=ben, whom=ada)
    rows = open_tables.to_join_and_watch(ben, open_tables.TableFilter(host="friends"))[0]
    assert [row.match.owner for row in rows] == ["adamantine"]
    friends.follow(by=ben, whom=cleo)
    assert len(open_tables.to_join_and_watch(ben, open_tables.TableFilter(host="friends"))[0]) == 2
