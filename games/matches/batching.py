"""Batches concurrent calls, so that a fixed cost (a transaction, an fsync) is paid once for all of them.

The first caller does the work. Calls that arrive meanwhile queue up, and the next caller handles the whole queue at
once. No call waits for a batch to fill: a lone call runs at once. With it, `play.py` plays several moves in one
transaction.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")
MOST = 40  # calls per batch: one failure may mean that all of them are done again


class Batching(Generic[A, R]):
    """Passes queued calls to `work`, which returns their results in the same order.

    Calls with the same `key` never share a batch; they run one after the other, first come, first served.
    """

    def __init__(self, work: Callable[[list[A]], list[R]], key: Callable[[A], Hashable]) -> None:
        self._work, self._key = work, key
        self._waiting: deque[tuple[A, Future[R]]] = deque()
        self._lock = Lock()

    def do(self, calls: Sequence[A]) -> list[R]:
        """Queue these calls, wait until they are done and return their results. Raises what `work` raised."""
        queued = [(call, Future[R]()) for call in calls]
        self._waiting.extend(queued)
        with self._lock:
            while not all(future.done() for _, future in queued):
                self._run(self._next_batch())
        return [future.result() for _, future in queued]

    def _run(self, batch: list[tuple[A, Future[R]]]) -> None:
        try:
            results = self._work([call for call, _ in batch])
            for (_, future), result in list(zip(batch, results, strict=True)):
                future.set_result(result)
        except BaseException as error:  # even if this thread is being stopped: the other callers must not hang
            for _, future in batch:
                future.set_exception(error)
            raise

    def _next_batch(self) -> list[tuple[A, Future[R]]]:
        """The oldest calls, at most one per key; calls that are passed over keep their place in the queue."""
        batch: dict[Hashable, tuple[A, Future[R]]] = {}
        later = []
        while self._waiting and len(batch) < MOST:
            call, future = self._waiting.popleft()
            if self._key(call) in batch:
                later.append((call, future))
            else:
                batch[self._key(call)] = call, future
        self._waiting.extendleft(reversed(later))
        return list(batch.values())
