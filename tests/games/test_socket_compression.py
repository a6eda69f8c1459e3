"""Large messages to open pages are compressed, and what a page compresses is unpacked within bounds."""

import json
import os
import socket
import zlib
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from config.socket_compression import MOST
from tests.bench.pushes import size_of
from tests.games.table_sockets import TableSocket, session_of

pytestmark = pytest.mark.django_db(transaction=True)
TEXT, PACKED = 0x81, 0xC1  # first byte of a frame
END = b"\x00\x00\xff\xff"


class RawSocket:
    """A socket that offers what browsers offer, and reads frames as they come."""

    def __init__(self, site: str, match_id: int, user: Any, offer: str) -> None:
        place = urlsplit(site)
        self.line = socket.create_connection((str(place.hostname), place.port or 80), timeout=20)
        lines = (
            f"GET /ws/match/{match_id}/ HTTP/1.1",
            f"Host: {place.netloc}",
            f"Origin: {site}",
            f"Cookie: {settings.SESSION_COOKIE_NAME}={session_of(user)}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Extensions: {offer}",
        )
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            self.head += self.line.recv(1)

    def __enter__(self) -> "RawSocket":
        return self

    def __exit__(self, *_: Any) -> None:
        self.line.close()

    def _take(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self.line.recv(size - len(data))
            assert more, "the server has hung up"
            data += more
        return data

    def read(self) -> tuple[int, bytes]:
        """The first byte and the content of the next frame."""
        first, size = self._take(2)
        if size > 125:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return first, self._take(size)

    def hear(self) -> dict[str, Any]:
        first, data = self.read()
        while first not in (TEXT, PACKED):
            first, data = self.read()
        return dict(json.loads(unpacked(data) if first == PACKED else data))

    def until(self, words: str) -> None:
        while words not in json.dumps(self.hear(), ensure_ascii=False):
            pass

    def say(self, data: bytes, first: int = PACKED) -> None:
        assert len(data) < 65536
        mask = os.urandom(4)
        body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        size = bytes([0x80 | 126]) + len(data).to_bytes(2, "big") if len(data) > 125 else bytes([0x80 | len(data)])
        self.line.sendall(bytes([first]) + size + mask + body)


def packed(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[: -len(END)]


def unpacked(data: bytes) -> bytes:
    return zlib.decompressobj(-15).decompress(data + END)


@pytest.fixture
def raw(live: str, start: Any, owner: Any) -> Any:
    with RawSocket(live, start().pk, owner, "permessage-deflate; client_max_window_bits") as page:
        yield page


def test_large_messages_come_compressed_and_small_ones_as_they_are(raw: RawSocket) -> None:
    assert b"Sec-WebSocket-Extensions: permessage-deflate" in raw.head
    first, data = raw.read()
    text = unpacked(data)
    assert first == PACKED and {"board", "decision", "seats"} <= json.loads(text)["parts"].keys()
    assert len(data) == size_of(text.decode()) < len(text) / 3
    raw.say(b"{", TEXT)
    while "We couldn’t read this message." not in data.decode(errors="replace"):
        first, data = raw.read()
    assert first == TEXT


def test_a_page_that_asks_for_a_small_window_gets_it(live: str, start: Any, owner: Any) -> None:
    with RawSocket(live, start().pk, owner, "permessage-deflate; server_max_window_bits=9") as page:
        first, data = page.read()
        assert first == PACKED and b"board" in zlib.decompressobj(-9).decompress(data + END)


def test_a_page_that_offers_no_compression_gets_none(live: str, start: Any, owner: Any) -> None:
    with RawSocket(live, start().pk, owner, "x-unknown") as page:
        first, data = page.read()
        assert first == TEXT and json.loads(data)["parts"]


def test_compressed_messages_of_pages_are_read(raw: RawSocket) -> None:
    raw.say(packed(json.dumps({"chat": ["Good luck!"]}).encode()))
    raw.until("Good luck!")


@pytest.mark.parametrize("frames", [1, 2, 50])
def test_a_message_that_unpacks_to_far_too_much_is_refused(raw: RawSocket, frames: int) -> None:
    bomb = packed(b'"' + b"x" * (40 * MOST))
    size = -(-len(bomb) // frames)
    assert len(bomb) < 20_000
    for start in range(0, len(bomb), size):
        begins, ends = start == 0, start + size >= len(bomb)
        raw.say(bomb[start : start + size], (0x41 if begins else 0x00) | (0x80 if ends else 0x00))
    raw.until("This is too long")


def test_a_message_that_cannot_be_unpacked_is_refused(raw: RawSocket) -> None:
    raw.say(b"\xff\xff\xff\xff")
    raw.until("We couldn’t read this message.")
    raw.say(packed(json.dumps({"chat": ["Good luck!"]}).encode()))
    raw.until("Good luck!")


def test_two_pages_get_different_tokens_for_their_forms(live: str, start: Any, owner: Any) -> None:
    match = start()
    pages = [TableSocket(live, match.pk, owner, cookies={settings.CSRF_COOKIE_NAME: "k" * 32}) for _ in range(2)]
    tokens = set()
    for page in pages:
        page.until("csrfmiddlewaretoken", "chat")
        tokens.add(page.parts["chat"].split('name="csrfmiddlewaretoken" value="')[1].split('"')[0])
        page.close()
    assert len(tokens) == 2 and all(len(token) == 64 for token in tokens)
