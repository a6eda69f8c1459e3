"""`python -m config.web ARGUMENTS`: Daphne on uvloop, an event loop that costs less per message where it is installed.

Daphne makes its loop while it is imported, so the choice comes first. What is changed in Daphne and Autobahn, and why:
docs/decisions/web-server.md.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("PLAYPOST_STATEMENT_SECONDS", "10")
with contextlib.suppress(ImportError):  # not on Windows
    import uvloop

    uvloop.install()

import autobahn.twisted.websocket
import autobahn.websocket.protocol
import daphne.server
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest

reactor: Any = daphne.server.reactor

DRAINED = 2 * 1024 * 1024  # bytes of a refused body that are read and dropped, so that a browser hears the answer
BEAT = 1.0  # seconds between two signs of life


def plain(value: Any, *_: Any, **__: Any) -> Any:
    """The value as it is."""
    return value


# Autobahn colours the words of its debug lines for each message, even while nobody reads them.
for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
    for words in ("hltype", "hlval", "hlid", "hlfixme", "pformat"):
        if hasattr(module, words):
            setattr(module, words, plain)


class LightRequest(WebRequest):
    """A request whose body is measured while it comes in: what is too large is dropped, not kept on disk."""

    room = taken = 0
    is_refused = False

    def gotLength(self, length: int | None) -> None:
        """The headers are read. A body that says how large it is can be refused now."""
        if length != 0:
            path: bytes = getattr(self.channel, "_path", b"").partition(b"?")[0]
            self.room = security().room_for(path.decode("ascii", "replace"))
        super().gotLength(self.room if length is None else min(length, self.room))
        if length is not None and length > self.room + DRAINED:
            reactor.callLater(0, self.refuse)  # later: Twisted is in the middle of reading

    def handleContentChunk(self, data: bytes) -> None:
        before, self.taken = self.taken, self.taken + len(data)
        if self.taken <= self.room:
            super().handleContentChunk(data)
        elif before <= self.room + DRAINED < self.taken:
            reactor.callLater(0, self.refuse)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """All has come in. What was refused is parsed by nobody."""
        if self.taken > self.room:
            self.refuse()
        else:
            super().requestReceived(command, path, version)

    def refuse(self) -> None:
        """Answer 413, once, and close: the rest of the body must not be read as another request."""
        if self.is_refused or self.finished or self.channel is None:
            return
        self.is_refused, self.channel.persistent, self.clientproto = True, False, b"HTTP/1.1"
        page: bytes = security().too_heavy().content
        self.setResponseCode(413)
        for name, value in (("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(page)))):
            self.setHeader(name, value)
        self.setHeader("Connection", "close")
        self.write(page)
        self.finish()


def security() -> Any:
    """Our rules about bodies; they need Django, which is ready once the first request comes."""
    from config import security

    return security


class Factory(HTTPFactory):
    """Daphne's, with our requests."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LightRequest
        return protocol


daphne.server.HTTPFactory = Factory  # Daphne has no setting for it


def sign_of_life(path: Path) -> Callable[[], None]:
    """Touch a file now and every second, from the loop that answers everything: a loop that hangs touches nothing."""

    def beat() -> None:
        path.touch()
        reactor.callLater(BEAT, beat)

    return beat


if __name__ == "__main__":
    if alive := os.environ.get("PLAYPOST_WEB_ALIVE"):  # our supervisor looks at it
        reactor.callWhenRunning(sign_of_life(Path(alive)))
    CommandLineInterface.entrypoint()
