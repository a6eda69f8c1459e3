"""Site statistics from the database and the broker, for /metrics and the staff page."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.mail.sending import NO_ANSWER
from config import metrics
from config.broker import client
from config.postgres import fetch_all

KEPT = 5.0  # seconds, so that concurrent readers share one query
QUEUES = ("celery", "clocks", "notices")
LATELY = timedelta(days=8)  # emails are given up after this

# Each query uses an index or a small table. The figures of today() use BRIN indexes on time.
_NOW: dict[str, tuple[str, str]] = {
    "sweep_lag_seconds": (
        "Time since the last heartbeat of the clocks' sweep, which beats every 20 seconds",
        "SELECT extract(epoch FROM now() - min(at)) FROM games_sweepheartbeat",
    ),
    "decisions_due": (
        "Unanswered decisions that are overdue",
        "SELECT count(*) FROM games_opendecision WHERE answered_at IS NULL AND due_at <= now()",
    ),
    "decision_oldest_due_seconds": (
        "How long the oldest of them is overdue",
        "SELECT greatest(0, extract(epoch FROM now() - min(due_at))) FROM games_opendecision WHERE answered_at IS NULL",
    ),
    "decisions_open": (
        "Unanswered decisions",
        "SELECT count(*) FROM games_opendecision WHERE answered_at IS NULL",
    ),
    "matches_running": ("Running matches", "SELECT count(*) FROM games_match WHERE status = 'running'"),
    "tables_open": ("Tables waiting for players", "SELECT count(*) FROM games_match WHERE status = 'open'"),
    "outbox_waiting": (
        "Emails in the outbox, including those due later",
        "SELECT count(*) FROM accounts_outgoingmail WHERE status = 'queued'",
    ),
    "outbox_due": (
        "Emails due now",
        "SELECT count(*) FROM accounts_outgoingmail WHERE status = 'queued' AND next_try_at <= now()",
    ),
    "outbox_oldest_due_seconds": (
        "How long the oldest of them is overdue",
        "SELECT greatest(0, extract(epoch FROM now() - min("
        # one that met no mail server is due again in seconds, but has been waiting since it was queued or let go
        f"CASE WHEN starts_with(reason, '{NO_ANSWER}') THEN coalesce(held_until, created_at) ELSE next_try_at END)))"
        " FROM accounts_outgoingmail WHERE status = 'queued'",
    ),
    "notices_due": (
        "Webhooks and notifications due now",
        "SELECT count(*) FROM notices_notice WHERE status = 'queued' AND next_try_at <= now()",
    ),
    "addresses_bouncing": (
        "People whose email bounces",
        "SELECT count(*) FROM accounts_user WHERE mail_bounced_at IS NOT NULL",
    ),
    "database_connections": (
        "Connections to this database",
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()",
    ),
    "database_bytes": ("Size of this database", "SELECT pg_database_size(current_database())"),
}
_read_at = -KEPT
_read: dict[str, float] = {}


def read() -> dict[str, float]:
    """The current figures by name. If the broker is down, the queues are missing."""
    global _read_at, _read
    if time.monotonic() - _read_at > KEPT:
        _read, _read_at = _from_database() | _queues(), time.monotonic()
    return _read


def _from_database() -> dict[str, float]:
    query = "SELECT " + ", ".join(f"({sql}) AS {name}" for name, (_, sql) in _NOW.items())
    return {name: float(value or 0) for name, value in zip(_NOW, fetch_all(query)[0], strict=True)}


def _queues() -> dict[str, float]:
    prefix = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"])
    try:
        with client() as broker:
            return {f"queue_{name}": float(broker.llen(prefix + name)) for name in QUEUES}
    except redis.RedisError:
        return {}


def today(since: datetime) -> dict[str, int]:
    """What has happened since then, by its name on the staff page; too slow to scrape every few seconds."""
    statements: dict[str, str] = {
        "Matches started": "SELECT count(*) FROM games_match WHERE started_at >= %(since)s"
        " AND (status = 'running' OR ended_at >= %(since)s)",
        "Matches ended": "SELECT count(*) FROM games_match WHERE ended_at >= %(since)s AND status = 'over'",
        "Moves": "SELECT count(*) FROM games_moverecord WHERE at >= %(since)s AND by NOT IN ('note', 'start')",
        "New accounts": "SELECT count(*) FROM accounts_user WHERE date_joined >= %(since)s AND NOT is_bot"
        " AND NOT is_guest",
        "Emails sent": _MAILS.format("sent"),
        "Emails not wanted": _MAILS.format("skipped"),
        "Emails that failed": _MAILS.format("dead"),
        "Addresses that bounced": "SELECT count(*) FROM accounts_user WHERE mail_bounced_at >= %(since)s",
        "Replies not understood": "SELECT count(*) FROM accounts_incomingmail WHERE at >= %(since)s AND outcome NOT IN"
        " ('played', 'said', 'automatic')",
    }
    query = "SELECT " + ", ".join(f"({sql})" for sql in statements.values())
    counts = fetch_all(query, {"since": since, "earlier": since - LATELY})[0]
    return dict(zip(statements, counts, strict=True))


_MAILS = (
    "SELECT count(*) FROM accounts_outgoingmail"
    " WHERE status = '{}' AND done_at >= %(since)s AND created_at >= %(earlier)s"
)


class SiteCollector(Collector):
    """The figures for Prometheus. If the database is down there are none, and `playpost_site_up` is 0."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            figures = read()
        except DatabaseError:
            figures = {}
        yield GaugeMetricFamily("playpost_site_up", "Whether the database answered", value=float(bool(figures)))
        queues = GaugeMetricFamily("playpost_queue_depth", "Tasks waiting for a worker", labels=["queue"])
        for name, value in figures.items():
            if name in _NOW:
                yield GaugeMetricFamily(f"playpost_{name}", _NOW[name][0], value=value)
            else:
                queues.add_metric([name.removeprefix("queue_")], value)
        yield queues


def start() -> None:
    """Register the figures with /metrics."""
    metrics.SITE.register(SiteCollector())


def start_of_day() -> datetime:
    """The start of today in the active time zone."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
