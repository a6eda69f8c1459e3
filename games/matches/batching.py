"""Batches waiting calls: what costs the same for one and for many is paid once.

Whoever comes first works; who comes meanwhile waits, and the first of those works for all that wait then. So nobody
waits for company, and a call that is alone goes through alone.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")
MOST = 40  # calls in one go: what fails in one of them may have to be done again for all


class _Ticket(Generic[A, R]):
    """A call that waits; `results` has its one result once it is done, `error` what kept it from being done."""

    def __init__(self, call: A) -> None:
        self.call = call
        self.results: list[R] = []
        self.error: BaseException | None = None


class Batching(Generic[A, R]):
    """`work` does the calls that it gets, in this order, and returns their results.

    Calls with the same `key` are done one after the other, in the order in which they came.
    """

    def __init__(self, work: Callable[[list[A]], list[R]], key: Callable[[A], Hashable]) -> None:
        self._work, self._key = work, key
        self._waiting: deque[_Ticket[A, R]] = deque()
        self._at_work = Lock()

    def do(self, calls: Sequence[A]) -> list[R]:
        """The results of these calls, which went with whatever else waited."""
        tickets = [_Ticket[A, R](call) for call in calls]
        self._waiting.extend(tickets)
        with self._at_work:
            while any(not ticket.results and ticket.error is None for ticket in tickets):
                self._work_off(self._take())
        if error := next((ticket.error for ticket in tickets if ticket.error is not None), None):
            raise error
        return [ticket.results[0] for ticket in tickets]

    def _work_off(self, batch: list[_Ticket[A, R]]) -> None:
        try:
            for ticket, result in zip(batch, self._work([ticket.call for ticket in batch]), strict=True):
                ticket.results.append(result)
        except BaseException as error:  # this thread is being ended: those who wait must not wait for ever
            for ticket in batch:
                ticket.error = error
            raise

    def _take(self) -> list[_Ticket[A, R]]:
        """The calls that have waited longest, no two with the same key; the others keep their place."""
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
