"""Tables before and after a match: open, join, leave, invite, add bots, start, cancel, rematch."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection

from accounts.models import OutgoingMail, User
from games.clocks.time_control import HOUR
from games.errors import Refusal
from games.lobby import tables as lobby_tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.games.scenes import CLOCK, everything, make_cast, set_up
from tests.samples import DUEL, GAME, TITLE

pytestmark = pytest.mark.django_db


FORM = {"seats": "3", "clock": "correspondence:86400:259200", "bots": "0", "option.rounds": "", "is_rated": "on"}


def open_table(owner: User, **more: Any) -> Match:
    facts = {"slug": GAME, "seats": 3, "options": {}} | CLOCK | more
    return lobby_tables.create_match(owner=owner, **facts)


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


# --- sitting down, standing up ------------------------------------------------------------------------------------


def test_the_last_seat_starts_the_match(owner, player, staff):
    match = open_table(owner)
    for person in (player, staff):
        assert browser_of(person).post(f"/match/{match.pk}/join/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running" and match.commitment and match.started_at
    assert {seat.user for seat in match.seats.all()} == {owner, player, staff}
    assert OutgoingMail.objects.filter(kind="started").count() == 2  # the first to move hears it with "your turn"


def test_joining_twice_takes_one_seat(owner, player):
    match = open_table(owner)
    for _ in range(2):
        assert browser_of(player).post(f"/match/{match.pk}/join/").status_code == 302
    assert match.seats.filter(user=player).count() == 1


def test_joining_a_full_table_is_refused_with_a_reason(owner, player, staff, stranger):
    match = open_table(owner)
    for person in (player, staff):
        lobby_tables.join(match_id=match.pk, user=person)
    answer = browser_of(stranger).post(f"/match/{match.pk}/join/")
    assert answer.status_code == 409
    assert "This table isn’t open any more." in answer.content.decode()


def in_threads(*acts: Any) -> list[Any]:
    """Run these at the same time on separate connections. Returns the result or exception of each."""
    start = Barrier(len(acts))

    def act(one: Any) -> Any:
        try:
            start.wait(5)
            return one()
        except Refusal as refusal:
            return refusal.status
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_players_gets_the_last_seat(owner, player, staff, stranger):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    results = in_threads(
        *(lambda person=person: lobby_tables.join(match_id=match.pk, user=person) for person in (staff, stranger))
    )
    assert sorted(results, key=str) == [409, None]
    match.refresh_from_db()
    assert match.status == "running" and load_match(match.pk).version == 1
    assert match.seats.filter(user__in=[staff, stranger]).count() == 1


@pytest.mark.django_db(transaction=True)
def test_joining_in_two_tabs_takes_one_seat(owner, player):
    match = open_table(owner)
    results = in_threads(*(lambda: lobby_tables.join(match_id=match.pk, user=player) for _ in range(2)))
    assert results == [None, None] and match.seats.filter(user=player).count() == 1


@pytest.mark.django_db(transaction=True)
def test_joining_while_cancelling_stays_consistent(owner, player):
    match = open_table(owner, seats=3, bots=1)
    in_threads(
        lambda: lobby_tables.close_table(match_id=match.pk, user=owner),
        lambda: lobby_tables.join(match_id=match.pk, user=player),
    )
    match.refresh_from_db()
    is_running = match.status == "running"
    assert match.status in ("running", "cancelled") and bool(match.position) == is_running


def test_leaving_frees_the_seat(owner, player):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    answer = browser_of(player).post(f"/match/{match.pk}/leave/")
    assert answer["Location"] == "/tables/"
    assert match.seats.filter(user=None).count() == 2


def test_the_owner_must_cancel_instead_of_leaving(owner):
    match = open_table(owner)
    answer = browser_of(owner).post(f"/match/{match.pk}/leave/")
    assert answer.status_code == 409 and "Close the table instead" in answer.content.decode()
    assert browser_of(owner).post(f"/match/{match.pk}/close/").status_code == 302
    assert browser_of(owner).get(f"/match/{match.pk}/").status_code == 410
    closed = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert "This table was closed before it started." in closed and "Home page" in closed
    assert "Back to the table" not in closed, "there is none"


# --- bots ---------------------------------------------------------------------------------------------------------


def test_bots_can_be_added_and_removed(owner):
    match, client = open_table(owner), browser_of(owner)
    client.post(f"/match/{match.pk}/bots/add/")
    seat = match.seats.get(user__is_bot=True)
    client.post(f"/match/{match.pk}/seats/clear/", {"seat": str(seat.number)})
    assert not match.seats.filter(user__is_bot=True).exists()


@pytest.mark.parametrize("seat", ["", "x", "-1", "9999", "²", "1.5"])
def test_an_invalid_seat_number_is_refused(owner, seat):
    match = open_table(owner, bots=1)
    before = everything()
    answer = browser_of(owner).post(f"/match/{match.pk}/seats/clear/", {"seat": seat})
    assert answer.status_code == 422 and "Choose the seat to free." in answer.content.decode()
    assert everything() == before


def test_the_owner_keeps_their_seat(owner):
    match = open_table(owner, bots=1)
    browser_of(owner).post(f"/match/{match.pk}/seats/clear/", {"seat": "0"})
    assert match.seats.get(number=0).user == owner


def test_starting_fills_free_seats_with_different_bots(owner):
    match = open_table(owner, seats=5)
    assert browser_of(owner).post(f"/match/{match.pk}/start/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running"
    assert match.seats.filter(user__is_bot=True).values("user").distinct().count() == 4


def test_a_table_opened_full_of_bots_starts_at_once(owner):
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | {"bots": "2"})
    assert Match.objects.get().status == "running"


def test_bots_play_a_match_to_its_end(owner):
    match = open_table(owner, bots=2)
    for _ in range(400):
        if bots.play_one(match.pk, for_people=True) is None:
            break
    match.refresh_from_db()
    assert match.status == "over"


# --- lists --------------------------------------------------------------------------------------------------------


def test_my_games_shows_the_most_urgent_decision_first(owner, player):
    people = [make_person(name) for name in ("ada", "bo")]
    for move_seconds in (3 * DAY, HOUR, DAY):
        match = open_table(owner, move_seconds=move_seconds, bank_seconds=0)
        for person in people:
            lobby_tables.join(match_id=match.pk, user=person)
    for person in (owner, *people):
        dues = [row.due_at for row in browser_of(person).get("/mine/").context["waiting"]]
        assert dues == sorted(dues)


def test_my_games_has_a_filter_when_there_is_much_to_look_through(owner):
    for number in range(9):
        open_table(owner, **({"slug": DUEL, "seats": 2, "bots": 1} if number % 2 else {"bots": 2}))
        page = browser_of(owner).get("/mine/").content.decode()
        assert ("All games" in page) == (number == 8), number
    shown = browser_of(owner).get("/mine/", {"game": DUEL})
    assert {row.match.slug for key in ("waiting", "running") for row in shown.context[key]} == {DUEL}
    assert "All games" in shown.content.decode()


def test_next_decision_leads_to_another_match(owner):
    matches = [open_table(owner, bots=2) for _ in range(2)]
    for match in matches:
        for _ in range(10):
            if bots.play_one(match.pk) is None:
                break
    first, second = (match.pk for match in matches)
    assert browser_of(owner).get(f"/next/?after={first}")["Location"] == f"/match/{second}/"
    assert browser_of(owner).get(f"/next/?after={second}")["Location"] == f"/match/{first}/"
    for after in ("x", "-1", "9" * 40, "²"):
        assert browser_of(owner).get("/next/", {"after": after}).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_quick_joins_both_get_a_seat(owner, player, staff, stranger):
    tables = [open_table(owner, seats=3), open_table(owner, seats=3)]
    lobby_tables.join(match_id=tables[0].pk, user=player)
    clients = [browser_of(user) for user in (staff, stranger)]
    offered = {"table": str(tables[0].pk)}  # to both of them
    found = in_threads(*(lambda client=client: client.post("/tables/quick/", offered) for client in clients))
    late, quick = sorted(found, key=lambda answer: answer.status_code)
    assert quick["Location"] == f"/match/{tables[0].pk}/"
    assert "This table isn’t open any more. This is the next table." in late.content.decode()
    assert late.context["row"].match.id == tables[1].pk
    again = clients[found.index(late)].post("/tables/quick/", {"table": str(tables[1].pk)})
    assert again["Location"] == f"/match/{tables[1].pk}/"


def test_quick_join_leads_to_no_table_from_which_the_host_has_removed_one(owner, player):
    table = open_table(owner)
    lobby_tables.join(match_id=table.pk, user=player)
    lobby_tables.clear_seat(match_id=table.pk, user=owner, seat=table.seats.get(user=player).number)
    browser = browser_of(player)
    assert "/tables/new/" in browser.get("/tables/quick/")["Location"]
    old = browser.post("/tables/quick/", {"table": str(table.pk)}, follow=True).content.decode()
    assert "The host took you off this table. No table is free right now." in old


def test_quick_join_respects_the_filters(owner, player):
    table = open_table(owner, seats=3, is_rated=True)
    client = browser_of(player)
    for other in ({"rated": "no"}, {"seats": "4"}, {"pace": "live"}, {"game": DUEL}):
        assert "/tables/new/" in client.get("/tables/quick/", other)["Location"]
    wanted = {"rated": "yes", "seats": "3", "pace": table.pace, "game": table.slug}
    offer = client.get("/tables/quick/", wanted)
    assert offer.context["row"].match.id == table.pk and 'name="seats" value="3"' in offer.content.decode()


def test_all_matches_of_the_day_are_on_some_page(owner):
    matches = [open_table(owner, bots=2).pk for _ in range(13)]
    hidden = open_table(owner, bots=2, is_public=False).pk
    pages = [browser_of(owner).get(f"/tables/?game={GAME}&watch={page}").content.decode() for page in (1, 2)]
    assert all(any(f'"/match/{pk}/"' in page for page in pages) for pk in matches)
    assert not any(f'"/match/{hidden}/"' in page for page in pages)
    assert f"?game={GAME}&amp;watch=2" in pages[0] and f"?game={GAME}&amp;watch=1" in pages[1]


def test_the_lobby_shows_public_tables_and_matches_by_game(db):
    cast = make_cast()
    tables = {state: set_up(cast, state, True).pk for state in ("open", "running", "over")}
    page = browser_of(cast.stranger).get(f"/tables/?game={GAME}").content.decode()
    assert f"/match/{tables['open']}/join/" in page and f"/match/{tables['running']}/" in page
    assert f"/match/{tables['over']}/" in page and f"/match/{tables['over']}/join/" not in page  # of this day
    assert f'href="/match/{tables["over"]}/history/">Replay' in page  # there is nothing to watch any more
    watched = f'Watch<span class="sr"> {TITLE} {tables["running"]}<'
    assert watched in page and watched not in browser_of(cast.player).get("/tables/").content.decode()
    assert f"/match/{tables['open']}/" not in browser_of(cast.stranger).get(f"/tables/?game={DUEL}").content.decode()


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=999999999999", "game=chess"])
def test_lists_accept_odd_query_strings(owner, query):
    for address in ("/tables/", "/ratings/", "/mine/", "/tables/new/"):
        assert browser_of(owner).get(f"{address}?{query}").status_code == 200


@pytest.mark.parametrize("query", ["game=%00", "page=%00"])
def test_lists_refuse_nul(owner, query):
    for address in ("/tables/", "/ratings/", "/mine/", "/tables/new/"):
        assert browser_of(owner).get(f"{address}?{query}").status_code == 400


@pytest.mark.clause("PLAY-05")
def test_a_player_may_resign_at_any_time_and_only_once(start, owner, player):
    match = start()
    client = browser_of(player)
    assert client.get(f"/match/{match.pk}/resign/").status_code == 200
    assert load_match(match.pk).version == 1
    assert client.post(f"/match/{match.pk}/resign/").status_code == 302
    loaded = load_match(match.pk)
    assert loaded.seats[loaded.seat_of(player.pk)].left_reason == "resigned"
    again = client.post(f"/match/{match.pk}/resign/")
    assert again["Location"] == f"/match/{match.pk}/" and load_match(match.pk).version == loaded.version
    assert client.get(f"/match/{match.pk}/").status_code == 200
