"""Batches concurrent calls, so that a fixed cost (a transaction, an fsync) is paid once for all of them.

The first caller does the work. Calls that arrive meanwhile queue up, and the next caller handles the whole queue at
once. No call waits for a batch to fill: a lone call runs at once. With it, `play.py` plays several moves in one
transaction.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")
MOST = 40  # calls per batch: one failure may mean that all of them are done again


class _Ticket(Generic[A, R]):
    """A queued call. `results` holds its result once done; `error` is set if it failed."""

    def __init__(self, call: A) -> None:
        self.call = call
        self.results: list[R] = []
        self.error: BaseException | None = None


class Batching(Generic[A, R]):
    """Passes queued calls to `work`, which returns their results in the same order.

    Calls with the same `key` never share a batch; they run one after the other, first come, first served.
    """

    def __init__(self, work: Callable[[list[A]], list[R]], key: Callable[[A], Hashable]) -> None:
        self._work, self._key = work, key
        self._waiting: deque[_Ticket[A, R]] = deque()
        self._lock = Lock()

    def do(self, calls: Sequence[A]) -> list[R]:
        """Queue these calls, wait until they are done and return their results. Raises what `work` raised."""
        tickets = [_Ticket[A, R](call) for call in calls]
        self._waiting.extend(tickets)
        with self._lock:
            while any(not ticket.results and ticket.error is None for ticket in tickets):
                self._run(self._next_batch())
        if error := next((ticket.error for ticket in tickets if ticket.error is not None), None):
            raise error
        return [ticket.results[0] for ticket in tickets]

    def _run(self, batch: list[_Ticket[A, R]]) -> None:
        try:
            for ticket, result in zip(batch, self._work([ticket.call for ticket in batch]), strict=True):
                ticket.results.append(result)
        except BaseException as error:  # even if this thread is being stopped: the other callers must not hang
            for ticket in batch:
                ticket.error = error
            raise

    def _next_batch(self) -> list[_Ticket[A, R]]:
        """The oldest calls, at most one per key; calls that are passed over keep their place in the queue."""
        batch: dict[Hashable, _Ticket[A, R]] = {}
        later = []
        while self._waiting and len(batch) < MOST:
            ticket = self._waiting.popleft()
            if self._key(ticket.call) in batch:
                later.append(ticket)
            else:
                batch[self._key(ticket.call)] = ticket
        self._waiting.extendleft(reversed(later))
        return list(batch.values())
