"""The queries and bytes that pages and moves take are the same for short and long matches, few and many rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import leaderboards
from accounts.mail import preferences
from accounts.mail.email import Email, rendered
from accounts.models import OutgoingMail, Rating
from games.lobby import durations, tables
from games.matches import play, recent
from games.matches.loaded import load_match
from games.models import ChatLine, Match, MoveRecord, OpenDecision, Seat, Snapshot
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, user_of
from tests.games.scenes import make_cast, set_up
from tests.games.test_bad_input import Doors, as_form
from tests.games.test_lobby import open_table
from tests.samples import GAME, LONG

pytestmark = pytest.mark.django_db
MOVE = {
    "live": 4,
    "page": 7,
    "clock": 4,
}  # in a transaction, so with the lock; test_batching shows fewer
TABLE, OTHER, LOBBY, MINE, MAIL = 5, 8, 4, 4, 4  # queries allowed


@contextmanager
def counted() -> Iterator[CaptureQueriesContext]:
    """All statements without savepoints, which only exist because the test runs inside a transaction."""
    with CaptureQueriesContext(connection) as context:
        yield context


def queries(context: CaptureQueriesContext) -> int:
    return sum("SAVEPOINT" not in query["sql"] for query in context.captured_queries)


def cost(client: Client, address: str) -> int:
    with counted() as context:
        assert client.get(address).status_code == 200
    return queries(context)


def visitor(user: Any) -> Client:
    user.last_seen_at = timezone.now()
    user.save(update_fields=["last_seen_at"])
    return browser_of(user)


@pytest.fixture
def long(start: Any) -> Match:
    """A match of five people with well over a hundred moves."""
    match: Match = start(people=tuple(make_person(f"guest{n}") for n in range(5)), options=LONG)
    return match


# --- moves --------------------------------------------------------------------------------------------------------


def move_cost(match: Match, by: str) -> int:
    doors = Doors(match)
    doors.user.last_seen_at = timezone.now()
    doors.user.save()
    move = doors.asked.decision.default
    recent.put(load_match(match.pk))
    with counted() as context:
        if by == "page":
            assert doors.form(verb=move.verb, **as_form(move.args)).status_code == 302
        else:
            seat = doors.asked.decision.seat
            facts = {"match_id": match.pk, "seat": seat, "by": by, "user": doors.user}
            play.play_move(decision=doors.asked.id, move=move, **facts)
    return queries(context)


@pytest.mark.parametrize("by", sorted(MOVE))
def test_a_move_takes_few_queries_early_and_late_in_a_match(long, by):
    match = long
    move_on(match, 4)
    early = move_cost(match, by)
    move_on(match, 55)
    late = move_cost(match, by)
    assert max(early, late) <= MOVE[by]


def written(match: Match) -> int:
    """Bytes stored by one move: records, snapshot, open decisions, position."""
    version = match.version
    records = MoveRecord.objects.filter(match=match, version=version)
    size = sum(len(row.move) + len(row.events) for row in records)
    size += len(Snapshot.objects.get(match=match, version=version).position)
    size += sum(len(row.prompt) + len(row.key) for row in OpenDecision.objects.filter(match=match))
    return size + len(match.position)


def test_what_a_move_stores_does_not_grow_with_the_match(long):
    match, sizes = long, {}
    for number in range(1, 66):
        move_on(match, 1)
        match.refresh_from_db()
        sizes[number] = written(match)
    assert max(sizes[n] for n in range(56, 66)) <= 1.2 * max(sizes[n] for n in range(1, 11))


@pytest.mark.parametrize("slug", sorted(load()))
def test_positions_stay_below_8_kb(start, owner, player, staff, slug):
    match = start(slug, (owner, player, staff)[: load()[slug].meta.seats[0]])
    for _ in range(20):
        move_on(match, 5)
        match.refresh_from_db()
        assert len(match.position.encode()) < 8000


# --- pages --------------------------------------------------------------------------------------------------------


def test_the_table_takes_at_most_five_queries_early_and_late(long, owner):
    match = long
    move_on(match, 2)
    clients = [Client(), *(visitor(user_of(load_match(match.pk), seat)) for seat in range(3))]
    early = [cost(client, f"/match/{match.pk}/") for client in clients]
    move_on(match, 60)
    ChatLine.objects.bulk_create(ChatLine(match=match, user=owner, text=f"line {n}") for n in range(300))
    late = [cost(client, f"/match/{match.pk}/") for client in clients]
    assert max(early) <= TABLE and late == early


@pytest.mark.parametrize("part", ["history/", "history/?at=3", "text/", "proof/"])
def test_other_pages_of_a_match_take_a_constant_number_of_queries(long, part):
    match = long
    move_on(match, 4)
    client = visitor(user_of(load_match(match.pk), 0))
    early = cost(client, f"/match/{match.pk}/{part}")
    move_on(match, 50)
    assert cost(client, f"/match/{match.pk}/{part}") == early <= OTHER


def test_a_turn_email_takes_four_queries_with_those_of_its_sender(start: Any) -> None:
    start()
    row = OutgoingMail.objects.filter(kind="turn").first()
    assert row is not None
    with counted() as asked:
        preferences.lock(row)
        email = rendered(row)
    assert isinstance(email, Email) and email.pictures
    assert len(asked) <= MAIL


@pytest.mark.parametrize("address", ["/tables/", f"/tables/?game={GAME}"])
def test_the_lobby_takes_at_most_four_queries_however_full(db, address, monkeypatch):
    monkeypatch.setattr(durations, "REMEMBERED", inf)  # not looked up anew in the middle of this test
    cast = make_cast()
    clients = [Client(), visitor(cast.owner), visitor(cast.stranger)]
    for state in ("open", "running"):
        set_up(cast, state, True)
    clients[0].get(address)  # fill the cache of estimates from finished matches
    few = [cost(client, address) for client in clients]
    for number in range(6):
        for host in [make_person(f"host{number}{place}") for place in range(3)]:
            for bots in (1, 4):
                open_table(host, seats=5, bots=bots)
    many = [cost(client, address) for client in clients]
    assert many == few and max(many) <= LOBBY


def test_my_games_do_not_cost_more_with_more_matches(db):
    cast = make_cast()
    client = visitor(cast.owner)
    for state in ("open", "running", "over"):
        set_up(cast, state, True)
    waits = set_up(cast, "running", True)
    move_on(waits, 1)
    few = cost(client, "/mine/")
    for _ in range(6):
        for state in ("running", "over"):
            set_up(cast, state, True)
        move_on(set_up(cast, "running", False), 1)
    assert cost(client, "/mine/") == few <= MINE


def test_ratings_do_not_cost_more_with_more_people(owner, monkeypatch):
    monkeypatch.setattr(leaderboards, "monotonic", lambda: 90.0)  # milestones are found anew every minute
    client = visitor(owner)
    rows = {"slug": GAME, "sigma": 5.0, "matches": 9}

    def rate(count: int) -> None:
        people = [make_person(f"p{Rating.objects.count()}x{n}") for n in range(count)]
        Rating.objects.bulk_create(Rating(user=who, mu=20.0 + who.pk % 9, conservative=5.0, **rows) for who in people)

    rate(26)  # more than one page, so they are counted
    client.get(f"/ratings/?game={GAME}")  # reads the milestones, which are kept
    few = cost(client, f"/ratings/?game={GAME}")
    rate(57)
    assert cost(client, f"/ratings/?game={GAME}") == few <= 8
    assert cost(client, f"/ratings/?game={GAME}&page=2") <= few


def test_a_profile_does_not_cost_more_with_more_matches(db):
    cast = make_cast()
    client = visitor(cast.stranger)
    set_up(cast, "over", True)
    few = cost(client, "/people/owner/")
    for _ in range(6):
        set_up(cast, "over", True)
        set_up(cast, "running", True)
    assert cost(client, "/people/owner/") == few <= 15


def test_the_data_export_does_not_cost_more_with_more_matches(db):
    cast = make_cast()
    client = visitor(cast.owner)
    set_up(cast, "over", True)
    few = cost(client, "/people/me/export/")
    for _ in range(5):
        set_up(cast, "running", True)
    assert cost(client, "/people/me/export/") == few


def test_opening_a_table_costs_the_same_on_a_busy_site(owner):
    def opening() -> int:
        with counted() as context:
            tables.close_table(match_id=open_table(owner).pk, user=owner)
        return queries(context)

    first = opening()
    for _ in range(8):
        open_table(owner)
    assert opening() == first
    assert Seat.objects.count() == 3 * 10
