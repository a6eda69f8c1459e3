"""Sends commands to Valkey without the overhead of redis-py, which costs more than a short command itself.

Idle connections are shared by all threads of the process, because threads come and go with requests.
"""

import os
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.connection import AbstractConnection
from redis.retry import Retry

TIMEOUT = 1  # seconds to wait for a server that hangs
KEPT = 8  # idle connections to keep; more can be open while they are in use


def impatient(seconds: float) -> dict[str, Any]:
    """Options of connections that wait this long for a server and try once."""
    return {"socket_timeout": seconds, "socket_connect_timeout": seconds, "retry": Retry(NoBackoff(), 0)}


class PersistentConnections:
    """A pool of connections to one server. `idle`: those not in use."""

    def __init__(self, address: str) -> None:
        self._pool = redis.ConnectionPool.from_url(address, **impatient(TIMEOUT))
        self.idle: deque[AbstractConnection] = deque()
        os.register_at_fork(after_in_child=self.idle.clear)  # otherwise two processes would read each other's answers

    def ask(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Send these commands in one batch and return their answers. Raises redis.RedisError."""
        try:
            connection = self.idle.pop()
        except IndexError:
            return self._send(self._new(), commands)
        try:
            return self._send(connection, commands)
        except redis.ConnectionError:  # the server may have restarted, which cuts all idle connections
            self.idle.clear()
            return self._send(self._new(), commands)

    def _new(self) -> AbstractConnection:
        """A connection that redis-py's pool does not track; the pool would count it as in use for ever."""
        connection: AbstractConnection = self._pool.connection_class(**self._pool.connection_kwargs)
        return connection

    def _send(self, connection: Any, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            answers = [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()  # an outstanding answer must not be read as the answer to the next command
            raise
        self.idle.append(connection)
        if len(self.idle) > KEPT:  # checked after appending: several threads checking first would all find room
            oldest: Any = self.idle.popleft()
            oldest.disconnect()
        return answers


@lru_cache
def connections_to(address: str) -> PersistentConnections:
    """The pool of this process."""
    return PersistentConnections(address)
