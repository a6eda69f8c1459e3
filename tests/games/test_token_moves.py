"""Moves by token are handled ahead of Django, with the same answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import HttpCommunicator
from django.db import connection
from django.test import Client

from accounts import tokens
from config.request_handler import Pages
from games import rate_limits
from games.api.token_moves import with_moves
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.sockets.database_thread import in_database_thread
from tests.fixtures import make_person
from tests.games.conftest import open_of, user_of
from tests.games.test_api import Program, mover

pytestmark = pytest.mark.django_db(transaction=True)
application = with_moves(Pages())


@pytest.fixture(autouse=True)
def thread_lets_go() -> Iterator[None]:
    """Close the database thread's connection, because a test database in use cannot be dropped."""

    async def close() -> None:
        await in_database_thread(lambda: connection.close())()

    yield
    async_to_sync(close)()


def post(
    match: Match, key: str, body: str, kind: str = "Bearer", method: str = "POST"
) -> tuple[int, Any, dict[str, str]]:
    """Status, body and headers of the running site's response."""

    async def send() -> Any:
        headers = [(b"authorization", f"{kind} {key}".encode()), (b"content-type", b"application/json")]
        headers += [(b"host", b"testserver"), (b"content-length", b"%d" % len(body.encode()))]
        path = f"/api/v1/matches/{match.pk}/moves/"
        return await HttpCommunicator(application, method, path, body.encode(), headers).get_response(timeout=30)

    answer = async_to_sync(send)()
    found = {name.decode().lower(): value.decode() for name, value in answer["headers"]}
    return answer["status"], json.loads(answer["body"]), found


def test_a_move_counts_once(start: Any) -> None:
    match = start()
    program, body = mover(match)
    status, first, headers = post(match, program.key, json.dumps(body))
    assert (status, first) == (200, {"version": 2, "is_over": False, "is_repeated": False})
    assert headers["ratelimit-limit"] == "120" and headers["cache-control"] == "private, no-store"
    assert headers["x-request-id"] and headers["content-type"] == "application/json"
    again = post(match, program.key, json.dumps(body))
    assert again[0] == 200 and again[1]["is_repeated"] is True
    assert MoveRecord.objects.filter(match=match, decision=body["decision"]).count() == 1


def bodies(start: Any) -> dict[str, tuple[Match, str, str]]:
    """Refused requests by reason: (match, token, body)."""
    match = start()
    program, body = mover(match)
    loaded = load_match(match.pk)
    waiting = user_of(loaded, (open_of(loaded).decision.seat + 1) % len(loaded.seats))
    stranger = Program(make_person("passer-by"))
    private = start(is_public=False)
    good = json.dumps(body)
    return {
        "a token that nobody knows": (match, "pp_nothing", good),
        "a token of an app that nobody knows": (match, "nothing", good),
        "a scope that is missing": (match, Program(program_user(match), ["read"]).key, good),
        "no object": (match, program.key, "[1]"),
        "deep nesting": (match, program.key, "[" * 5000),
        "a field too many": (match, program.key, json.dumps(body | {"seat": 1})),
        "nothing": (match, program.key, ""),
        "no move": (match, program.key, json.dumps(body | {"move": {"kind": "fly"}})),
        "an old decision": (match, program.key, json.dumps(body | {"decision": "0.0"})),
        "not on turn": (match, Program(waiting).key, good),
        "no seat": (match, stranger.key, good),
        "a match that nobody may see": (private, stranger.key, good),
        "a match that does not exist": (Match(pk=10**17), program.key, good),
    }


def program_user(match: Match) -> Any:
    loaded = load_match(match.pk)
    return user_of(loaded, open_of(loaded).decision.seat)


def test_refusals_are_the_same_as_through_django(start: Any) -> None:
    refused = bodies(start)
    before = MoveRecord.objects.count()
    for why, (match, key, body) in refused.items():
        status, told, headers = post(match, key, body)
        answer = by_django(match, key, body)
        assert (status, told) == (answer.status_code, answer.json()), why
        assert 400 <= status < 500 and headers["content-type"] == answer["Content-Type"], why
    assert MoveRecord.objects.count() == before


def by_django(match: Match, key: str, body: str) -> Any:
    client = Client(headers={"Authorization": f"Bearer {key}"})
    return client.post(f"/api/v1/matches/{match.pk}/moves/", body, content_type="application/json")


def test_a_body_that_is_too_large_is_refused(start: Any, settings: Any) -> None:
    match = start()
    program, body = mover(match)
    status, told, _ = post(match, program.key, json.dumps(body) + " " * settings.MAX_BODY)
    assert status == 413 and told["status"] == 413 and load_match(match.pk).version == 1


def test_requests_without_a_token_go_on_to_django(start: Any) -> None:
    match = start()
    assert post(match, "x", "{}", kind="Basic")[0] == 401
    assert post(match, "x", "{}", method="GET")[0] == 405


def test_requests_count_towards_the_rate_limit(start: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(rate_limits, "API_CALLS_PER_MINUTE", 2)
    match = start()
    program, _ = mover(match)
    assert [post(match, program.key, "{}")[0] for _ in range(3)] == [422, 422, 429]


def test_a_server_error_is_a_problem_response(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("secret")

    match = start()
    program, body = mover(match)
    monkeypatch.setattr(tokens, "find_all", fails)
    status, told, _ = post(match, program.key, json.dumps(body))
    assert status == told["status"] == 500 and "secret" not in json.dumps(told)
    assert load_match(match.pk).version == 1
