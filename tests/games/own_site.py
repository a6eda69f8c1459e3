"""A web process with servers of its own, which a test may stop under it."""

import os
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from config.embedded.processes import Process, wait_until
from tests.fixtures import free_port, status_of
from tests.games.table_sockets import session_of

ROOT = Path(__file__).resolve().parent.parent.parent


class Site:
    """A web process with servers of its own, which may be stopped under it."""

    def __init__(self, folder: Path, database: str, redis: str, **more: str) -> None:
        port = free_port()
        self.address = f"http://localhost:{port}"
        own = {"DATABASE_URL": database, "REDIS_URL": redis, "PLAYPOST_URL": self.address, "PLAYPOST_RATE_LIMITS": "0"}
        self.process = Process("web", folder / "web.log")
        command = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
        self.process.spawn([sys.executable, *command], ROOT, os.environ | own | more)
        assert wait_until(lambda: status_of(f"{self.address}/rules/") != 0, 60, 0.1), self.process.tail(40)

    def ask(self, path: str, who: Any, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """Status and body of a page, or of a form sent as a browser would. `who`: a person, or their session."""
        session = who if isinstance(who, str) else session_of(who)
        cookie = f"sessionid={session}" if session else "a=b"
        if form is not None:
            token = "t" * 32
            form, cookie = form | {"csrfmiddlewaretoken": token}, f"{cookie}; csrftoken={token}"
        data = urlencode(form, doseq=True).encode() if form is not None else None
        return self.look(path, data, {"Cookie": cookie, "Origin": self.address})

    def look(self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and body of what a stranger asks for."""
        request = urllib.request.Request(f"{self.address}{path}", data, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()


def quickly(act: Callable[[], Any], seconds: float = 4) -> Any:
    """Its answer, which must not wait for a server that is gone."""
    begun = time.monotonic()
    answer = act()
    assert time.monotonic() - begun < seconds
    return answer
