"""The manuals: kilobytes of a page, and server time of a page and of a search."""

import gzip
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.samples import RULE

TIMES = 25
QUESTIONS = ("card", "storage limit", "newly formed", RULE.upper(), "pas", "zebra", "the player who", "a")


def sizes() -> dict[str, float]:
    """Compressed kilobytes and URL of each manual page, the largest first."""
    from django.test import Client

    from rulebook import library
    from rulebook.models import Page

    library.load()
    client, found = Client(), {}
    for page in Page.objects.filter(is_current=True):
        url = page.get_absolute_url()
        body = client.get(url, headers={"Accept-Encoding": "gzip"}).content
        found[url] = len(body) / 1000
        assert gzip.decompress(body).startswith(b"<!doctype html>")
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def page_time(url: str) -> tuple[float, float]:
    """Wall and CPU milliseconds of a cached page for an anonymous visitor."""
    return _timed(lambda client: client.get(url, headers={"Accept-Encoding": "gzip"}))


def member_time(url: str) -> tuple[float, float]:
    """The same for a logged-in person, for whom the page is rendered."""
    from django.contrib.auth import get_user_model

    user, _ = get_user_model().objects.get_or_create(username="reader")
    return _timed(lambda client: client.get(url), user)


def search_time() -> tuple[float, float]:
    """Milliseconds of a search in all manuals and cards, for the slowest of several queries."""
    return max(_timed(lambda client, q=q: client.get("/rules/search/", {"q": q, "part": "1"})) for q in QUESTIONS)


def _timed(ask: Callable[..., Any], user: Any = None) -> tuple[float, float]:
    from django.test import Client

    client = Client()
    if user is not None:
        client.force_login(user)
    for _ in range(3):
        assert ask(client).status_code == 200
    clock, cpu = [], []
    for _ in range(TIMES):
        wall, busy = time.perf_counter(), time.process_time()
        ask(client)
        clock.append((time.perf_counter() - wall) * 1000)
        cpu.append((time.process_time() - busy) * 1000)
    return statistics.median(clock), statistics.median(cpu)
