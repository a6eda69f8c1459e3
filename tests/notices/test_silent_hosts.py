"""A host that accepts connections but never answers delays only its own notices."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.notices import breaker, delivery, look_ups, public_http, services
from accounts.notices.models import Channel, Notice
from tests.fixtures import empty_cache
from tests.games.conftest import browser_of
from tests.notices.web import Web

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    empty_cache()


def hooks(user: Any, web: Web, count: int = services.MOST) -> list[Channel]:
    facts = {"user": user, "kind": "json", "name": "ours", "events": "all"}
    return [services.add_webhook(url=web.url(f"/{number}"), **facts) for number in range(count)]


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs that were called; none of them answers."""
    called: list[str] = []

    def wait(url: str, *_: Any) -> Any:
        called.append(url)
        raise public_http.Unreachable("No answer within 5 seconds.")

    monkeypatch.setattr(public_http, "post", wait)
    return called


def test_an_unresponsive_host_is_called_three_times_and_then_paused(owner: Any, web: Web, silence: list[str]) -> None:
    for channel in hooks(owner, web):
        delivery.queue_test(channel)
    delivery.send_due()
    assert len(silence) == breaker.FAILURES
    assert not Notice.objects.filter(status="queued").exists(), "each test has an outcome that its page shows"
    assert "hasn’t been answering" in Notice.objects.latest("id").reason


def test_a_notice_for_a_paused_host_waits_without_counting_an_attempt(owner: Any, web: Web) -> None:
    (channel,) = hooks(owner, web, 1)
    for _ in range(breaker.FAILURES):
        breaker.record_failure(channel.url)
    notice = Notice.objects.create(channel=channel, key="k", kind="turn", data={})
    delivery.send_due()
    notice.refresh_from_db()
    channel.refresh_from_db()
    assert notice.status == "queued" and notice.attempts == 0 and channel.failing_since is None
    assert notice.next_try_at > timezone.now() + timedelta(seconds=breaker.REST / 2)
    assert web.posts == []


def test_other_ports_and_hosts_are_not_affected_and_an_answer_resets(owner: Any, web: Web) -> None:
    for _ in range(breaker.FAILURES):
        breaker.record_failure("https://hooks.example.org:8443/a")
    assert breaker.is_open("https://hooks.example.org:8443/b")
    assert not breaker.is_open("https://hooks.example.org/a") and not breaker.is_open("https://other.example.org:8443/")
    breaker.record_failure(web.url())
    (channel,) = hooks(owner, web, 1)
    delivery.queue_test(channel)
    delivery.send_due()
    assert len(web.posts) == 1 and not cache.get(breaker._key(channel.url))


@pytest.fixture
def stuck(web: Web, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A name server that doesn't answer for hosts under slow.example.org until the test is over."""
    quick, over = look_ups._find, threading.Event()

    def find(host: str, *rest: Any, **more: Any) -> Any:
        if host.endswith("slow.example.org"):
            over.wait(30)
        return quick(host, *rest, **more)

    monkeypatch.setattr(look_ups, "_find", find)
    monkeypatch.setattr(public_http, "TIME_OUT", 0.2)
    yield
    over.set()


def test_hanging_look_ups_of_one_person_stop_nobody_else(owner: Any, player: Any, web: Web, stuck: None) -> None:
    facts = {"kind": "json", "name": "ours", "events": "all"}
    slow = [
        services.add_webhook(user=owner, url=f"https://{number}.slow.example.org/", **facts)
        for number in range(look_ups.MOST_OF_ONE + 2)
    ]
    for channel in slow:
        Notice.objects.create(channel=channel, key=str(channel.pk), kind="test", data={})
    good = services.add_webhook(user=player, url=web.url(), **facts)
    Notice.objects.create(channel=good, key="good", kind="test", data={})
    delivery.send_due()
    assert len(web.posts) == 1 and Notice.objects.get(key="good").status == "sent"
    reasons = [Notice.objects.get(channel=channel).reason for channel in slow]
    assert ["not found" in reason for reason in reasons] == [True, True, False, False]
    assert "still being looked up" in reasons[-1]


def test_tests_are_limited_per_person(owner: Any, web: Web, settings: Any) -> None:
    settings.HAS_RATE_LIMITS = True
    client = browser_of(owner)
    facts = {"kind": "json", "name": "ours", "events": "all"}
    statuses = []
    for number in range(services.TESTS_AN_HOUR + 2):
        client.post(reverse("add_webhook"), facts | {"url": web.url(f"/{number}")})
        channel = Channel.objects.get()
        statuses.append(channel.notices.count())
        client.post(reverse("remove_channel", args=[channel.pk]))
    assert statuses == [1] * services.TESTS_AN_HOUR + [0, 0]
    (channel,) = hooks(owner, web, 1)
    answer = client.post(reverse("test_channel", args=[channel.pk]))
    assert answer.status_code == 429 and not channel.notices.exists()
