"""Rate limits: counted in Valkey, for all processes together."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
import redis
from allauth.account import signals as account_signals
from django.conf import settings
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts.login import throttle
from accounts.models import User
from config.cache import ResilientCache, shared_client
from games import rate_limits
from games.errors import Refusal
from tests.fixtures import PASSWORD, empty_cache

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limits(settings: Any, no_limits: None) -> None:
    empty_cache()  # tries for one login count from any address
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip"}


@pytest.fixture
def visitor() -> Client:
    """A client with an IP address that is unique in this test run."""
    digits = uuid4().hex[:16]
    return Client(REMOTE_ADDR=f"2001:db8:{digits[:4]}:{digits[4:8]}:{digits[8:12]}:{digits[12:16]}::1")


def test_counters_are_in_valkey() -> None:
    assert type(cache._cache).__name__ == "SharedClient"  # type: ignore[attr-defined]


def test_password_guessing_is_stopped_after_five_tries(visitor: Client, player: User) -> None:
    for _ in range(5):
        visitor.post("/accounts/login/", {"login": "player", "password": "guess"})
    answer = visitor.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert "Too many tries" in answer.content.decode()
    assert not get_user(visitor).is_authenticated


def from_elsewhere() -> Client:
    digits = uuid4().hex[:12]
    return Client(REMOTE_ADDR=f"2001:db8:{digits[:4]}:{digits[4:8]}:{digits[8:12]}::1")


def test_guesses_by_strangers_lock_nobody_out(visitor: Client, player: User) -> None:
    """The limit applies to login and IP address together, not to the login."""
    for _ in range(6):
        answer = visitor.post("/accounts/login/", {"login": "player", "password": "guess"})
    assert "Too many tries" in answer.content.decode()
    home = from_elsewhere()
    home.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert get_user(home) == player


def test_distributed_guesses_are_slowed_except_from_known_addresses(player: User, monkeypatch: Any) -> None:
    home = from_elsewhere()
    home.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    home.logout()
    answers = [
        from_elsewhere().post("/accounts/login/", {"login": "player", "password": "guess"}).content.decode()
        for _ in range(throttle.MANY + 5)
    ]
    assert sum("Too many tries" in answer for answer in answers) == 4  # one of the five extra tries may pass
    home.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert get_user(home) == player


def test_without_valkey_each_process_counts_by_itself(visitor: Client, player: User, monkeypatch: Any) -> None:
    def is_away(*_: Any, **__: Any) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(redis.ConnectionPool, "get_connection", is_away)
    monkeypatch.setattr(ResilientCache, "counts_locally_until", 0.0)
    for _ in range(6):
        answer = visitor.post("/accounts/login/", {"login": "player", "password": "guess"})
    assert "Too many tries" in answer.content.decode()
    for _ in range(3):
        rate_limits.spend("table", player.pk, 3, "Wait.", 60)
    with pytest.raises(Refusal):
        rate_limits.spend("table", player.pk, 3, "Wait.", 60)


def test_a_password_reset_clears_the_limit(visitor: Client, player: User) -> None:
    for _ in range(6):
        visitor.post("/accounts/login/", {"login": "player", "password": "guess"})
    request = RequestFactory(REMOTE_ADDR=visitor.defaults["REMOTE_ADDR"]).get("/")
    account_signals.password_reset.send(User, request=request, user=player)
    visitor.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert get_user(visitor) == player


def test_sign_ups_are_limited_to_twenty_a_minute(visitor: Client) -> None:
    answers = [visitor.post("/accounts/signup/", {"username": "x"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_the_refusal_uses_our_layout(visitor: Client) -> None:
    for _ in range(21):
        answer = visitor.post("/accounts/signup/", {"username": "x"})
    assert 'class="masthead"' in answer.content.decode()


def test_reset_emails_are_limited_to_five(visitor: Client, player: User) -> None:
    answers = [visitor.post("/accounts/password/reset/", {"email": player.email}).status_code for _ in range(6)]
    assert answers[-1] == 429 and len(mail.outbox) == 5


def test_other_visitors_are_not_affected(visitor: Client) -> None:
    for _ in range(21):
        visitor.post("/accounts/signup/", {"username": "x"})
    assert Client(REMOTE_ADDR="192.0.2.200").get("/accounts/signup/").status_code == 200


@pytest.mark.parametrize(("switch", "limits"), [("0", "False"), ("1", "{'login_failed': '10/m/ip'}")])
def test_the_environment_controls_rate_limits(switch: str, limits: str) -> None:
    script = "from config import settings; print(settings.ACCOUNT_RATE_LIMITS)"
    env = os.environ | {"PLAYPOST_RATE_LIMITS": switch}
    assert subprocess.check_output([sys.executable, "-c", script], env=env, text=True).strip() == limits


def test_requests_share_connections_to_valkey(player: User) -> None:
    """Each thread has its own cache object, as each request does."""

    def use() -> tuple[int, int]:
        cache.get("nothing")
        rate_limits.spent("test", [player.pk], 60)
        return shared_client(settings.CACHES["default"]["LOCATION"]).client_id(), shared_client.cache_info().misses

    used = []
    for _ in range(3):
        with ThreadPoolExecutor(1) as one:
            used.append(one.submit(use).result())
    assert used[0] == used[1] == used[2]


def test_counters_expire(player: User) -> None:
    assert [rate_limits.spent("test", [player.pk, player.pk], 1) for _ in range(2)] == [[1, 2], [3, 4]]
    time.sleep(1.1)
    assert rate_limits.spent("test", [player.pk], 1) == [1]
