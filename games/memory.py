"""What a process remembers of the newest things it worked out. Forgetting costs time only, never correctness."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """A dictionary that keeps the `most` newest entries. Safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """The kept value, else what `make` returns, which is kept from now on."""
        value = self._kept.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
