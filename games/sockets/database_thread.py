"""The database for sockets: work runs in a thread of its own, which keeps its connection.

Channels' own database_sync_to_async gives the connection back to the pool after each call and has the next one
checked: for a move that is a third of all it asks of PostgreSQL. We keep the connection and look at it when it fails.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")


def in_database_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """The function as one that is awaited. It is called a second time if its first connection turns out to be dead.

    So it must be safe to repeat: reads are, and a move that was stored is answered as a repeated one (PLAY-12).
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        work = partial(function, *args, **kwargs)
        return asyncio.get_running_loop().run_in_executor(_thread, _do, work)

    return call


def _do(work: Callable[[], T]) -> T:
    try:
        return work()
    except (OperationalError, InterfaceError):
        connection.close()  # the database was restarted: the pool opens a new one
        return work()
