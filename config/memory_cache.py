"""A small cache in process memory. Losing an entry only costs time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
    """Keeps the newest `most` entries and, if `weigh` is given, at most `most_bytes` of them. Thread-safe."""

    def __init__(self, most: int, most_bytes: int = 0, weigh: Callable[[T], int] | None = None) -> None:
        self.most, self.most_bytes, self.weigh = most, most_bytes, weigh
        self.bytes = 0
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._lock:
            if self.weigh:
                self.bytes += self.weigh(value) - (self.weigh(self._kept[key]) if key in self._kept else 0)
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.most or (self.weigh and self.bytes > self.most_bytes):
                _, oldest = self._kept.popitem(last=False)
                self.bytes -= self.weigh(oldest) if self.weigh else 0

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """The cached value; if there is none, call `make` and cache its result."""
        value = self._kept.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
