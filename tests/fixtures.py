"""Fixtures for all tests: four people, a real server process on the test database, and the browser."""

import os
import shutil
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError

import pytest

from config.embedded.processes import Process, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "seven grey envelopes"
# The headless shell comes first: it takes a tenth of the time per page.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
NO_CHROMIUM = "NO CHROMIUM FOUND: {count} browser tests did NOT run. Install chromium, or name the program in CHROMIUM."
# Filled by migrations, and by the manuals of all games.
KEPT_TABLES = {"django_content_type", "auth_permission", "django_site", "rulebook_page", "rulebook_section"}
# Seconds since 1970 after which no test of the slow part begins; 0: all run, however long it takes.
DEADLINE = int(os.environ.get("PLAYPOST_TESTS_UNTIL", "0"))
STARTED = time.time()
TOO_LATE = "no time left: PLAYPOST_TESTS_UNTIL"
left_out: list[pytest.Item] = []


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what would begin too late. Tests without a browser run first, and leave half of the time to those in one."""
    until = DEADLINE if item.get_closest_marker("browser") else (STARTED + DEADLINE) / 2
    if DEADLINE and time.time() > until and not item.get_closest_marker("always"):
        pytest.skip(TOO_LATE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests in order. Deselect browser tests if there is no Chromium; the end of the report says so."""
    items[:] = in_order(items)
    if CHROMIUM:
        return
    left_out.extend(item for item in items if item.get_closest_marker("browser"))
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """First what always runs, then what takes longest; dealt to all workers: each begins with its part of the list."""
    turned = by_chance(items) if DEADLINE else items
    always = [item for item in turned if item.get_closest_marker("always")]
    long = [item for item in turned if item.get_closest_marker("timeout") and item not in always]
    first = always + long
    rest = [item for item in turned if item not in first]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    dealt: list[pytest.Item] = []
    for number in range(workers):
        own = first[workers - 1 - number :: workers]  # the last part is the longest
        size = (len(items) - len(dealt)) // (workers - number) - len(own)
        dealt += own + rest[: max(0, size)]
        rest = rest[max(0, size) :]
    return dealt


