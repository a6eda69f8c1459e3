"""Every kind of page with lists on a large site (tests.bench.large_site): the CPU of a page, in the web process and in
PostgreSQL, beside its goal; with its queries, the slowest of them, and the large tables that they scan whole.

Pages are measured for one of the busiest people and for an average one.

    .venv/bin/python tests/bench/people.py
"""

import gc
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import ratios
from tests.bench.large_site import BIG, GROUPS, MATCHES, PEOPLE, fill
from tests.bench.site import Site, site
from tests.samples import FROM_TWO, GAME

TIMES, GOAL, LARGE = 20, 20.0, 10_000  # requests of a page; milliseconds (ratios.ONE_QUERY); rows
WARM_UP = 12  # requests before these: psycopg prepares a statement after 5, PostgreSQL keeps its plan after 5 more
PAGES = {
    "my games": ("/mine/", "/mine/?page=40"),
    "bell": ("/news/",),
    "lobby": (
        *("/tables/", f"/tables/?game={GAME}&pace=live", "/tables/?host=friends"),
        *("/tables/?seats=6&rated=no", "/tables/?page=40&watch=900"),
    ),
    "people": ("/people/", "/people/?q=bace", "/people/?q=kalexi"),
    "search": ("/search/?q=bace", "/search/?q=cup", "/search/?q=no-such-name"),
    "profile": ("/people/{name}/",),
    "messages": ("/messages/{friend}/",),
    "group": ("/groups/", f"/groups/{BIG}/", f"/groups/{BIG}/?page=200", "/groups/join/{token}/"),
    "leaderboard": (
        *(f"/ratings/?game={GAME}", f"/ratings/?game={GAME}&page=900", f"/ratings/?game={GAME}&me=1"),
        *(f"/ratings/?game={GAME}&q=bace", f"/ratings/?game={FROM_TWO}&pace=live", "/ratings/"),
        *("/ratings/?game=all", "/ratings/?game=all&page=400", f"/ratings/?game={GAME}&season={{season}}&q=bace"),
    ),
    "tournament": ("/tournaments/", "/tournaments/?page=60", "/tournaments/2/", f"/tournaments/{BIG}/"),
    "staff": ("/staff/reports/", "/staff/people/?q={name}", "/staff/matches/?q={name}"),
}


class Measured(NamedTuple):
    """CPU milliseconds of a page in the web process (median) and in PostgreSQL (mean); its queries, the milliseconds
    of the slowest, and the large tables scanned whole."""

    page: str
    web: float
    database: float
    queries: int
    slowest: float
    scanned: list[str]

    @property
    def cpu(self) -> float:
        return self.web + self.database


def measure(place: Site, user: Any, address: str) -> Measured:
    """Open a page several times, then explain each of its queries."""
    client = _client(user)

    def get() -> float:
        began = time.process_time()
        assert client.get(address, secure=True).status_code == 200, address
        return (time.process_time() - began) * 1000

    for _ in range(WARM_UP):
        get()
    before = place.cpu_seconds()["PostgreSQL"]
    web = median(get() for _ in range(TIMES))
    database = (place.cpu_seconds()["PostgreSQL"] - before) / TIMES * 1000
    return Measured(address, web, database, *_explained(get))


def _client(user: Any) -> Any:
    """A browser of this person, who has just entered a password, as staff pages require."""
    from django.test import Client

    from accounts.login.adapter import PROOF

    client = Client()
    client.force_login(user)
    session = client.session
    session[PROOF] = [{"method": "password", "at": time.time()}]
    session.save()
    return client


def _explained(get: Callable[[], float]) -> tuple[int, float, list[str]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        get()
    asked = [sql for query in seen.captured_queries if (sql := query["sql"].lstrip()).startswith(("SELECT", "(SELECT"))]
    slowest, scanned = 0.0, set()
    with connection.cursor() as cursor:
        for sql in asked:
            cursor.execute("EXPLAIN (ANALYZE, TIMING OFF) " + sql)
            plan = "\n".join(row[0] for row in cursor.fetchall())
            slowest = max(slowest, float(re.findall(r"Execution Time: ([\d.]+)", plan)[0]))
            found = re.findall(r"Seq Scan on (\w+).*?actual rows=([\d.]+)", plan)
            scanned |= {table for table, rows in found if float(rows) > LARGE}
    return len(asked), slowest, sorted(scanned)


def measure_all(place: Site, say: Callable[[str], None]) -> Iterator[tuple[str, Measured]]:
    """Fill the site, then measure all pages, with their kind, for the second busiest person and an average one."""
    from django.utils import timezone

    from accounts.models import User
    from games.groups.models import Group
    from games.lobby import seasons

    logging.disable(logging.INFO)  # of log-ins
    began = time.monotonic()
    fill(lambda words: say(f"{time.monotonic() - began:.0f} s: {words}"))
    gc.collect()
    gc.freeze()  # as a web process does (config/asgi.py), so that a million matches just made are not looked through
    facts = {"token": Group.objects.get(pk=BIG).token, "season": seasons.at(timezone.now()) - 1}
    for number, friend in ((2, 4), (PEOPLE // 2, PEOPLE)):
        user, other = User.objects.get(pk=number), User.objects.get(pk=friend)
        for kind, pages in PAGES.items():
            say(f"{kind}, person {number}")
            for page in pages:
                address = page.format(name=user.username, friend=other.username, **facts)
                yield kind, measure(place, user, address)


def rows(place: Site, say: Callable[[str], None]) -> Iterator[ratios.Row]:
    """The slowest page of each kind, and its goal on this machine."""
    worst: dict[str, Measured] = {}
    floors = [ratios.one_query_page(place)]
    for kind, found in measure_all(place, say):
        worst[kind] = max(worst.get(kind, found), found, key=lambda one: one.cpu)
    times, row = ratios.slowness([*floors, ratios.one_query_page(place)])
    yield row
    size = f"{PEOPLE:,} people, {GROUPS:,} groups, {MATCHES:,} matches"
    for kind, found in worst.items():
        more = f"{found.page}, {found.queries} queries, {size}"
        yield f"large site, {kind}: CPU of the slowest page", f"{found.cpu:.1f} ms", f"< {GOAL * times:.0f} ms", more


def main() -> None:
    with site(web=0) as place:
        for _, found in measure_all(place, lambda words: print(f"  … {words}", file=sys.stderr, flush=True)):
            words = f"{found.web:>6.1f} + {found.database:>5.1f} ms of CPU, {found.queries:>3} queries"
            late = "SLOW" if found.cpu > GOAL else ""
            print(found.page.ljust(44), words, f"slowest {found.slowest:>6.1f}", late, *found.scanned, flush=True)


if __name__ == "__main__":
    main()
