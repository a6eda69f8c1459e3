"""The database for sockets: work runs in the process's one database thread, which keeps its connection.

Channels' own database_sync_to_async gives the connection back to the pool after each call and has the next one
checked: for a move that is a third of all it asks of PostgreSQL. We keep the connection and look at it when it fails.
"""

from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")


def in_database_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """The function as a coroutine function. It is called a second time if its first connection turns out to be dead.

    So it must be safe to repeat: reads are, and a move that was stored is answered as a repeated one (PLAY-12).
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (OperationalError, InterfaceError):
            connection.close()  # the database was restarted: the pool opens a new one
            return function(*args, **kwargs)

    return sync_to_async(call, thread_sensitive=True)
