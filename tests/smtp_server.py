"""An SMTP server on loopback that accepts every email and records its Message-ID."""

import re
import socketserver
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_ID = re.compile(rb"^message-id:\s*<([^@>]+)", re.IGNORECASE | re.MULTILINE)


class Sink(socketserver.ThreadingTCPServer):
    """`taken`: how often each email was accepted, by its row's key (its Message-ID up to the @)."""

    daemon_threads = allow_reuse_address = True

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        super().__init__(("127.0.0.1", 0), _Talk)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # from a killed sender
            super().handle_error(request, client_address)

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Talk(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    server: Sink

    def handle(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self._say("354 go on")
                email = b"".join(iter(self.rfile.readline, b".\r\n"))
                found = _ID.search(email)
                self.server.taken[found[1].decode() if found else ""] += 1
            self._say("221 bye" if verb == b"QUIT" else "250 sink")
            if verb == b"QUIT":
                return

    def _say(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")


@contextmanager
def sink() -> Iterator[Sink]:
    """A running SMTP server."""
    with Sink() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
