"""Every address x method x role gets the answer that matrix.txt gives.

Each request runs in a transaction that is rolled back. Whatever is refused has changed no row, and no answer holds the
seed of a running match or a private key. A new address fails until it has its rows: run the test, then
`python -m tests.authorisation.matrix`, which writes what the test has found, and read the difference by eye.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client

from games.models import Match
from tests.authorisation import asking, matrix, world
from tests.authorisation.matrix import ROLES, SCENES, SITE, Rows
from tests.authorisation.prepared import PREPARED
from tests.fixtures import empty_cache
from tests.games.scenes import client_of, secrets_of
from tests.samples import quick_first

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


@pytest.fixture
def people(db: None) -> dict[str, Any]:
    return world.make_people()


class Writes:
    """Counts the statements that write, because comparing all rows takes longer than most requests."""

    count = 0

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        self.count += any(word in sql.replace("FOR UPDATE", "") for word in ("INSERT", "UPDATE", "DELETE"))
        return execute(sql, *rest)


@dataclass
class Scene:
    """What all requests of a test share. `match`: the table, if they are about one; `before`: all rows; `owned`: what
    only the host may change."""

    people: dict[str, Any]
    things: dict[str, Any]
    match: Match | None
    clients: dict[str, Client]
    cookies: dict[str, str]
    before: Any
    owned: Any

    def answers(self, routes: list[str], expected: Rows, who: str) -> Rows:
        """What each role gets, or (`who` is "few") one role for each expected answer: the others get what is expected.
        Rows that say 405 to everybody are left out."""
        found = {}
        for route in routes:
            for method in asking.METHODS:
                if self.answer("host", method, route) != "405":
                    codes = expected.get((route, method), [""] * len(ROLES))
                    asked = matrix.few((route, method), codes) if who == "few" and all(codes) else ROLES
                    found[route, method] = [
                        self.answer(role, method, route) if role in asked else code
                        for role, code in zip(ROLES, codes, strict=True)
                    ]
        return found

    def answer(self, role: str, method: str, route: str) -> str:
        """Ask, check that nothing leaks and that no refusal changes a row, and undo everything."""
        client = self.clients[role]
        if route.startswith("accounts/"):
            empty_cache()  # which counts attempts to log in
        client.cookies.load(self.cookies[role])
        writes, before, owned = Writes(), self.before, self.owned
        with transaction.atomic():
            prepare = PREPARED.get(f"{method} {route}")
            if prepare and (self.match or not asking.is_about_a_table(route)):
                self.things |= prepare(self.people, self.match) or {}
                before, owned = world.everything(), world.owned(self.people["host"])
            with connection.execute_wrapper(writes):
                answer = self.ask(client, method, route, self.key_of(role))
            found = code(answer)
            if found not in ("200", "302") and writes.count:
                assert world.everything() == before, f"{role} changed something with {method} {route}: {found}"
            if role != "host" and writes.count:
                assert world.owned(self.people["host"]) == owned, f"{role} changed what the host has: {route}"
            if self.match:
                check_silence(answer, self.match, role)
            transaction.set_rollback(True)
        return found

    def key_of(self, role: str) -> str:
        return self.match.token if self.match and role == "spectator" else ""

    def ask(self, client: Client, method: str, route: str, key: str) -> Any:
        query = {"game": self.things["slug"]} if route in asking.WITH_GAME else {}
        query |= {"key": key} if key else {}
        address = asking.address_of(route, self.things) + (f"?{urlencode(query)}" if query else "")
        return client.generic(method, address, **asking.content(route, method, self.body_of(route, method), query))

    def body_of(self, route: str, method: str) -> dict[str, Any]:
        """What to send."""
        return asking.body_of(route, method, self.things)


def scene_of(people: dict[str, Any], things: dict[str, Any], match: Match | None = None) -> Scene:
    clients = {role: client_of(people[role], raise_request_exception=False) for role in ROLES}
    cookies = {role: client.cookies.output(header="", sep=";") for role, client in clients.items()}
    return Scene(people, things, match, clients, cookies, world.everything(), world.owned(people["host"]))


def code(answer: Any) -> str:
    """The status; `in` for the way to the login."""
    if answer.status_code == 302 and answer["Location"].startswith("/accounts/login/"):
        return "in"
    return str(answer.status_code)


def check_silence(answer: Any, match: Match, role: str) -> None:
    """No secret of the table is in the answer."""
    knows_key = role in ("spectator", "player", "host") or (role == "invited" and match.status == Match.Status.OPEN)
    body = answer.content.decode(errors="replace") + str(answer.headers)  # cards are pictures
    assert not [word for word in secrets_of(match, knows_key) if word in body]


def check(name: str, routes: list[str], scene: Scene, who: str) -> None:
    expected = {row: codes for row, codes in matrix.read(name).items() if row[0] in routes}
    found = scene.answers(routes, expected, who)
    if found != expected:
        matrix.keep(name, routes, found)
    rows = {row: (found.get(row), expected.get(row)) for row in found | expected}
    assert {row: both for row, both in rows.items() if both[0] != both[1]} == {}, "(found, expected)"


# To ask all 14 roles takes half a minute. The quick part asks as many as there are different answers.
SLOW, BY_HAND = [pytest.mark.slow], [pytest.mark.slow, pytest.mark.by_hand]
ASKED = {"running": SLOW, "over": SLOW, "private-running": SLOW}
SLOWLY = [
    pytest.param("running", "few"),
    *(pytest.param(scene, "all", marks=ASKED.get(scene, BY_HAND)) for scene in SCENES),
]


@pytest.mark.clause("PLAY-11")
@pytest.mark.parametrize(("scene", "who"), SLOWLY)
def test_at_a_table(people: dict[str, Any], scene: str, who: str) -> None:
    match = world.make_table(people, scene)
    things = world.things_at_a_table(people, match)
    routes = [route for route in asking.routes() if asking.is_about_a_table(route)]
    check(scene, routes, scene_of(people, things, match), who)


PARTS = ("people", "groups", "staff", "accounts", "rules")


@pytest.mark.parametrize("who", ["few", pytest.param("all", marks=SLOW)])
@pytest.mark.parametrize("part", ["", *PARTS])
def test_elsewhere(people: dict[str, Any], part: str, who: str) -> None:
    """The other addresses, by their first part."""
    things = world.things_of_the_site(people)
    routes = [route for route in asking.routes() if not asking.is_about_a_table(route) and part_of(route) == part]
    check(SITE, routes, scene_of(people, things), who)


def part_of(route: str) -> str:
    first = route.split("/")[0]
    return {"r": "rules", "tournaments": "groups", "oauth": "accounts"}.get(first, first if first in PARTS else "")


def test_every_address_has_its_rows() -> None:
    assert {route for rows in matrix.read_all().values() for route, _ in rows} == set(asking.routes())


LIBRARIES = ("accounts/", "oauth/", "robots.txt", "sitemap.xml")  # where PUT is another word for POST


@pytest.mark.parametrize("methods", quick_first(["PUT"], ["PATCH", "DELETE"]))
def test_other_methods_are_refused(people: dict[str, Any], methods: list[str]) -> None:
    scene = scene_of(people, world.things_of_the_site(people))
    found = {
        (route, method): scene.answer("host", method, route)
        for route in asking.routes()
        for method in methods
        if not route.startswith(LIBRARIES) and not asking.is_about_a_table(route)
    }
    assert {row: told for row, told in found.items() if told != "405"} == {}


# Forms that need no cookie: the address is the key, or they come from mail providers and apps.
WITHOUT_COOKIES = ("email/", "people/mail/", "oauth/token/", "oauth/revoke_token/", "anymail/")


def test_nothing_is_changed_without_the_form_token(people: dict[str, Any]) -> None:
    """Another site can make a browser send a form, but not with the token of the form."""
    match = world.make_table(people, "running")
    things = world.things_of_the_site(people) | world.things_at_a_table(people, match) | {"proposal_id": 77}
    scene = scene_of(people, things)
    scene.clients = {"host": client_of(people["host"], enforce_csrf_checks=True)}
    scene.cookies = {"host": scene.clients["host"].cookies.output(header="", sep=";")}
    routes = {route: None for rows in matrix.read_all().values() for route, method in rows if method == "POST"}
    found = {route: scene.answer("host", "POST", route) for route in routes if not route.startswith(WITHOUT_COOKIES)}
    assert {route: told for route, told in found.items() if told != "403"} == {}


def test_no_answer_is_an_error_of_ours() -> None:
    codes = {code for rows in matrix.read_all().values() for row in rows.values() for code in row}
    assert codes <= {"in", "200", "302", "400", "401", "403", "404", "409", "410", "422"}
