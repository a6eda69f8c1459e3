"""Health checks and metrics: /health/live, /health/ready and /metrics.

They are answered ahead of all other middleware: a probe calls by IP address, not by our host name, and a process must
be able to report that its database is down.
"""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from config import metrics, request_ids
from config.broker import client
from config.logs import log_request
from config.postgres import fetch_all

TIMEOUT = 5.0  # seconds after which a probe is told that there is no answer
NO_STORE = {"Cache-Control": "no-store"}


def live(request: HttpRequest) -> HttpResponse:
    """200 if this process answers at all. Checks nothing else: restarting it would not repair a database."""
    return HttpResponse("alive\n", "text/plain", headers=NO_STORE)


def ready(request: HttpRequest) -> HttpResponse:
    """200 if this process can do its work, otherwise 503 and the reason."""
    database, broker = _check(lambda: fetch_all("SELECT 1")), _check(_ping)
    return _readiness({"database": database, "broker": broker, "migrations": _migrations()})


def _readiness(found: dict[str, str]) -> HttpResponse:
    is_ready = set(found.values()) == {"ok"}
    return JsonResponse({"ready": is_ready} | found, status=200 if is_ready else 503, headers=NO_STORE)


def _check(ask: Callable[[], object]) -> str:
    try:
        ask()
    except (DatabaseError, redis.RedisError, OSError):
        return "does not answer"
    return "ok"


def _ping() -> None:
    with client() as broker:
        broker.ping()


def _migrations() -> str:
    try:
        missing = len(_newest_migrations() - MigrationRecorder(connection).applied_migrations().keys())
    except (DatabaseError, OSError):
        return "cannot be read"
    return f"missing in {missing} apps: run manage.py migrate" if missing else "ok"


@cache
def _newest_migrations() -> set[tuple[str, str]]:
    """The last migration of each app in the code."""
    return set(MigrationLoader(None).graph.leaf_nodes())


def figures(request: HttpRequest) -> HttpResponse:
    """Serve /metrics to clients with the token; 404 for all others and if no token is set."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        return HttpResponseNotFound("There is no such page.\n", "text/plain", headers=NO_STORE)
    return HttpResponse(metrics.everything(), CONTENT_TYPE_LATEST, headers=NO_STORE)


ADDRESSES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/health/live": live,
    "/health/ready": ready,
    "/metrics": figures,
}


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: assign the request id, answer health checks, count and log all other requests."""

    def answer(request: HttpRequest) -> HttpResponse:
        began, id = time.perf_counter(), request_ids.begin(request.headers.get(request_ids.HEADER, ""))
        if request.path_info in ADDRESSES:
            return ADDRESSES[request.path_info](request)
        return _seen(request, get_response(request), began, id)

    return answer


async def with_timeout(answer: Awaitable[Any]) -> Any:
    """Wait for an answer, but not for ever: a hanging database must not hang the probe."""
    try:
        return await asyncio.wait_for(answer, TIMEOUT)
    except TimeoutError:
        return _readiness({"answer": f"not within {TIMEOUT:.0f} seconds"})


def _seen(request: HttpRequest, response: HttpResponse, began: float, id: str) -> HttpResponse:
    """Count a response under the name of its view, never its URL: URLs hold tokens."""
    match = request.resolver_match
    view = (match.view_name or "unnamed") if match else "none"
    method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
    count_request(method or "", view, response.status_code, time.perf_counter() - began)
    response.headers[request_ids.HEADER] = id
    return response


def count_request(method: str, view: str, status: int, seconds: float) -> None:
    """Count and log an answered request."""
    metrics.REQUESTS.labels(method, view, str(status)).inc()
    metrics.REQUEST_SECONDS.observe(seconds)
    log_request(method, view, status, seconds)
