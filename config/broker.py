"""Celery's Redis transport with one fix: a worker survives a broker that dies while it holds messages.

Kombu 5.7 closes a lost connection twice. The second close, or a task that acknowledges its message after the connection
is gone, tries to reconnect through a closed connection, and the AttributeError ends the worker. This transport raises a
ConnectionError instead, which every caller handles. A lost message costs nothing: the next sweep does its work.
"""

from typing import Any

import redis as redis_py
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError

from config import env
from config.plain_commands import impatient


class Channel(redis.Channel):
    """Raises redis.ConnectionError if the connection has been closed."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise ConnectionError("This connection to the broker is closed.")
        theirs: Any = super()
        settings: dict[str, Any] = theirs._connparams(asynchronous)
        return settings


class Transport(redis.Transport):
    """The transport for `redis://` and `rediss://` URLs once `use` has been called."""

    Channel = Channel


def use() -> None:
    """Make Celery use this transport for Redis URLs."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "config.broker:Transport"))


def client(patience: float = 2) -> "redis_py.Redis":
    """A client for the broker's database with a short timeout (seconds) and no retries."""
    from django.conf import settings

    return redis_py.Redis.from_url(env.redis_url(settings.REDIS_URL, 2), decode_responses=True, **impatient(patience))
