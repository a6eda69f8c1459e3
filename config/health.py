"""Health checks and metrics: is this process alive, is it ready, what has it counted.

They are answered before anything else looks at the request: a probe calls by number, not by our host name, and a
process whose database is away must still say so.
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

PATIENCE = 5.0  # seconds until "does not answer" is the answer
NO_STORE = {"Cache-Control": "no-store"}


def live(request: HttpRequest) -> HttpResponse:
    """This process answers. It asks nobody else: restarting it would not mend a database."""
    return HttpResponse("alive\n", "text/plain", headers=NO_STORE)


def ready(request: HttpRequest) -> HttpResponse:
    """200 if this process can do its work, else 503 and what is in the way."""
    database, broker = _asked(lambda: fetch_all("SELECT 1")), _asked(_ping)
    return _readiness({"database": database, "broker": broker, "migrations": _migrations()})


def _readiness(found: dict[str, str]) -> HttpResponse:
    is_ready = set(found.values()) == {"ok"}
    return JsonResponse({"ready": is_ready} | found, status=200 if is_ready else 503, headers=NO_STORE)


def _asked(ask: Callable[[], object]) -> str:
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
    """The last migration of each app, as the code knows them."""
    return set(MigrationLoader(None).graph.leaf_nodes())


def figures(request: HttpRequest) -> HttpResponse:
    """/metrics for whoever knows the token; without one this address does not exist."""
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


def watched(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: give each request its id, answer machines, count and log what others get."""

    def answer(request: HttpRequest) -> HttpResponse:
        began, id = time.perf_counter(), request_ids.begin(request.headers.get(request_ids.HEADER, ""))
        if request.path_info in ADDRESSES:
            return ADDRESSES[request.path_info](request)
        return _seen(request, get_response(request), began, id)

    return answer


async def within_patience(answer: Awaitable[Any]) -> Any:
    """A database that hangs must not keep the probe waiting."""
    try:
        return await asyncio.wait_for(answer, PATIENCE)
    except TimeoutError:
        return _readiness({"answer": f"not within {PATIENCE:.0f} seconds"})


def _seen(request: HttpRequest, response: HttpResponse, began: float, id: str) -> HttpResponse:
    """Views are named, never addresses: those hold tokens."""
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
