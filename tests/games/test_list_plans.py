"""The lists of a large site: each query reads its rows through an index, however many rows the table has.

With sequential scans disabled, PostgreSQL plans one only where no index fits. Which index it takes on a large site, and
how long that takes, is measured by tests/bench/people.py.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import DirectMessage, Friendship, User
from games.groups import services as groups
from games.models import SeasonScore
from games.operations import figures
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew
from tests.samples import GAME

pytestmark = pytest.mark.django_db
GROWING = (  # tables that grow with the site
    *("accounts_user", "accounts_friendship", "accounts_directmessage", "accounts_outgoingmail", "accounts_rating"),
    *("accounts_pacerating", "accounts_ratingpoint", "clubs_member", "clubs_grouptable", "clubs_groupline"),
    *("clubs_standingdate", "clubs_grouptournament", "games_match", "games_seat", "games_opendecision"),
    *("games_seasonscore", "tournaments_entrant", "tournaments_place", "tournaments_tournamenttable"),
    *("games_moverecord", "games_snapshot", "games_chatline", "games_visit"),
)
PAGES = (
    *("/mine/", "/news/", "/tables/", f"/tables/?game={GAME}&pace=live", "/tables/?host=friends", "/people/"),
    *("/people/?q=friend", "/people/friend/", "/messages/friend/", "/groups/", "/groups/{group}/", "/tournaments/"),
    *("/tournaments/{cup}/", f"/ratings/?game={GAME}", f"/ratings/?game={GAME}&me=1", "/ratings/?game=all"),
    *(f"/ratings/?game={GAME}&pace=live", f"/ratings/?game={GAME}&q=frie", "/search/?q=friend", "/mine/orders/"),
)
OF_PEOPLE = """SELECT c.conrelid::regclass || '.' || a.attname FROM pg_constraint c
JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
WHERE c.confrelid = 'accounts_user'::regclass AND c.conrelid::regclass::text = ANY(%s) AND NOT EXISTS (
    SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = a.attnum
    AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') IN ('', '(' || a.attname || ' IS NOT NULL)'))"""


@pytest.fixture
def shown(owner: User, django_user_model: Any) -> dict[str, int]:
    friend = django_user_model.objects.create(username="friend", email="friend@x.org")
    Friendship.objects.create(by=owner, to=friend, agreed_at=owner.date_joined)
    DirectMessage.objects.create(by=owner, to=friend, text="Hello")
    group = groups.create(owner=owner, name="Club")
    cup = announced(owner, crew(4))
    SeasonScore.objects.create(user=owner, season=8100, slug=GAME, points=1, matches=1, wins=1, place=1)
    return {"group": group.pk, "cup": cup.pk}


def test_no_list_scans_a_growing_table(owner: User, shown: dict[str, int]) -> None:
    client = browser_of(owner)
    for page in PAGES:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(page.format(**shown)).status_code == 200, page
        for sql in (query["sql"] for query in seen.captured_queries):
            if sql.lstrip(" (\n").startswith("SELECT"):
                assert not scanned(sql) & set(GROWING), (page, sql)


def test_the_pages_of_staff_read_neither_all_matches_nor_all_seats(staff: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(figures, "_read_at", -figures.KEPT)
    client = browser_of(staff)
    for page in ("/staff/", "/staff/matches/", "/staff/matches/?q=owner"):
        with CaptureQueriesContext(connection) as seen:
            assert client.get(page).status_code == 200, page
        for sql in (query["sql"] for query in seen.captured_queries):
            if sql.lstrip(" (\n").startswith(("SELECT", "WITH")):
                assert not scanned(sql) & {"games_match", "games_seat"}, (page, sql)


def test_a_guest_who_logs_in_does_not_wait_until_all_matches_of_the_site_are_read(
    owner: User, player: User, start: Any
) -> None:
    guest = User.objects.create_guest()
    start(people=(guest, player, User.objects.create_guest()))
    with CaptureQueriesContext(connection) as seen:
        guests.merge(guest=guest, account=owner)
    for sql in (query["sql"] for query in seen.captured_queries):
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            assert not scanned(sql) & {"games_match", "games_moverecord"}, sql
            assert "games_seat" not in scanned(sql, also_by_index=True), sql


def test_whoever_is_deleted_is_found_by_an_index_in_each_table_that_grows() -> None:
    with connection.cursor() as cursor:
        cursor.execute(OF_PEOPLE, [[*set(GROWING) - {"games_opendecision"}]])  # those of running matches only
        assert cursor.fetchall() == []


def test_a_filter_without_an_index_is_found() -> None:
    assert scanned("SELECT id FROM games_match WHERE secret = 'x' ORDER BY started_at LIMIT 9") == {"games_match"}


def scanned(sql: str, also_by_index: bool = False) -> set[str]:
    """The tables that this query can only read whole. `also_by_index`: in the order of an index."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN (FORMAT JSON) " + sql)
        answer = cursor.fetchone()[0]
    plan = answer if isinstance(answer, list) else json.loads(answer)
    kinds = ("Seq Scan", "Index Scan", "Index Only Scan")[: 3 if also_by_index else 1]
    found = [node for node in nodes(plan[0]["Plan"]) if node["Node Type"] in kinds]
    return {node["Relation Name"] for node in found if "Index Cond" not in node}


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)
