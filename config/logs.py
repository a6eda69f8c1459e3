"""Log formats: plain text, or one JSON object per line (PLAYPOST_LOG=json).

Both build on `error_reporting`, which leaves out secrets; this module also removes email and IP addresses.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

import redis
from django.conf import settings

from config import metrics, request_ids
from config.broker import client
from config.error_reporting import LineFormatter, describe, format_traceback, without_tokens

ERRORS = f"playpost{settings.TEST_PREFIX}:errors"  # a list in Valkey, for the staff page
KEPT = 50
_EMAIL = re.compile(r"[^\s@<>\"'()]+@[^\s@<>\"'()]+")
_NETWORK = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){3,7}(?![\w:])")
requests = logging.getLogger("playpost.request")


def clean(text: str) -> str:
    """The text without email addresses, IP addresses and signed parts of links."""
    return _NETWORK.sub("…", _EMAIL.sub("…", without_tokens(text)))


class PlainFormatter(LineFormatter):
    """Plain text, for people."""

    def format(self, record: logging.LogRecord) -> str:
        return clean(super().format(record))


class JsonFormatter(PlainFormatter):
    """JSON, for log collectors. A call can add its own fields with `extra={"event": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        line = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None, "stack_info": None})
        facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": super().format(line),
            "request": request_ids.current.get(),
            "task": request_ids.task_name.get(),
            "error": clean(describe(error)) if error else "",
            "trace": clean(format_traceback(error)) if error else "",
        }
        return json.dumps({name: value for name, value in facts.items() if value} | getattr(record, "event", {}))


def is_not_client_error(record: logging.LogRecord) -> bool:
    """Filter for django.request: drop 4xx responses, which are not errors of ours."""
    return not 400 <= int(getattr(record, "status_code", 500)) < 500


def as_warning(record: logging.LogRecord) -> bool:
    """Filter for what anybody can cause by a request, such as a wrong Host header: a warning in one line, no error."""
    record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


class ErrorList(logging.Handler):
    """Stores the newest errors of all processes for the staff page, and counts them for /metrics.

    Ignores a broker that is down: the error is in the log anyway.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(JsonFormatter("%(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        metrics.ERRORS.labels(record.name).inc()
        try:
            with client(patience=0.5) as broker:
                broker.pipeline().lpush(ERRORS, self.format(record)).ltrim(ERRORS, 0, KEPT - 1).execute()
        except (redis.RedisError, OSError):
            pass


def newest_errors() -> list[dict[str, Any]]:
    """The stored errors, newest first; [] while the broker is down."""
    try:
        with client() as broker:
            return [json.loads(line) for line in broker.lrange(ERRORS, 0, KEPT - 1)]
    except redis.RedisError:
        return []


def log_request(method: str, view: str, status: int, seconds: float) -> None:
    """Log one event per request, in JSON logs only: plain-text logs would be flooded."""
    if settings.LOG_FORMAT == "json":
        event = {"method": method, "view": view, "status": status, "ms": round(seconds * 1000)}
        requests.info("request", extra={"event": event})
