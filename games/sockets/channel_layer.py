"""The channel layer with a plain publish for code that has no event loop (a move in a thread, a task of a worker).

`async_to_sync(layer.group_send)` does the same through a new loop and a new connection for each message: ten times
the time of storing the move itself. So a message goes out as a plain command (config/plain_commands.py).
"""

import time
from collections.abc import Iterable
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.plain_commands import KeptConnections

HANGS = 5.0  # seconds for which a broker that did not answer in time is not asked again


class TableLayer(RedisPubSubChannelLayer):
    """RedisPubSubChannelLayer, plus publish_now()."""

    def __init__(self, *args: Any, prefix: str = "asgi", **options: Any) -> None:
        self.group_prefix = prefix
        self.kept = KeptConnections(options["hosts"][0]["address"])
        self._silent_until = 0.0
        super().__init__(*args, prefix=prefix, **options)

    def publish_now(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """group_send() of each (group, message) for threads, in one go. Raises redis.RedisError for a broker away."""
        if time.monotonic() < self._silent_until:
            raise redis.TimeoutError("The broker has just not answered.")
        commands = [("PUBLISH", self._group_channel(group), self.serialize(message)) for group, message in messages]
        try:
            self.kept.ask(commands)
        except redis.TimeoutError:
            self._silent_until = time.monotonic() + HANGS
            raise

    def _group_channel(self, group: str) -> str:
        return f"{self.group_prefix}__group__{group}"
