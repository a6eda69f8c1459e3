"""The channel layer with a plain publish for code that has no event loop (a move in a thread, a task of a worker).

`async_to_sync(layer.group_send)` does the same through a new loop and a new connection for each message: ten times
the time of storing the move itself.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer


class TableLayer(RedisPubSubChannelLayer):
    """RedisPubSubChannelLayer, plus publish_now()."""

    def __init__(self, *args: Any, prefix: str = "asgi", **options: Any) -> None:
        self.group_prefix = prefix
        self.address = options["hosts"][0]["address"]
        super().__init__(*args, prefix=prefix, **options)

    @cached_property
    def _connection(self) -> "redis.Redis[Any]":
        return redis.Redis.from_url(self.address, socket_timeout=2)  # nobody waits longer for a broker that hangs

    def publish_now(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """group_send() of each (group, message) for threads, in one go. Raises redis.RedisError for a broker away."""
        with self._connection.pipeline(transaction=False) as all_of_them:
            for group, message in messages:
                all_of_them.publish(self._group_channel(group), self.serialize(message))
            all_of_them.execute()

    def _group_channel(self, group: str) -> str:
        return f"{self.group_prefix}__group__{group}"
