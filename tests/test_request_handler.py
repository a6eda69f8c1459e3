"""The request handler: one thread per request, from a small pool."""

import threading
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from config import health
from config import request_handler as handler

pytestmark = [pytest.mark.asyncio, pytest.mark.urls(__name__)]
asked: list[int] = []  # the threads in which views ran
go_on = threading.Event()


def where(request: HttpRequest) -> HttpResponse:
    asked.append(threading.get_ident())
    return HttpResponse("here")


def wait(request: HttpRequest) -> HttpResponse:
    go_on.wait(30)
    return HttpResponse("at last")


def stream(request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> Any:
        yield b"one "
        yield b"two"

    return StreamingHttpResponse(parts())


urlpatterns = [path("where/", where), path("wait/", wait), path("stream/", stream)]


def ask(address: str) -> HttpCommunicator:
    return HttpCommunicator(handler.Pages(), "GET", address, headers=[(b"host", b"testserver")])


async def test_pages_reuse_their_threads() -> None:
    asked.clear()
    for _ in range(2 * handler.COUNT):
        assert (await ask("/where/").get_response(30))["body"] == b"here"
    assert len(set(asked)) <= handler.COUNT and threading.get_ident() not in asked


async def test_a_stream_is_sent_completely() -> None:
    reader = ask("/stream/")
    await reader.send_input({"type": "http.request"})
    assert (await reader.receive_output(30))["status"] == 200
    assert [(await reader.receive_output(30)).get("body") for _ in range(3)] == [b"one ", b"two", None]
    await reader.wait(30)


async def test_a_probe_is_answered_while_all_threads_are_busy() -> None:
    go_on.clear()
    waiting = [ask("/wait/") for _ in range(handler.COUNT)]
    try:
        for one in waiting:
            await one.send_input({"type": "http.request", "body": b""})
        assert (await ask("/health/live").get_response(30))["body"] == b"alive\n"
    finally:
        go_on.set()
    for one in waiting:
        assert (await one.receive_output(30))["status"] == 200


async def test_a_probe_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(health.ADDRESSES, "/health/ready", wait)
    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    go_on.clear()
    try:
        assert (await ask("/health/ready").get_response(30))["status"] == 503
    finally:
        go_on.set()
