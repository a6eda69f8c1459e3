"""Plain commands to Valkey: answers belong to whoever asked, and a line that was cut is opened again."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from config.cache import SharedClient
from config.plain_commands import KEPT, KeptConnections, connections_to
from tests.fixtures import free_port

ADDRESS = settings.CACHES["default"]["LOCATION"]


@pytest.fixture
def kept() -> KeptConnections:
    """As a process that has just started has them."""
    return KeptConnections(ADDRESS)


def test_threads_get_their_own_answers(kept: KeptConnections) -> None:
    def echo(number: int) -> int:
        first, second = kept.ask([("ECHO", f"{number}"), ("ECHO", f"{number + 1}")])
        return int(first) * 10_000 + int(second)

    with ThreadPoolExecutor(20) as many:
        assert list(many.map(echo, range(500))) == [number * 10_000 + number + 1 for number in range(500)]
    assert len(kept.idle) <= KEPT


def test_a_line_that_was_cut_is_opened_again(kept: KeptConnections) -> None:
    [number] = kept.ask([("CLIENT", "ID")])
    redis.Redis.from_url(ADDRESS).client_kill_filter(_id=str(number))
    assert kept.ask([("ECHO", "there")]) == [b"there"]


def test_a_command_that_is_refused_leaves_no_answer_for_the_next(kept: KeptConnections) -> None:
    with pytest.raises(redis.ResponseError):
        kept.ask([("NONSENSE",), ("ECHO", "late")])
    assert kept.ask([("ECHO", "next")]) == [b"next"]


def test_a_server_that_is_away_is_an_error_of_redis() -> None:
    with pytest.raises(redis.RedisError):
        KeptConnections(f"redis://127.0.0.1:{free_port()}/0").ask([("PING",)])


def test_another_process_has_connections_of_its_own(kept: KeptConnections) -> None:
    kept.ask([("PING",)])
    assert len(kept.idle) == 1
    child = os.fork()
    if child == 0:
        os._exit(len(kept.idle))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(kept.idle) == 1


def test_the_cache_asks_for_many_values_plainly() -> None:
    cache.set_many({"plain:a": 1, "plain:b": ["two"]}, 60)
    assert cache.get_many(["plain:a", "plain:nothing", "plain:b"]) == {"plain:a": 1, "plain:b": ["two"]}
    assert connections_to(ADDRESS).idle
    assert SharedClient([ADDRESS]).get_many([]) == {}
