"""The web process itself: bodies that are too large never reach the disk; it shows that its loop goes round."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.processes import Process, wait_until
from tests.fixtures import ROOT, free_port, status_of

MEGABYTE = 1024 * 1024


class Web:
    def __init__(self, folder: Path) -> None:
        self.port, self.files = free_port(), folder / "files"
        self.files.mkdir()
        self.process = Process("web", folder / "web.log")
        arguments = ["-v", "0", "-b", "127.0.0.1", "-p", str(self.port), "config.asgi:application"]
        own = {"PLAYPOST_DEBUG": "1", "PLAYPOST_WEB_ALIVE": str(folder / "alive"), "TMPDIR": str(self.files)}
        self.process.spawn([sys.executable, "-m", "config.web", *arguments], ROOT, os.environ | own)
        assert wait_until(lambda: status_of(f"http://localhost:{self.port}/robots.txt") != 0, 60, 0.1)

    def send(self, head: str, *body: bytes, path: str = "/accounts/login/") -> tuple[bytes, int]:
        """Headers, then parts of a body; the answer up to the end of the connection, and how many parts were taken."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n".encode())
            taken = 0
            try:
                for part in body:
                    line.sendall(part)
                    taken += 1
            except OSError:
                pass
            return answer_of(line), taken

    def bytes_on_disk(self) -> int:
        """What the process has written to files that have no name any more."""
        assert self.process.proc is not None
        held = 0
        for link in Path(f"/proc/{self.process.proc.pid}/fd").iterdir():
            if str(link.resolve()).startswith(str(self.files)):
                held = max(held, link.stat().st_size)
        return held


def answer_of(line: socket.socket) -> bytes:
    answer = b""
    try:
        while part := line.recv(65536):
            answer += part
    except OSError:
        pass
    return answer


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    made = Web(tmp_path_factory.mktemp("web"))
    try:
        yield made
    finally:
        made.process.stop()


def chunk(size: int) -> bytes:
    return b"%x\r\n%s\r\n" % (size, b"x" * size)


def test_a_length_that_is_too_large_is_answered_before_the_body_comes(web: Web) -> None:
    answer, _ = web.send(f"Content-Length: {1024 * MEGABYTE}")
    assert answer.startswith(b"HTTP/1.1 413 ") and b"Connection: close" in answer


def test_a_form_that_is_somewhat_too_large_is_read_and_answered(web: Web) -> None:
    """A browser sends all of it before it looks at the answer."""
    answer, taken = web.send(
        f"Content-Length: {MEGABYTE}\r\nContent-Type: multipart/form-data; boundary=x", *[b"x" * 65536] * 16
    )
    assert taken == 16 and answer.count(b"HTTP/1.1") == 1 and answer.startswith(b"HTTP/1.1 413 ")
    assert web.bytes_on_disk() == 0


def test_a_body_in_chunks_is_counted_and_the_line_is_closed(web: Web) -> None:
    answer, taken = web.send("Transfer-Encoding: chunked", *[chunk(MEGABYTE)] * 200)
    assert answer.startswith(b"HTTP/1.1 413 ") or taken < 200
    assert taken < 200, "the rest was not wanted"
    assert web.bytes_on_disk() == 0


def test_what_follows_a_refused_body_is_no_request(web: Web) -> None:
    smuggled = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer, _ = web.send("Transfer-Encoding: chunked", chunk(3 * MEGABYTE), b"0\r\n\r\n", smuggled)
    assert answer.count(b"HTTP/1.1") <= 1 and b"User-agent" not in answer


@pytest.mark.parametrize("path", ["/records/", "/accounts/login/"])
def test_bodies_of_a_usual_size_arrive(web: Web, path: str) -> None:
    answer, _ = web.send("Content-Length: 60000\r\nConnection: close", b"x" * 60000, path=path)
    assert b" 413 " not in answer and answer.startswith(b"HTTP/1.1 403 "), "no token: Django has looked at it"


def test_addresses_that_measure_themselves_get_more(web: Web) -> None:
    answer, _ = web.send(f"Content-Length: {MEGABYTE}\r\nConnection: close", b"x" * MEGABYTE, path="/records/")
    assert answer.startswith(b"HTTP/1.1 403 "), "no token: Django has looked at it"


def test_a_loop_that_answers_shows_signs_of_life(web: Web) -> None:
    alive = web.files.parent / "alive"
    before = alive.stat().st_mtime
    assert wait_until(lambda: alive.stat().st_mtime > before, 10, 0.1)
