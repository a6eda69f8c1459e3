"""A cache that copes with Valkey being away or full: nothing is remembered then, and play goes on.

Only limits are: each process counts for itself until Valkey is back, so that no outage opens the door to guessing.
"""

import json
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import redis
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.plain_commands import connections_to

T = TypeVar("T")
log = logging.getLogger("playpost.cache")
SAY_EVERY = 60.0  # seconds
LIMITS = ("limit:", "allauth:rl:")  # how keys begin that count what somebody does
LOST: Any = object()
COUNT_HERE = 30.0  # seconds for which limits are counted here once Valkey has failed
# A server that is gone is not waited for: who moves, moves. One more try is for a connection that a restart has cut.
AGAIN = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))  # not for one that hangs
QUICK: dict[str, Any] = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": AGAIN}
HANGS = 5.0  # seconds for which a server that did not answer in time is not asked again


def count(keys: Sequence[str], seconds: int, by: int = 1) -> list[int]:
    """Add to each of these counters and say how much each is now. It ends so many seconds after it began.

    One message for all. While the server is away this process counts for itself.
    """
    backend: Any = caches["default"]
    counts: list[int] = backend.count(keys, seconds, by)
    return counts


class PlainValues:
    """Values as JSON: what comes out of another server is data, and never code as in a pickle."""

    def dumps(self, value: Any) -> Any:
        return value if type(value) is int else json.dumps(value)  # numbers as they are, for counting

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored)


@lru_cache
def shared_client(server: str) -> "redis.Redis":
    """The client of this process. Django makes a cache for each request, which would connect anew, and a client for
    each question, which takes longer than to ask it."""
    return redis.Redis(connection_pool=redis.ConnectionPool.from_url(server, **QUICK))


class SharedClient(RedisCacheClient):
    """Django's questions, asked by one client."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self.client, self.plain = shared_client(servers[0]), connections_to(servers[0])

    def get_client(self, key: Any = None, *, write: bool = False) -> "redis.Redis":
        return self.client

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """Asked plainly: each move by correspondence asks who has the table open."""
        names, loads = list(keys), PlainValues().loads
        [values] = self.plain.ask([("MGET", *names)]) if names else [[]]
        return {name: loads(value) for name, value in zip(names, values, strict=True) if value is not None}


class PatientCache(RedisCache):
    """Django's cache on Redis. Without the server reading finds nothing and writing is lost; nothing raises.

    A write that the server refuses is lost, too, and the old value with it: it would be a wrong one.
    """

    said_at = -SAY_EVERY
    counts_here_until = silent_until = 0.0
    here = LocMemCache("limits", {"MAX_ENTRIES": 20_000})

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": {"serializer": PlainValues} | params.get("OPTIONS", {})})
        self._class = SharedClient

    def count(self, keys: Sequence[str], seconds: int, by: int) -> list[int]:
        """As the function of this name."""
        if time.monotonic() > PatientCache.counts_here_until:
            counts = self._try(lambda: self._count_there([self.make_key(key) for key in keys], seconds, by), LOST)
            if counts is not LOST:
                return [int(count) for count in counts]
            PatientCache.counts_here_until = time.monotonic() + COUNT_HERE
        for key in keys:
            self.here.add(key, 0, seconds)
        return [self.here.incr(key, by) for key in keys]

    def _count_there(self, keys: Sequence[str], seconds: int, by: int) -> list[int]:
        asks = self._cache.get_client().pipeline(transaction=False)
        for key in keys:  # in this order each counter has its end
            asks.incrby(key, by)
            asks.expire(key, seconds, nx=True)
        return [*asks.execute()[::2]]

    def add(self, key: Any, *args: Any, **more: Any) -> bool:
        return bool(self._ask("add", True, key, *args, **more))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask("get", default, key, default, version)

    def set(self, key: Any, *args: Any, **more: Any) -> None:
        if self._ask("set", LOST, key, *args, **more) is LOST:
            self.delete(key, more.get("version"))

    def touch(self, key: Any, *args: Any, **more: Any) -> bool:
        return self._try(lambda: super(PatientCache, self).touch(key, *args, **more), False)

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._ask("delete", False, key, version))

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        return self._try(lambda: super(PatientCache, self).get_many(keys, version), {})

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._try(lambda: super(PatientCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """The new count; 0 while the server is away and it is no limit."""
        return int(self._ask("incr", 0, key, delta, version))

    def set_many(self, data: Any, *args: Any, **more: Any) -> list[Any]:
        if self._try(lambda: bool(super(PatientCache, self).set_many(data, *args, **more) or True), False):
            return []
        self.delete_many(data, more.get("version"))
        return list(data)

    def delete_many(self, keys: Any, version: Any = None) -> None:
        self._try(lambda: super(PatientCache, self).delete_many(keys, version), None)

    def _ask(self, method: str, otherwise: Any, key: Any, *args: Any, **more: Any) -> Any:
        """What the server says; else what this process knows of a limit, or `otherwise`."""
        there = getattr(super(), method)
        if not str(key).startswith(LIMITS):
            return self._try(lambda: there(key, *args, **more), otherwise)
        if time.monotonic() > PatientCache.counts_here_until:
            answer = self._try(lambda: there(key, *args, **more), LOST)
            if answer is not LOST:
                return answer
            PatientCache.counts_here_until = time.monotonic() + COUNT_HERE
        return getattr(self.here, method)(key, *args, **more)

    def _try(self, act: Callable[[], T], otherwise: T) -> T:
        if time.monotonic() < PatientCache.silent_until:
            return otherwise
        try:
            return act()
        except redis.RedisError as error:
            if isinstance(error, redis.TimeoutError):
                PatientCache.silent_until = time.monotonic() + HANGS
            if time.monotonic() - PatientCache.said_at > SAY_EVERY:
                PatientCache.said_at = time.monotonic()
                log.warning("The cache does not answer or is full; nothing is remembered until that has passed.")
            return otherwise
