"""A cache that keeps working when Valkey is down or full: reads miss, writes are dropped, and play goes on.

Rate limits still hold: each process counts by itself until Valkey is back, so that an outage does not allow guessing.
"""

import json
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

import redis
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.plain_commands import connections_to

T = TypeVar("T")
log = logging.getLogger("playpost.cache")
LOG_EVERY = 60.0  # seconds
LIMITS = ("limit:", "allauth:rl:")  # key prefixes of rate limits
FAILED: Any = object()
COUNT_LOCALLY = 30.0  # seconds for which this process counts limits by itself after Valkey has failed
# Never wait for a server that is down; moves must not hang on the cache. Only a cut connection is retried, once.
RETRY_ONCE = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
FAIL_FAST: dict[str, Any] = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": RETRY_ONCE}
SKIP_AFTER_TIMEOUT = 5.0  # seconds for which the server is not used after a timeout


def count(keys: Sequence[str], seconds: int, by: int = 1) -> list[int]:
    """Add `by` to each counter and return the new values. A counter expires `seconds` after it was created.

    One round trip for all counters. While the server is down, this process counts by itself.
    """
    return cast(ResilientCache, caches["default"]).count(keys, seconds, by)


class PlainValues:
    """Serializes values as JSON: data from another server must never run as code, as a pickle could."""

    def dumps(self, value: Any) -> Any:
        return value if type(value) is int else json.dumps(value)  # numbers as they are, for counting

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored)


@lru_cache
def shared_client(server: str) -> "redis.Redis":
    """The Redis client of this process. Django creates a cache per request, which would reconnect, and a client per
    command, which takes longer than the command."""
    return redis.Redis(connection_pool=redis.ConnectionPool.from_url(server, **FAIL_FAST))


class SharedClient(RedisCacheClient):
    """Django's cache client, with one Redis client for the whole process."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self.client, self.plain = shared_client(servers[0]), connections_to(servers[0])

    def get_client(self, key: Any = None, *, write: bool = False) -> "redis.Redis":
        return self.client

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """MGET without the overhead of redis-py: each correspondence move looks up who has the table open."""
        names, loads = list(keys), PlainValues().loads
        [values] = self.plain.ask([("MGET", *names)]) if names else [[]]
        return {name: loads(value) for name, value in zip(names, values, strict=True) if value is not None}

    def set_many(self, data: Any, timeout: Any = None) -> None:
        """The same for writing: each page of a table records what its player has seen."""
        until, dumps = () if timeout is None else ("EX", timeout), PlainValues().dumps
        self.plain.ask([("SET", name, dumps(value), *until) for name, value in data.items()])


class ResilientCache(RedisCache):
    """Django's Redis cache, except that nothing raises when the server is down: reads miss and writes are dropped.

    If the server refuses a write (it is full), the old value is deleted, because it would be stale.
    """

    logged_at = -LOG_EVERY
    counts_locally_until = skips_until = 0.0
    local = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 20_000}})

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": {"serializer": PlainValues} | params.get("OPTIONS", {})})
        self._class = SharedClient

    def count(self, keys: Sequence[str], seconds: int, by: int) -> list[int]:
        """See the module-level `count`."""
        if time.monotonic() > ResilientCache.counts_locally_until:
            counts = self._try(lambda: self._count_on_server([self.make_key(key) for key in keys], seconds, by), FAILED)
            if counts is not FAILED:
                return [int(count) for count in counts]
            ResilientCache.counts_locally_until = time.monotonic() + COUNT_LOCALLY
        for key in keys:
            self.local.add(key, 0, seconds)
        return [self.local.incr(key, by) for key in keys]

    def _count_on_server(self, keys: Sequence[str], seconds: int, by: int) -> list[int]:
        asks = self._cache.get_client().pipeline(transaction=False)
        for key in keys:  # EXPIRE NX after INCRBY: only a new counter gets its expiry
            asks.incrby(key, by)
            asks.expire(key, seconds, nx=True)
        return [*asks.execute()[::2]]

    def add(self, key: Any, *args: Any, **more: Any) -> bool:
        return bool(self._ask("add", True, key, *args, **more))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask("get", default, key, default, version)

    def set(self, key: Any, *args: Any, **more: Any) -> None:
        if self._ask("set", FAILED, key, *args, **more) is FAILED:
            self.delete(key, more.get("version"))

    def touch(self, key: Any, *args: Any, **more: Any) -> bool:
        return self._try(lambda: super(ResilientCache, self).touch(key, *args, **more), False)

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._ask("delete", False, key, version))

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        return self._try(lambda: super(ResilientCache, self).get_many(keys, version), {})

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._try(lambda: super(ResilientCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """The new count; 0 if the server is down and the key is not a rate limit."""
        return int(self._ask("incr", 0, key, delta, version))

    def set_many(self, data: Any, *args: Any, **more: Any) -> list[Any]:
        if self._try(lambda: bool(super(ResilientCache, self).set_many(data, *args, **more) or True), False):
            return []
        self.delete_many(data, more.get("version"))
        return list(data)

    def delete_many(self, keys: Any, version: Any = None) -> None:
        self._try(lambda: super(ResilientCache, self).delete_many(keys, version), None)

    def _ask(self, method: str, default: Any, key: Any, *args: Any, **more: Any) -> Any:
        """The server's answer. If it fails: this process's own count for a rate limit, `default` for other keys."""
        there = getattr(super(), method)
        if not str(key).startswith(LIMITS):
            return self._try(lambda: there(key, *args, **more), default)
        if time.monotonic() > ResilientCache.counts_locally_until:
            answer = self._try(lambda: there(key, *args, **more), FAILED)
            if answer is not FAILED:
                return answer
            ResilientCache.counts_locally_until = time.monotonic() + COUNT_LOCALLY
        return getattr(self.local, method)(key, *args, **more)

    def _try(self, act: Callable[[], T], default: T) -> T:
        if time.monotonic() < ResilientCache.skips_until:
            return default
        try:
            return act()
        except redis.RedisError as error:
            if isinstance(error, redis.TimeoutError):
                ResilientCache.skips_until = time.monotonic() + SKIP_AFTER_TIMEOUT
            if time.monotonic() - ResilientCache.logged_at > LOG_EVERY:
                ResilientCache.logged_at = time.monotonic()
                log.warning("The cache is full or not responding. Nothing is cached until it recovers.")
            return default
