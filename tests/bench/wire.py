"""A minimal WebSocket client, because a library's client took as much CPU as the moves to be measured. It sends what a
browser sends: a handshake with an origin, masked frames, pongs.
"""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # first byte of an unfragmented frame


class Wire(asyncio.Protocol):
    """An open connection; `hear` is called with each text message."""

    transport: asyncio.Transport

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear, self._got = hear, b""
        self.closed_with: int | None = None  # the code that the server gave
        self._is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._is_open.done() and not self._open():
            return
        while (frame := self._next()) is not None:
            first, body = frame
            if first == TEXT:
                self._hear(body)
            elif first == PING:
                self.transport.write(masked(PONG, body))
            else:
                assert first == CLOSE, f"a frame that no page expects: {first:#x}"
                self.closed_with = int.from_bytes(body[:2], "big")

    def _open(self) -> bool:
        """Whether the server has accepted. Keeps any data after its response."""
        answer, gap, rest = self._got.partition(b"\r\n\r\n")
        if gap:
            assert answer.startswith(b"HTTP/1.1 101 "), answer
            self._got = rest
            self._is_open.set_result(None)
        return bool(gap)

    def _next(self) -> tuple[int, bytes] | None:
        """The first byte and the content of the next frame, if it is complete."""
        got = self._got
        if len(got) < 2:
            return None
        size, at = got[1], 2
        if size >= 126:
            at = 4 if size == 126 else 10
            size = int.from_bytes(got[2:at], "big")
        if len(got) < at + size:
            return None
        self._got = got[at + size :]
        return got[0], got[at : at + size]

    async def greet(self, port: int, path: str, cookie: str) -> None:
        """Send the handshake, and wait until the connection is open."""
        key = b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: localhost:{port}",
            f"Origin: http://localhost:{port}",
            f"Cookie: {cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )
        self.transport.write("\r\n".join([*lines, "", ""]).encode())
        await self._is_open

    def send(self, text: str) -> None:
        self.transport.write(masked(TEXT, text.encode()))

    def close(self) -> None:
        self.transport.write(masked(CLOSE, b""))
        self.transport.close()


def masked(first: int, body: bytes) -> bytes:
    """A frame from a browser, with its content masked."""
    size, key = len(body), os.urandom(4)
    assert size < 65536
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    mask = int.from_bytes((key * (size // 4 + 1))[:size], "big")
    mixed = (int.from_bytes(body, "big") ^ mask).to_bytes(size, "big")
    return bytes([first]) + length + key + mixed


async def connect(port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
    """Open a connection to this process."""
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(hear), "127.0.0.1", port)
    await wire.greet(port, path, cookie)
    return wire
