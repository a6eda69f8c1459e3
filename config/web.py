"""`python -m config.web ARGUMENTS`: runs Daphne, on uvloop where that is installed, and limits request bodies.

Daphne creates its event loop on import, so uvloop must be installed first. docs/decisions/web-server.md explains what
is changed in Daphne and Autobahn, and why.
"""

import contextlib
import importlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from config.env import STATEMENT_SECONDS

if not os.environ.get("PLAYPOST_STATEMENT_SECONDS"):
    os.environ["PLAYPOST_STATEMENT_SECONDS"] = str(STATEMENT_SECONDS)
with contextlib.suppress(ImportError):  # not on Windows
    import uvloop

    uvloop.install()

import autobahn.twisted.websocket
import autobahn.websocket.protocol
import daphne.server
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest

from config import allocator, socket_compression

reactor: Any = daphne.server.reactor
# Twisted times its delays by the time of day: if that is set back, the heartbeat and all timeouts would stop as long.
reactor.seconds = time.monotonic

# Bytes of a refused body to read and drop, as much as our proxies let through: otherwise the browser would not read the
# response, and Caddy would take the process for dead.
DRAIN_LIMIT = 25 * 1024 * 1024
HEARTBEAT = 1.0  # seconds


def unchanged(value: Any, *_: Any, **__: Any) -> Any:
    """Return the value unchanged."""
    return value


# Autobahn formats and colours debug lines for each message, even if debug logging is off.
for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
    for words in ("hltype", "hlval", "hlid", "hlfixme", "pformat"):
        if hasattr(module, words):
            setattr(module, words, unchanged)


class SizeLimitedRequest(WebRequest):
    """A request that measures its body as it arrives: the excess is dropped, not written to disk."""

    body_limit = body_received = 0
    is_refused = False

    def gotLength(self, length: int | None) -> None:
        """Called after the headers. A body with a Content-Length that is far too large is refused at once."""
        if length != 0:
            path: bytes = getattr(self.channel, "_path", b"").partition(b"?")[0]
            self.body_limit = security().max_body_size(path.decode("ascii", "replace"))
        super().gotLength(self.body_limit if length is None else min(length, self.body_limit))
        if length is not None and length > self.body_limit + DRAIN_LIMIT:
            reactor.callLater(0, self.refuse)  # not now: Twisted is still parsing

    def handleContentChunk(self, data: bytes) -> None:
        before, self.body_received = self.body_received, self.body_received + len(data)
        if self.body_received <= self.body_limit:
            super().handleContentChunk(data)
        elif before <= self.body_limit + DRAIN_LIMIT < self.body_received:
            reactor.callLater(0, self.refuse)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Called when the body is complete. A refused body is never parsed."""
        if self.body_received > self.body_limit:
            self.refuse()
        else:
            super().requestReceived(command, path, version)

    def refuse(self) -> None:
        """Answer 413, once, and close the connection: the rest of the body must not be read as another request."""
        if self.is_refused or self.finished or self.channel is None:
            return
        self.is_refused, self.channel.persistent, self.clientproto = True, False, b"HTTP/1.1"
        page: bytes = security().content_too_large().content
        self.setResponseCode(413)
        for name, value in (("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(page)))):
            self.setHeader(name, value)
        self.setHeader("Connection", "close")
        self.write(page)
        self.finish()


def security() -> Any:
    """`config.security`, imported late because it needs Django, which is ready by the first request."""
    from config import security

    return security


class Factory(HTTPFactory):
    """Daphne's HTTP factory, with our request class."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = SizeLimitedRequest
        return protocol


daphne.server.HTTPFactory = Factory  # Daphne has no setting for this
socket_compression.install()


def heartbeat(path: Path) -> Callable[[], None]:
    """Touch a file now and every second from the event loop, so that a stale file shows that the loop hangs."""

    def beat() -> None:
        path.touch()
        reactor.callLater(HEARTBEAT, beat)

    return beat


def wait_at_gate(gate: Path) -> None:
    """Load the site, then wait until this file exists: `manage.py up` prepares the database meanwhile."""
    importlib.import_module("config.asgi")
    while not gate.exists():
        time.sleep(0.01)


if __name__ == "__main__":
    allocator.share_memory()
    if alive := os.environ.get("PLAYPOST_WEB_ALIVE"):  # watched by our supervisor
        reactor.callWhenRunning(heartbeat(Path(alive)))
    if gate := os.environ.get("PLAYPOST_GATE"):
        wait_at_gate(Path(gate))
    CommandLineInterface.entrypoint()
