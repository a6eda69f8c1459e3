"""The channel layer with a plain publish for code that has no event loop (a move in a thread, a task of a worker).

`async_to_sync(layer.group_send)` does the same through a new loop and a new connection for each message: ten times
the time of storing the move itself. What the redis client adds to a plain message costs more than the message: so
connections are kept here, for whichever thread speaks next. Threads come and go, each HTTP request has one of its own.
"""

import time
from collections import deque
from collections.abc import Iterable
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.backoff import NoBackoff
from redis.connection import AbstractConnection
from redis.retry import Retry

PATIENCE = 1  # seconds; nobody waits longer for a broker that hangs ...
HANGS = 5.0  # ... and for so many seconds it is not asked again
KEPT = 8  # connections that wait for the next message; more are open only while more threads speak at once


class TableLayer(RedisPubSubChannelLayer):
    """RedisPubSubChannelLayer, plus publish_now()."""

    def __init__(self, *args: Any, prefix: str = "asgi", **options: Any) -> None:
        self.group_prefix = prefix
        times = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
        self._pool = redis.ConnectionPool.from_url(options["hosts"][0]["address"], **times)
        self._silent_until = 0.0
        self._idle: deque[AbstractConnection] = deque()
        super().__init__(*args, prefix=prefix, **options)

    def publish_now(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """group_send() of each (group, message) for threads, in one go. Raises redis.RedisError for a broker away."""
        if time.monotonic() < self._silent_until:
            raise redis.TimeoutError("The broker has just not answered.")
        commands = [("PUBLISH", self._group_channel(group), self.serialize(message)) for group, message in messages]
        try:
            connection = self._idle.pop()
        except IndexError:
            return self._say(self._new(), commands)
        try:
            self._say(connection, commands)
        except redis.ConnectionError:  # the broker may have been restarted: what was kept is as old as this one
            self._idle.clear()
            self._say(self._new(), commands)

    def _new(self) -> AbstractConnection:
        """A connection outside the pool, which would count it for ever."""
        connection: AbstractConnection = self._pool.connection_class(**self._pool.connection_kwargs)
        return connection

    def _say(self, connection: Any, commands: list[tuple[str, str, bytes]]) -> None:
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            for _ in commands:
                connection.read_response()
        except BaseException as error:
            if isinstance(error, redis.TimeoutError):
                self._silent_until = time.monotonic() + HANGS
            connection.disconnect()  # an answer that is still to come must not be taken for that of the next message
            raise
        if len(self._idle) < KEPT:
            self._idle.append(connection)
        else:
            connection.disconnect()

    def _group_channel(self, group: str) -> str:
        return f"{self.group_prefix}__group__{group}"
