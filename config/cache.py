"""The cache, for which Valkey may be away, or full: nothing is remembered then, and nobody is kept from playing."""

import json
import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

T = TypeVar("T")
log = logging.getLogger("playpost.cache")
SAY_EVERY = 60.0  # seconds
# A server that is gone is not waited for: who moves, moves. One more try is for a connection that a restart has cut.
QUICK: dict[str, Any] = {"socket_timeout": 2, "socket_connect_timeout": 2, "retry": Retry(NoBackoff(), 1)}


class PlainValues:
    """Values as JSON: what comes out of another server is data, and never code as in a pickle."""

    def dumps(self, value: Any) -> Any:
        return value if type(value) is int else json.dumps(value)  # numbers as they are, for counting

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored)


class PatientCache(RedisCache):
    """Django's cache on Redis. Without the server reading finds nothing and writing is lost; nothing raises.

    A write that the server refuses is lost, too, and the old value with it: it would be a wrong one.
    """

    said_at = -SAY_EVERY

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": {"serializer": PlainValues} | QUICK | params.get("OPTIONS", {})})

    def add(self, key: Any, *args: Any, **more: Any) -> bool:
        return self._try(lambda: super(PatientCache, self).add(key, *args, **more), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._try(lambda: super(PatientCache, self).get(key, default, version), default)

    def set(self, key: Any, *args: Any, **more: Any) -> None:
        if not self._try(lambda: super(PatientCache, self).set(key, *args, **more) or True, False):
            self.delete(key, more.get("version"))

    def touch(self, key: Any, *args: Any, **more: Any) -> bool:
        return self._try(lambda: super(PatientCache, self).touch(key, *args, **more), False)

    def delete(self, key: Any, version: Any = None) -> bool:
        return self._try(lambda: super(PatientCache, self).delete(key, version), False)

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        return self._try(lambda: super(PatientCache, self).get_many(keys, version), {})

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._try(lambda: super(PatientCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """The new count; 0 while the server is away, so that no limit is ever reached."""
        return self._try(lambda: super(PatientCache, self).incr(key, delta, version), 0)

    def set_many(self, data: Any, *args: Any, **more: Any) -> list[Any]:
        if self._try(lambda: bool(super(PatientCache, self).set_many(data, *args, **more) or True), False):
            return []
        self.delete_many(data, more.get("version"))
        return list(data)

    def delete_many(self, keys: Any, version: Any = None) -> None:
        self._try(lambda: super(PatientCache, self).delete_many(keys, version), None)

    def _try(self, act: Callable[[], T], otherwise: T) -> T:
        try:
            return act()
        except redis.RedisError:
            if time.monotonic() - PatientCache.said_at > SAY_EVERY:
                PatientCache.said_at = time.monotonic()
                log.warning("The cache does not answer or is full; nothing is remembered until that has passed.")
            return otherwise
