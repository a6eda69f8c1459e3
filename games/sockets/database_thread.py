"""Runs database work for sockets in one dedicated thread that keeps its connection.

Channels' database_sync_to_async returns the connection to the pool after each call and health-checks the next one,
which is a third of the queries of a move. We keep the connection and replace it only when it fails.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import ParamSpec, TypeVar

from config.postgres import again_if_dead

P = ParamSpec("P")
T = TypeVar("T")
A = TypeVar("A")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")


def in_database_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Make the function awaitable. It is called again if the first call finds the connection dead.

    So it must be safe to repeat: reads are, and a move that has been stored already counts as repeated (PLAY-12).
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        work = partial(function, *args, **kwargs)
        return asyncio.get_running_loop().run_in_executor(_thread, again_if_dead, work)

    return call


def batched_in_database_thread(function: Callable[[list[A]], list[T | Exception]]) -> Callable[[A], Awaitable[T]]:
    """Make a function of many calls awaitable for one call: it handles all calls queued when the thread becomes free.

    If it returns an exception for a call, that call raises it.
    """
    waiting: list[tuple[A, asyncio.Future[T]]] = []
    lock = Lock()

    def work() -> None:
        with lock:
            calls = waiting[:]
            waiting.clear()
        try:
            results = again_if_dead(lambda: function([call for call, _ in calls])) if calls else []
        except Exception as error:
            results = [error for _ in calls]
        for (_, future), result in zip(calls, results, strict=True):
            future.get_loop().call_soon_threadsafe(_resolve, future, result)

    def call(one: A) -> Awaitable[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with lock:
            waiting.append((one, future))
            is_first = len(waiting) == 1  # later calls join this batch
        if is_first:
            _thread.submit(work)
        return future

    return call


def _resolve(future: "asyncio.Future[T]", result: T | Exception) -> None:
    if future.cancelled():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
