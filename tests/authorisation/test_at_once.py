"""Every form and body sent twice at the same moment, by one person and by two: both have read before either writes.

No answer is an error of ours. Each pair begins with the same rows, in a fresh copy of the test's database.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

from tests.authorisation import asking, matrix, world
from tests.authorisation.matrix import ROLES, SITE
from tests.authorisation.prepared import PREPARED
from tests.authorisation.test_matrix import PARTS, Scene, code, part_of, scene_of
from tests.authorisation.test_odd_fields import ACCEPTED, BY_HAND
from tests.fixtures import empty_cache
from tests.games.scenes import client_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_rate_limits")]
WRITES = ("INSERT", "UPDATE", "DELETE", "advisory")  # UPDATE stands in FOR UPDATE, too
PATIENCE = 0.15  # seconds: the other press may have nothing to write, or wait for a lock of this one
STOPS = 12  # per press
ONCE = ("close", "pause", "abandon", "retry", "drop", "readmit", "unmute", "rename", "settle", "hear")


class Together:
    """Lets each statement that writes or locks wait until the other press has come as far."""

    def __init__(self, meeting: threading.Barrier) -> None:
        self.meeting, self.left = meeting, STOPS

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        if self.left and any(word in sql for word in WRITES):
            self.left -= 1
            try:
                self.meeting.wait(PATIENCE)
            except threading.BrokenBarrierError:
                with suppress(threading.BrokenBarrierError):
                    self.meeting.reset()
        return execute(sql, *rest)


def pressed(scene: Scene, roles: tuple[str, str], route: str) -> list[str]:
    """The answers to these two."""
    meeting, found = threading.Barrier(2), ["", ""]

    def press(at: int) -> None:
        client = client_of(None, raise_request_exception=False)
        client.cookies.load(scene.cookies[roles[at]])
        with connection.execute_wrapper(Together(meeting)):
            found[at] = code(scene.ask(client, "POST", route, scene.key_of(roles[at])))
        connections.close_all()

    presses = [threading.Thread(target=press, args=(at,)) for at in (0, 1)]
    for one in presses:
        one.start()
    for one in presses:
        one.join()
    return found


def on_server(*statements: str) -> None:
    """Run these outside the test's database, to which nothing is connected then."""
    place = connection.settings_dict
    connections.close_all()
    empty_cache()
    server = {
        "host": place["HOST"],
        "port": place["PORT"] or None,
        "user": place["USER"],
        "password": place["PASSWORD"],
    }
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as line:
        for one in statements:
            line.execute(one)


@contextmanager
def kept_rows() -> Iterator[Callable[[], None]]:
    """Keep the rows of now. Yields what brings them back."""
    name = connection.settings_dict["NAME"]
    alone = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    again = (f'DROP DATABASE "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}" TEMPLATE "{name}_kept"')
    on_server(alone, f'DROP DATABASE IF EXISTS "{name}_kept"', f'CREATE DATABASE "{name}_kept" TEMPLATE "{name}"')
    try:
        yield lambda: on_server(*again)
    finally:
        on_server(*again, f'DROP DATABASE "{name}_kept"')


def faults(scene: Scene, routes: list[str], expected: matrix.Rows) -> list[str]:
    found = []
    with kept_rows() as bring_back:
        for (route, method), codes in expected.items():
            roles = [role for role, one in zip(ROLES, codes, strict=True) if one in ACCEPTED]
            if method != "POST" or route not in routes or not roles:
                continue
            for pair in {(roles[0], roles[0]), (roles[0], roles[-1])}:
                bring_back()
                if (prepare := PREPARED.get(f"POST {route}")) and (scene.match or not asking.is_about_a_table(route)):
                    scene.things |= prepare(scene.people, scene.match) or {}
                answers = pressed(scene, pair, route)
                if any(one.startswith("5") or not one for one in answers):
                    found.append(f"{pair} {route} {answers}")
    return found


@pytest.mark.parametrize("state", [pytest.param(one, marks=BY_HAND) for one in ("running", "open", "over")])
def test_at_a_table(state: str) -> None:
    people = world.make_people()
    match = world.make_table(people, state)
    things = world.things_at_a_table(people, match)
    routes = [route for route in asking.routes() if asking.is_about_a_table(route)]
    assert not faults(scene_of(people, things, match), routes, matrix.read(state))


@pytest.mark.parametrize("part", [pytest.param(one, marks=BY_HAND) for one in ("", *PARTS)])
def test_elsewhere(part: str) -> None:
    people = world.make_people()
    things = world.things_of_the_site(people)
    routes = [route for route in asking.routes() if not asking.is_about_a_table(route) and part_of(route) == part]
    assert not faults(scene_of(people, things), routes, matrix.read(SITE))


@pytest.mark.parametrize("act", ["suspend", "delete", *(pytest.param(one, marks=BY_HAND) for one in ONCE)])
def test_two_members_of_staff_do_it_once(act: str) -> None:
    """Nobody gets two emails about it, and the second one is told."""
    people = world.make_people()
    scene = scene_of(people, world.things_of_the_site(people))
    found = pressed(scene, ("staff", "staff"), f"staff/do/{act}/")
    assert found.count("302") == 1 and set(found) <= {"302", "404", "409"}
