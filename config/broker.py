"""Celery's Redis transport with one fix: a worker survives a broker that dies while it holds messages.

Kombu 5.7 gives a lost connection up twice. The second time, and when a task that outlived the connection acknowledges
its message, it wants to connect again on behalf of a connection that is gone, and the AttributeError of that ends the
worker. Here it is a connection error, which every caller expects. Nothing is lost by it: what a lost message would have
done is done by the next sweep.
"""

from typing import Any

import redis as redis_py
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError
from redis.retry import Retry

from config import env


class Channel(redis.Channel):
    """Raises redis' ConnectionError where the connection was given up."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise ConnectionError("This connection to the broker was given up.")
        theirs: Any = super()
        settings: dict[str, Any] = theirs._connparams(asynchronous)
        return settings


class Transport(redis.Transport):
    """What `redis://` and `rediss://` mean to Celery once `use` was called."""

    Channel = Channel


def use() -> None:
    """Let Celery's Redis addresses mean this transport."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "config.broker:Transport"))


def client(patience: float = 2) -> "redis_py.Redis":
    """A connection to the broker's own database, for a look or a note: it gives up soon."""
    from django.conf import settings

    quick: dict[str, Any] = {
        "socket_timeout": patience,
        "socket_connect_timeout": patience,
        "retry": Retry(NoBackoff(), 0),
    }
    return redis_py.Redis.from_url(env.redis_url(settings.REDIS_URL, 2), decode_responses=True, **quick)
