"""The channel layer, plus a synchronous publish for code without an event loop (moves in threads, Celery tasks).

`async_to_sync(layer.group_send)` opens a new loop and connection for each message, which takes ten times as long as
storing the move. So messages are sent as plain PUBLISH commands (config/plain_commands.py).
"""

import time
from collections.abc import Iterable
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.plain_commands import PersistentConnections

BACK_OFF = 5.0  # seconds without publishing after the broker has timed out


class TableLayer(RedisPubSubChannelLayer):
    """RedisPubSubChannelLayer, plus publish_now()."""

    def __init__(self, *args: Any, prefix: str = "asgi", **options: Any) -> None:
        self.group_prefix = prefix
        self.publish_connections = PersistentConnections(options["hosts"][0]["address"])
        self._retry_at = 0.0
        super().__init__(*args, prefix=prefix, **options)

    def publish_now(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Send each (group, message) in one round trip, for threads. Raises redis.RedisError if the broker is down."""
        if time.monotonic() < self._retry_at:
            raise redis.TimeoutError("The broker timed out a moment ago.")
        commands = [("PUBLISH", self._group_channel(group), self.serialize(message)) for group, message in messages]
        try:
            self.publish_connections.ask(commands)
        except redis.TimeoutError:
            self._retry_at = time.monotonic() + BACK_OFF
            raise

    def _group_channel(self, group: str) -> str:
        return f"{self.group_prefix}__group__{group}"
