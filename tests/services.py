"""Early pytest plugin: a private PostgreSQL and Valkey for this test run, in a temporary directory.

Loaded by `-p tests.services`, because pytest-django reads the settings before any conftest.py. The addresses are known
at once; the servers start only when a collected test may need them, so the rules of a game are tested without a wait.
The test databases are copies of one with all migrations and manuals, kept between runs as var/migrated-*.sql.
Servers named by DATABASE_URL or REDIS_URL are used as they are. Workers of pytest-xdist inherit everything.
"""

import atexit
import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from config.embedded import servers
from config.embedded.processes import PidList
from config.env import renamed
from tests import kept_dump

ROOT = Path(__file__).resolve().parent.parent
PURE = ("games/kernel", "games/titles", "tests/kernel", "tests/contract")  # no database unless a test requests it
ASKS = {"db", "transactional_db", "django_db_setup", "live", "client", "admin_client", "live_server"}
TEMPLATE = "migrated"
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ


class Run:
    """The servers of one test run, and their directory."""

    def __init__(self) -> None:
        self.var = servers.private_dir(Path(tempfile.mkdtemp(prefix="playpost-test-")))
        self.lock = open(self.var / "lock", "w")  # noqa: SIM115  (held until we end: shows other runs that we are alive)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.servers: list[servers.Postgres | servers.Valkey] = []
        self.is_started = False
        atexit.register(self.stop)

    def name_addresses(self) -> None:
        """Put the URLs into the environment, for this process and its children."""
        found = servers.addresses_in(self.var)
        self.wants = [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
        for name, address in (("DATABASE_URL", found.database), ("REDIS_URL", found.redis)):
            os.environ[name] = os.environ.get(name) or address
        os.environ["PLAYPOST_VAR"] = str(self.var)

    def start(self) -> None:
        """Start the servers that the environment does not provide. Does nothing the second time."""
        if self.is_started:
            return
        self.is_started = True
        pids = PidList(self.var / "pids", [self.var])
        if "DATABASE_URL" in self.wants:
            self.servers.append(servers.Postgres(self.var, pids, fast=True))
        if "REDIS_URL" in self.wants:
            self.servers.append(servers.Valkey(self.var, pids))
        for server in self.servers:
            server.start()
        for server in self.servers:
            if isinstance(server, servers.Postgres):
                make_template(server)

    def stop(self) -> None:
        """End the servers and remove their directory."""
        for server in reversed(self.servers):
            server.stop()
        shutil.rmtree(self.var, ignore_errors=True)
        shutil.rmtree(servers.socket_dir(self.var), ignore_errors=True)


def make_template(server: servers.Postgres) -> None:
    """Create the database that the test databases are copied from: all migrations applied, all manuals loaded."""
    tools, host = server.bin, ["-h", server.sockets, "-U", "playpost"]
    subprocess.run([tools / "createdb", *host, TEMPLATE], check=True)
    kept, near = kept_dump.path(), kept_dump.nearest()
    if near:
        subprocess.run([tools / "psql", *host, "-qXf", near, TEMPLATE], check=True, stdout=subprocess.DEVNULL)
    if near != kept:
        manage(*(() if near else ("migrate",)), "loadrules")
        with contextlib.suppress(OSError):
            kept_dump.keep(subprocess.run([tools / "pg_dump", *host, TEMPLATE], check=True, capture_output=True).stdout)
    os.environ["PLAYPOST_TEST_TEMPLATE"] = TEMPLATE


def manage(*commands: str) -> None:
    """Run commands of manage.py on the template. Manuals with mistakes are for the tests of manuals to tell."""
    env = os.environ | {"DATABASE_URL": renamed(os.environ["DATABASE_URL"], TEMPLATE)}
    for name in commands:
        line = [sys.executable, "manage.py", name, "-v", "0"]
        subprocess.run(line, cwd=ROOT, env=env, check=name == "migrate", stdout=subprocess.DEVNULL)


def remove_abandoned() -> None:
    """The directories of earlier runs that were killed: their locks are free."""
    for var in Path(tempfile.gettempdir()).glob("playpost-test-*"):
        with contextlib.suppress(OSError), open(var / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            PidList(var / "pids", [var]).end_leftovers()
            shutil.rmtree(var, ignore_errors=True)


def needs_servers(item: pytest.Item) -> bool:
    """Can a test use the database or Valkey? All outside the pure folders, and those that request it."""
    if item.get_closest_marker("django_db") or ASKS & set(getattr(item, "fixturenames", ())):
        return True
    try:
        place = item.path.relative_to(ROOT).as_posix()
    except ValueError:
        return True
    return not place.startswith(PURE)


def pytest_configure(config: pytest.Config) -> None:
    # Workers of pytest-xdist collect tests themselves and inherit the URLs, so the servers must be running first.
    if RUN and config.getoption("numprocesses", None):
        RUN.start()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    if RUN and not session.config.option.collectonly and any(needs_servers(item) for item in session.items):
        RUN.start()


RUN: Run | None = None
if not IS_WORKER:
    remove_abandoned()
    os.environ.setdefault("PLAYPOST_DEBUG", "1")
    os.environ.setdefault("PLAYPOST_TESTING", "1")  # cheap password hashes, see settings
    os.environ.setdefault("PLAYPOST_COMPILED", str(servers.private_dir(ROOT / "var" / "compiled")))
    RUN = Run()
    RUN.name_addresses()
