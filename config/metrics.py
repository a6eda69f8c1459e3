"""Prometheus metrics of this process. `config.health` serves them at /metrics.

Each process has its own metrics: web processes serve them at /metrics (PLAYPOST_METRICS_TOKEN), workers on their own
port (PLAYPOST_METRICS_PORT). Site-wide metrics are read from the database on each scrape: `SITE`.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from celery.signals import task_postrun, task_prerun, worker_ready
from django.conf import settings
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server

from config import env

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
REQUESTS = Counter("playpost_requests", "Requests answered by Django", ["method", "view", "status"])
REQUEST_SECONDS = Histogram("playpost_request_seconds", "Time to answer a request", buckets=SECONDS)
SOCKETS = Gauge("playpost_sockets", "Open match pages (websockets) in this process")
STREAMS = Gauge("playpost_streams", "Open API event streams in this process")
MOVES = Counter("playpost_moves", "Moves stored by this process")
TASKS = Counter("playpost_tasks", "Tasks finished", ["task", "state"])
TASK_SECONDS = Histogram("playpost_task_seconds", "Time to run a task", ["task"], buckets=SECONDS)
ERRORS = Counter("playpost_errors", "Errors logged", ["logger"])
BOUNCES = Counter("playpost_bounces", "Bounces and spam complaints", ["kind"])
QUERIES = Counter("playpost_database_queries", "Statements sent to the database")
QUERY_SECONDS = Counter("playpost_database_seconds", "Time spent waiting for the database")

SITE = CollectorRegistry()  # metrics of the whole site, the same in every process; only web processes serve them


def everything() -> bytes:
    """All metrics as text: those of this process, then those of the site."""
    return generate_latest() + generate_latest(SITE)


def _timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        QUERIES.inc()
        QUERY_SECONDS.inc(time.perf_counter() - began)


@receiver(connection_created)
def _watch_connection(connection: Any, **_: Any) -> None:
    """Measure statements, but only if metrics are on: it costs two extra calls per statement."""
    is_read = settings.METRICS_TOKEN or "PLAYPOST_METRICS_PORT" in os.environ
    if is_read and _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)


@task_prerun.connect
def _task_begins(task: Any = None, **_: Any) -> None:
    task.request.began = time.perf_counter()


@task_postrun.connect
def _task_ends(task: Any = None, state: str | None = None, **_: Any) -> None:
    TASKS.labels(task.name, (state or "unknown").lower()).inc()
    if began := getattr(task.request, "began", None):
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - began)


@worker_ready.connect
def _serve(**_: Any) -> None:
    """Serve a worker's metrics, on the loopback address unless PLAYPOST_METRICS_HOST names another."""
    if port := env.number("PLAYPOST_METRICS_PORT", 0):
        start_http_server(port, os.environ.get("PLAYPOST_METRICS_HOST") or "127.0.0.1")
