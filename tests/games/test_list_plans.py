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

from accounts.models import DirectMessage, Friendship, User
from games.groups import services as groups
from games.models import SeasonScore
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew
from tests.samples import GAME

pytestmark = pytest.mark.django_db
GROWING = (  # tables that grow with the site
    *("accounts_user", "accounts_friendship", "accounts_directmessage", "accounts_outgoingmail", "accounts_rating"),
    *("accounts_pacerating", "accounts_ratingpoint", "clubs_member", "clubs_grouptable", "clubs_groupline"),
    *("clubs_standingdate", "clubs_grouptournament", "games_match", "games_seat", "games_opendecision"),
    *("games_seasonscore", "tournaments_entrant", "tournaments_place", "tournaments_tournamenttable"),
)
PAGES = (
    *("/mine/", "/news/", "/tables/", f"/tables/?game={GAME}&pace=live", "/tables/?host=friends", "/people/"),
    *("/people/?q=friend", "/people/friend/", "/messages/friend/", "/groups/", "/groups/{group}/", "/tournaments/"),
    *("/tournaments/{cup}/", f"/ratings/?game={GAME}", f"/ratings/?game={GAME}&me=1", "/ratings/?game=all"),
    *(f"/ratings/?game={GAME}&pace=live", f"/ratings/?game={GAME}&q=frie", "/search/?q=friend"),
)


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


def test_a_filter_without_an_index_is_found() -> None:
    assert scanned("SELECT id FROM games_match WHERE secret = 'x' ORDER BY started_at LIMIT 9") == {"games_match"}


def scanned(sql: str) -> set[str]:
    """The tables that this query can only read whole."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN (FORMAT JSON) " + sql)
        answer = cursor.fetchone()[0]
    plan = answer if isinstance(answer, list) else json.loads(answer)
    return {node["Relation Name"] for node in nodes(plan[0]["Plan"]) if node["Node Type"] == "Seq Scan"}


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)
