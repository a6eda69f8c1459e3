"""If the database hangs, restarts or is down, pages say so within seconds and recover automatically."""

import os
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections

from config import env
from config.embedded.processes import wait_until
from config.embedded.servers import Postgres, addresses_in
from config.env import renamed
from games.matches.loaded import load_match
from tests.fixtures import status_of
from tests.games.conftest import open_of, user_of
from tests.games.own_site import Site, quickly
from tests.games.scenes import make_cast, set_up
from tests.games.table_sockets import session_of
from tests.games.test_sockets import good_move
from tests.kept_dump import fill

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.django_db(transaction=True)
def test_a_hanging_database_is_reported_within_15_seconds(stack, private_servers):
    """A lock on the table of users is held for an hour, but pages do not wait that long."""
    database = renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"])
    as_hosted = {"PLAYPOST_DEBUG": "0", "PLAYPOST_SECRET_KEY": "not a secret " * 5, "PLAYPOST_COLLECTED": "0"}
    site = Site(private_servers, database, os.environ["REDIS_URL"], **as_hosted)
    stack.callback(site.process.stop, 5)
    cast = make_cast()
    holder = stack.enter_context(psycopg.connect(database))
    holder.execute("LOCK TABLE accounts_user IN ACCESS EXCLUSIVE MODE")
    begun = time.monotonic()
    status, page = site.look(f"/people/{cast.owner.username}/")
    assert status == 503 and "We’ll be back in a minute" in page
    assert 8 < time.monotonic() - begun < 15


def site_with_a_database_of_its_own(stack: ExitStack, folder: Path) -> tuple[Postgres, Site]:
    database = Postgres(folder, fast=True)
    database.start()
    stack.callback(database.stop)
    database.create_database()
    address = addresses_in(folder).database
    as_hosted = {
        "PLAYPOST_DEBUG": "0",
        "PLAYPOST_SECRET_KEY": settings.SECRET_KEY,
        "PLAYPOST_COLLECTED": "0",
    }
    site = Site(folder, address, os.environ["REDIS_URL"], **as_hosted)
    stack.callback(site.process.stop, 5)
    assert status_of(f"{site.address}/nothing/") == 404
    fill(database, address)
    return database, site


@contextmanager
def looks_into(folder: Path) -> Iterator[None]:
    """What the test itself asks goes to that database, as the site's questions do."""
    known = connections["default"]
    where = env.database(addresses_in(folder).database)
    ours = known.copy()
    ours.settings_dict |= {name: where[name] for name in ("NAME", "USER", "HOST", "PORT", "OPTIONS")}
    connections["default"] = ours
    try:
        yield
    finally:
        ours.close()
        connections["default"] = known


def test_pages_recover_after_a_database_restart(stack, private_servers):
    """The pooled connections are dead then, but nobody gets an error page."""
    database, site = site_with_a_database_of_its_own(stack, private_servers)
    assert [status_of(f"{site.address}/tables/") for _ in range(4)] == [200] * 4
    database.stop()
    with ThreadPoolExecutor(1) as somebody:
        waits = somebody.submit(lambda: urllib.request.urlopen(f"{site.address}/tables/", timeout=30).status)
        time.sleep(0.5)
        database.start()
        assert waits.result() == 200, "a page that is asked for meanwhile waits"
    assert [status_of(f"{site.address}/tables/") for _ in range(6)] == [200] * 6
    database.stop()  # for longer than anybody wants to wait
    status, page = site.look("/tables/")
    assert status == 503 and "We’ll be back in a minute" in page


def test_a_stopped_database_costs_no_move(stack, private_servers):
    """Pages say so within seconds. When it is back they work, and so does the move that was refused."""
    database, site = site_with_a_database_of_its_own(stack, private_servers)
    with looks_into(private_servers):
        cast = make_cast()
        match = set_up(cast, "running", True)
        loaded = load_match(match.pk)
        mover, version, form = user_of(loaded, open_of(loaded).decision.seat), loaded.version, good_move(match)
        addresses = {f"/match/{match.pk}/": None, f"/match/{match.pk}/play/": form, "/tables/": None}
        cookie = session_of(mover)
        assert site.ask(f"/match/{match.pk}/", cookie)[0] == 200
        database.stop()
        for address, sent in addresses.items():
            status, page = quickly(lambda address=address, sent=sent: site.ask(address, cookie, sent), 15)
            assert status == 503 and "We’ll be back in a minute" in page
        assert quickly(lambda: site.look("/health/ready"), 15)[0] == 503
        assert site.look("/health/live")[0] == 200
        database.start()
        connection.close()  # the test's own is dead, too
        assert wait_until(lambda: site.ask(f"/match/{match.pk}/", cookie)[0] == 200, 90, 0.5)  # recovery takes time
        assert load_match(match.pk).version == version, "what was refused was not played"
        status, page = site.ask(f"/match/{match.pk}/play/", cookie, form)
        assert status == 200 and f'data-version="{version + 1}"' in page
        assert load_match(match.pk).version == version + 1
