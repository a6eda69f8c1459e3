"""The web process: it opens when it may, large bodies never reach the disk, and the event loop writes a heartbeat."""

import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.processes import Process, wait_until
from tests.bench.site import TICKS, ticks
from tests.fixtures import ROOT, free_port, status_of

MEGABYTE = 1024 * 1024


class Web:
    def __init__(self, folder: Path, **more: str) -> None:
        self.port, self.files = free_port(), folder / "files"
        self.files.mkdir()
        self.process = Process("web", folder / "web.log")
        arguments = ["-v", "0", "-b", "127.0.0.1", "-p", str(self.port), "config.asgi:application"]
        own = {"PLAYPOST_DEBUG": "1", "PLAYPOST_WEB_ALIVE": str(folder / "alive"), "TMPDIR": str(self.files)}
        self.process.spawn([sys.executable, "-m", "config.web", *arguments], ROOT, os.environ | own | more)
        if "PLAYPOST_GATE" not in more:
            assert wait_until(self.answers, 60, 0.1)

    def answers(self) -> bool:
        return status_of(f"http://localhost:{self.port}/robots.txt") != 0

    def has_loaded(self) -> bool:
        """Has it worked, and is it idle now?"""
        assert self.process.proc is not None
        used = ticks(self.process.proc.pid)
        time.sleep(1)
        return used > TICKS and ticks(self.process.proc.pid) - used <= 1

    def send(self, head: str, *body: bytes, path: str = "/accounts/login/") -> tuple[bytes, int]:
        """Send headers and parts of a body. Returns the whole response, and how many parts were accepted."""
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
        """The number of bytes that the process has written to deleted files."""
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


def test_pages_are_answered_from_the_moment_that_the_gate_is_open(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    web = Web(tmp_path, PLAYPOST_GATE=str(gate))
    try:
        assert wait_until(web.has_loaded, 60) and not web.answers()
        gate.touch()
        assert wait_until(web.answers, 20)
    finally:
        web.process.stop()


def test_a_far_too_large_content_length_is_refused_at_once(web: Web) -> None:
    answer, _ = web.send(f"Content-Length: {1024 * MEGABYTE}")
    assert answer.startswith(b"HTTP/1.1 413 ") and b"Connection: close" in answer


@pytest.mark.parametrize("size", [1, 24])
def test_a_too_large_form_that_proxies_let_through_is_drained_and_answered(web: Web, size: int) -> None:
    """A browser sends the whole body before it reads the response."""
    head = f"Content-Length: {size * MEGABYTE}\r\nContent-Type: multipart/form-data; boundary=x"
    answer, taken = web.send(head, *[b"x" * MEGABYTE] * size)
    assert taken == size and answer.count(b"HTTP/1.1") == 1 and answer.startswith(b"HTTP/1.1 413 ")
    assert b"for a match record 1 megabyte" in answer
    assert web.bytes_on_disk() == 0


def test_a_large_chunked_body_is_refused_and_the_connection_closed(web: Web) -> None:
    answer, taken = web.send("Transfer-Encoding: chunked", *[chunk(MEGABYTE)] * 200)
    assert answer.startswith(b"HTTP/1.1 413 ") or taken < 200
    assert taken < 200, "the rest was not wanted"
    assert web.bytes_on_disk() == 0


def test_data_after_a_refused_body_is_not_a_request(web: Web) -> None:
    smuggled = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer, _ = web.send("Transfer-Encoding: chunked", chunk(3 * MEGABYTE), b"0\r\n\r\n", smuggled)
    assert answer.count(b"HTTP/1.1") <= 1 and b"User-agent" not in answer


@pytest.mark.parametrize("path", ["/records/", "/accounts/login/"])
def test_normal_bodies_arrive(web: Web, path: str) -> None:
    answer, _ = web.send("Content-Length: 60000\r\nConnection: close", b"x" * 60000, path=path)
    assert b" 413 " not in answer and answer.startswith(b"HTTP/1.1 403 "), "no token: Django has looked at it"


def test_views_with_their_own_limit_accept_more(web: Web) -> None:
    answer, _ = web.send(f"Content-Length: {MEGABYTE}\r\nConnection: close", b"x" * MEGABYTE, path="/records/")
    assert answer.startswith(b"HTTP/1.1 403 "), "no token: Django has looked at it"


def test_the_event_loop_writes_a_heartbeat(web: Web) -> None:
    alive = web.files.parent / "alive"
    before = alive.stat().st_mtime
    assert wait_until(lambda: alive.stat().st_mtime > before, 10, 0.1)


BEHIND = """
import pathlib, time
real, behind = time.time, pathlib.Path(r"{}")
time.time = lambda: real() - (600 if behind.exists() else 0)
"""


def _beats_again(alive: Path) -> bool:
    before = alive.stat().st_mtime
    return wait_until(lambda: alive.stat().st_mtime > before, 10, 0.1)


@pytest.mark.slow
def test_the_heartbeat_goes_on_when_the_clock_is_set_back(tmp_path: Path) -> None:
    """Otherwise `manage.py up` would take the process for one that hangs, and end it."""
    behind, alive = tmp_path / "behind", tmp_path / "alive"
    (tmp_path / "sitecustomize.py").write_text(BEHIND.format(behind))  # Python runs it first
    web = Web(tmp_path, PYTHONPATH=str(tmp_path))
    try:
        assert wait_until(alive.exists, 30, 0.1)
        behind.touch()
        assert all(_beats_again(alive) for _ in range(3)), "the first beat, which was on its way, was the last"
    finally:
        web.process.stop()