def by_chance(items: list[pytest.Item]) -> list[pytest.Item]:
    """The files in another order in each run, so that none is always too late, nor all of a title together."""
    files = list(dict.fromkeys(item.path for item in items))
    Random(DEADLINE).shuffle(files)
    place = {path: number for number, path in enumerate(files)}
    return sorted(items, key=lambda item: place[item.path])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    late = sum(TOO_LATE in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    if late:
        terminalreporter.write_sep("!", f"{late} SLOW TESTS DID NOT RUN: no time left", yellow=True, bold=True)
    if left_out:
        terminalreporter.write_sep("!", NO_CHROMIUM.format(count=len(left_out)), red=True, bold=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if left_out and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def empty_cache() -> None:
    """Delete this process's keys in Valkey. (clear() would also delete those of other test processes.)"""
    from django.conf import settings
    from django.core.cache import cache

    client = cache._cache.get_client(write=True)  # type: ignore[attr-defined]
    if keys := list(client.scan_iter(f"{settings.CACHES['default']['KEY_PREFIX']}:*")):
        client.delete(*keys)


def make_person(username: str, **more: Any) -> Any:
    """A registered person with a confirmed address; the password is PASSWORD. Staff has one-time codes, too."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from django.contrib.auth import get_user_model

    email = f"{username}@example.org"
    user = get_user_model().objects.create_user(username=username, email=email, password=PASSWORD, **more)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    if user.is_staff:  # the staff pages need a second factor
        Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
    return user


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Copy the test database from the one with all migrations that tests/services.py has made."""
    from django.db import connection

    from config.postgres import postgres

    postgres().close_pool()  # a test that may not reach the database may have made it for that of the settings
    connection.settings_dict["TEST"]["TEMPLATE"] = os.environ.get("PLAYPOST_TEST_TEMPLATE")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Every test finds all manuals loaded, and no other rows than those that migrations make."""
    from django.test import TransactionTestCase

    from rulebook import library
    from rulebook.models import Page

    with django_db_blocker.unblock():
        if not Page.objects.exists():  # the database is no copy of the template
            library.load()
    TransactionTestCase._fixture_teardown = lambda self: delete_rows()  # type: ignore[method-assign]


def delete_rows() -> None:
    """Delete what a test has committed. Django truncates all tables instead, which takes a hundred times as long."""
    from django.db import IntegrityError

    for _ in range(2):
        with suppress(IntegrityError):  # the site was still answering a page, and added a row meanwhile
            return _delete_rows()
    _delete_rows()


def _delete_rows() -> None:
    from django.db import connection, transaction

    tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT_TABLES)
    filled = " UNION ALL ".join(f"(SELECT '{table}' FROM {table} LIMIT 1)" for table in tables)
    with transaction.atomic(), connection.cursor() as cursor:  # foreign keys are checked at its end
        cursor.execute(filled)
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table}")


@pytest.fixture
def owner(db: None) -> Any:
    """Opens tables."""
    return make_person("owner")


@pytest.fixture
def player(db: None) -> Any:
    """Sits at the owner's tables."""
    return make_person("player")


@pytest.fixture
def stranger(db: None) -> Any:
    """Registered, but in none of the matches."""
    return make_person("stranger")


@pytest.fixture
def staff(db: None) -> Any:
    """Runs the site."""
    return make_person("staff", is_staff=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status_of(url: str) -> int:
    """The status of a page; 0 if there is no answer."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return 0


@pytest.fixture(scope="session")
def live(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Daphne on the test database. Tests need django_db(transaction=True), so that it sees their data."""
    with served(tmp_path_factory.mktemp("live"), has_limits=False) as address:
        yield address


@contextmanager
def served(folder: Path, *, has_limits: bool) -> Iterator[str]:
    """A real Daphne with its log in this folder; what it yields is its address."""
    from django.db import connection

    from config.env import renamed
    from tests import collected

    port = free_port()
    address = f"http://localhost:{port}"  # by name: passkeys need one
    env = os.environ | collected.settings()
    env |= {
        "DATABASE_URL": renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"]),
        "PLAYPOST_URL": address,
        "PLAYPOST_RATE_LIMITS": "1" if has_limits else "0",
    }
    server = Process("web", folder / "web.log")
    command = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
    server.spawn([sys.executable, *command], ROOT, env)
    wait_until(lambda: status_of(f"{address}/") != 0 or not server.is_alive, 60, 0.1)
    try:
        assert status_of(f"{address}/") == 200, f"the server does not answer:\n{server.tail(60)}"
        yield address
    finally:
        server.stop(5)


@pytest.fixture(autouse=True)
def live_server_rests(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test with the live server, wait until the server is idle before the tables are truncated.

    Truncating locks all tables, and a query of the server may lock some in another order: that would be a deadlock.
    """
    if "live" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")  # requested, so that it is torn down after us
    yield
    rests = [False]
    wait_until(lambda: rests.append(_no_query_runs()) or all(rests[-2:]), 5, 0.03)  # type: ignore[func-returns-value]


def _no_query_runs() -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle'"
        )
        return bool(cursor.fetchone() == (0,))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The distribution's Chromium, without background network traffic."""
    # Playwright keeps an event loop in the main thread, where Django would refuse to use the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    quiet = ("background-networking", "component-update", "sync", "default-apps", "gpu", "dev-shm-usage")
    switches = ["--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in quiet)]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": switches}


@pytest.fixture
def page_of(browser: "Browser", live: str, transactional_db: None) -> Iterator[Callable[..., "Page"]]:
    """`page_of(user, width=1280)`: a page in a new browser context, logged in as this person (None: not logged in)."""
    from django.test import Client

    contexts = []

    def open_page(user: Any = None, width: int = 1280, height: int = 900, **options: Any) -> "Page":
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=live, **options)
        contexts.append(context)
        context.add_init_script("document.addEventListener('table:shown', () => { window.heard = true })")
        if user is not None:
            client = Client()
            client.force_login(user)
            context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
