"""The channel layer with a plain publish for code that has no event loop (a move in a thread, a task of a worker).

`async_to_sync(layer.group_send)` does the same through a new loop and a new connection for each message: ten times
the time of storing the move itself. What the redis client adds to a plain message costs more than the message:
so each thread keeps a connection.
"""

import threading
from collections.abc import Iterable
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 2  # seconds; nobody waits longer for a broker that hangs


class TableLayer(RedisPubSubChannelLayer):
    """RedisPubSubChannelLayer, plus publish_now()."""

    def __init__(self, *args: Any, prefix: str = "asgi", **options: Any) -> None:
        self.group_prefix = prefix
        times = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
        self._pool = redis.ConnectionPool.from_url(options["hosts"][0]["address"], **times)
        self._own = threading.local()
        super().__init__(*args, prefix=prefix, **options)

    def publish_now(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """group_send() of each (group, message) for threads, in one go. Raises redis.RedisError for a broker away."""
        commands = [("PUBLISH", self._group_channel(group), self.serialize(message)) for group, message in messages]
        try:
            self._say(commands)
        except redis.ConnectionError:  # the broker may have been restarted since this thread spoke to it
            self._say(commands)

    def _say(self, commands: list[tuple[str, str, bytes]]) -> None:
        if not hasattr(self._own, "connection"):
            self._own.connection = self._pool.make_connection()
        connection = self._own.connection
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            for _ in commands:
                connection.read_response()
        except BaseException:
            connection.disconnect()  # an answer that is still to come must not be taken for that of the next message
            raise

    def _group_channel(self, group: str) -> str:
        return f"{self.group_prefix}__group__{group}"
