"""Real WebSockets to a table, with session, origin and key."""

import re
import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.deltas import Parts

NEWS = re.compile(r'<ol data-onto="log">(.*)</ol>', re.S)
CHANGED = re.compile(r"(<li id=log-(\d+)\b.*?</li>)", re.S)
TOP_OF_LOG = 'aria-label="Newest first">'


def session_of(user: Any, match_id: Any = None, key: str = "") -> str:
    """The session key of this user (None: anonymous), who has opened the private link if `key` is given."""
    client = Client()
    if user is not None:
        client.force_login(user)
    if key:
        client.get(f"/match/{match_id}/", {"key": key})
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


class TableSocket:
    """One socket. `parts`: the newest HTML of each fragment; `frames`: all messages received."""

    def __init__(self, site: str, match_id: Any, user: Any = None, *, key: str = "", **more: Any) -> None:
        self.session = more.pop("session", "") or session_of(user, match_id, key)
        origin = more.pop("origin", site)
        address = f"ws://{urlsplit(site).netloc}/ws/match/{match_id}/"
        own = {settings.SESSION_COOKIE_NAME: self.session} if self.session else {}
        jar = "; ".join(f"{name}={value}" for name, value in (own | more.pop("cookies", {})).items())
        cookies = {"Cookie": jar} if jar else {}
        options: dict[str, Any] = {"origin": origin, "additional_headers": cookies, "max_size": None}
        self.opening = connect(address, open_timeout=10, close_timeout=2, compression=None, **options)
        self.socket = self.opening.__enter__()
        self.frames: list[str] = []
        self.parts = Parts()
        self.code: int | None = None

    def __enter__(self) -> "TableSocket":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self.opening.__exit__(None, None, None)

    def read(self, seconds: float = 5) -> bool:
        """Wait for one frame. Returns False on timeout or if the socket was closed (with `code`)."""
        try:
            frame = str(self.socket.recv(timeout=seconds))
        except TimeoutError:
            return False
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 1006
            return False
        self.frames.append(frame)
        sent = self.parts.hear(frame)
        if 'id="t-log"' in sent:
            self.parts["log"] = sent
        elif "<li id=log-" in sent:
            assert TOP_OF_LOG in self.parts["log"], "news for a page that has no log"
            self._hear_news(sent)
        return True

    def _hear_news(self, sent: str) -> None:
        """Put changed records in the place of those with their ids, and new ones on top."""
        for record, number in CHANGED.findall(NEWS.sub("", sent)):
            old = re.compile(rf'<li id="?log-{number}\b.*?</li>', re.S)
            self.parts["log"] = old.sub(lambda _, record=record: record, self.parts["log"])
        for news in NEWS.findall(sent):
            self.parts["log"] = self.parts["log"].replace(TOP_OF_LOG, TOP_OF_LOG + news)

    def until(self, words: str, part: str, seconds: float = 10) -> float:
        """Wait until this part contains the words. Returns when it did."""
        end = time.monotonic() + seconds
        while words not in self.parts.get(part, ""):
            left = end - time.monotonic()
            assert left > 0 and self.read(left), f"{words!r} never came, only {self.parts.get(part)!r} ({self.code})"
        return time.monotonic()

    def settle(self, seconds: float = 0.5) -> "TableSocket":
        """Read until no frame has arrived for so long."""
        while self.read(seconds):
            pass
        return self

    def hear(self) -> "TableSocket":
        """Wait for a frame, and read those that follow at once."""
        assert self.read(), f"no frame came ({self.code})"
        return self.settle(0.1)

    def say(self, message: str | bytes) -> None:
        self.socket.send(message)

    def is_closed(self, seconds: float = 9) -> int | None:
        """The code with which the server closes the socket within this time, or None."""
        end = time.monotonic() + seconds
        while self.code is None and time.monotonic() < end:
            self.read(end - time.monotonic())
        return self.code
