"""Commands to Valkey without the overhead of the redis client, which costs more than a short command itself.

Connections are kept here for whichever thread needs one next: threads come and go, each HTTP request has its own.
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

PATIENCE = 1  # seconds; nobody waits longer for a server that hangs
KEPT = 8  # connections that wait for the next command; more are open only while more threads speak at once


class KeptConnections:
    """Connections to one server; `idle`: those that nobody uses just now."""

    def __init__(self, address: str) -> None:
        times = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
        self._pool = redis.ConnectionPool.from_url(address, **times)
        self.idle: deque[AbstractConnection] = deque()
        os.register_at_fork(after_in_child=self.idle.clear)  # or two processes would read each other's answers

    def ask(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers to these commands, which go out together. Raises redis.RedisError, also for a server away."""
        try:
            connection = self.idle.pop()
        except IndexError:
            return self._say(self._new(), commands)
        try:
            return self._say(connection, commands)
        except redis.ConnectionError:  # the server may have been restarted: what was kept is as old as this one
            self.idle.clear()
            return self._say(self._new(), commands)

    def _new(self) -> AbstractConnection:
        """A connection outside the pool, which would count it for ever."""
        connection: AbstractConnection = self._pool.connection_class(**self._pool.connection_kwargs)
        return connection

    def _say(self, connection: Any, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            answers = [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()  # an answer that is still to come must not be taken for that of the next command
            raise
        self.idle.append(connection)
        if len(self.idle) > KEPT:  # looked at afterwards: threads that look at once would all find room
            oldest: Any = self.idle.popleft()
            oldest.disconnect()
        return answers


@lru_cache
def connections_to(address: str) -> KeptConnections:
    """Those of this process."""
    return KeptConnections(address)
