"""Plain commands to Valkey: answers reach the right caller, and cut connections are reopened."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from config.cache import SharedClient
from config.plain_commands import KEPT, PersistentConnections, connections_to
from tests.fixtures import free_port

ADDRESS = settings.CACHES["default"]["LOCATION"]


@pytest.fixture
def connections() -> PersistentConnections:
    """The connections of a process that has just started."""
    return PersistentConnections(ADDRESS)


def test_each_thread_gets_its_own_answers(connections: PersistentConnections) -> None:
    def echo(number: int) -> int:
        first, second = connections.ask([("ECHO", f"{number}"), ("ECHO", f"{number + 1}")])
        return int(first) * 10_000 + int(second)

    with ThreadPoolExecutor(20) as many:
        assert list(many.map(echo, range(500))) == [number * 10_000 + number + 1 for number in range(500)]
    assert len(connections.idle) <= KEPT


def test_a_cut_connection_is_reopened(connections: PersistentConnections) -> None:
    [number] = connections.ask([("CLIENT", "ID")])
    redis.Redis.from_url(ADDRESS).client_kill_filter(_id=str(number))
    assert connections.ask([("ECHO", "there")]) == [b"there"]


def test_a_refused_command_does_not_affect_the_next(connections: PersistentConnections) -> None:
    with pytest.raises(redis.ResponseError):
        connections.ask([("NONSENSE",), ("ECHO", "late")])
    assert connections.ask([("ECHO", "next")]) == [b"next"]


def test_a_server_that_is_down_raises_a_redis_error() -> None:
    with pytest.raises(redis.RedisError):
        PersistentConnections(f"redis://127.0.0.1:{free_port()}/0").ask([("PING",)])


def test_a_forked_process_has_its_own_connections(connections: PersistentConnections) -> None:
    connections.ask([("PING",)])
    assert len(connections.idle) == 1
    child = os.fork()
    if child == 0:
        os._exit(len(connections.idle))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(connections.idle) == 1


def test_get_many_uses_plain_commands() -> None:
    cache.set_many({"plain:a": 1, "plain:b": ["two"]}, 60)
    assert cache.get_many(["plain:a", "plain:nothing", "plain:b"]) == {"plain:a": 1, "plain:b": ["two"]}
    assert connections_to(ADDRESS).idle
    assert SharedClient([ADDRESS]).get_many([]) == {}
