"""A small cache in process memory. Losing an entry only costs time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import inf
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")
ENTRY = 300  # bytes of a key and its places in the tables below, about


class BoundedCache(Generic[T]):
    """Keeps the newest `most` entries, none that was put more than `seconds` ago, and, if `weigh` is given, at most
    `most_bytes` of them with their keys. Thread-safe. Old entries go when the next one is put."""

    def __init__(
        self, most: int, most_bytes: int = 0, weigh: Callable[[T], int] | None = None, seconds: float = inf
    ) -> None:
        self.most, self.most_bytes, self.weigh, self.seconds = most, most_bytes, weigh, seconds
        self._put_at: dict[Hashable, float] = {}
        self.bytes = 0
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._lock:
            if self.weigh:
                self.bytes += (
                    self.weigh(value) - self.weigh(self._kept[key]) if key in self._kept else self.weigh(value) + ENTRY
                )
            self._kept[key] = value
            self._kept.move_to_end(key)
            if self.seconds < inf:
                self._put_at[key] = monotonic()
            self._tidy()

    def tidy(self) -> None:
        """Drop entries that are too old, as the next put() would do."""
        with self._lock:
            self._tidy()

    def _tidy(self) -> None:
        while self._kept and self._is_too_much():
            old, oldest = self._kept.popitem(last=False)
            self._put_at.pop(old, None)
            self.bytes -= self.weigh(oldest) + ENTRY if self.weigh else 0

    def _is_too_much(self) -> bool:
        if len(self._kept) > self.most or (self.weigh and self.bytes > self.most_bytes):
            return True
        return self.seconds < inf and self._put_at.get(next(iter(self._kept)), inf) < monotonic() - self.seconds

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """The cached value; if there is none, call `make` and cache its result."""
        value = self._kept.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
