"""One id for everything that a request causes: its response header, log lines and tasks.

An X-Request-ID header is used only if it comes from our own proxy (PLAYPOST_PROXIES).
"""

import re
import uuid
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_prerun
from django.conf import settings

HEADER = "X-Request-ID"
_GOOD = re.compile(r"[A-Za-z0-9-]{8,64}")
current: ContextVar[str] = ContextVar("request_id", default="")
task_name: ContextVar[str] = ContextVar("task_name", default="")


def new() -> str:
    return uuid.uuid4().hex


def begin(given: str) -> str:
    """Set and return the id of the current request. `given`: the value of its header, or ""."""
    is_known = settings.ALLAUTH_TRUSTED_PROXY_COUNT and _GOOD.fullmatch(given)
    current.set(given if is_known else new())
    return current.get()


@before_task_publish.connect
def _send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and current.get():
        headers["request_id"] = current.get()


@task_prerun.connect
def _take_up(task: Any = None, **_: Any) -> None:
    """Take over the id of the request that sent the task. A scheduled task gets a new id."""
    current.set(getattr(task.request, "request_id", None) or (task.request.headers or {}).get("request_id") or new())
    task_name.set(task.name)
