"""Reproducible chance: a secret seed of 128 bits and a counter. Draw number k is a keyed hash of k.

The seed may be mixed of a secret of the server and numbers of the players, which came after the commitment to the
secret and were sealed until nobody could add another: then nobody could choose it.

The commitment that is published at the start of a match uses another hash function than the draws, so it tells
nothing about them; with the seed, published at the end, anybody can repeat each shuffle.
"""

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")
SEED_HEX_DIGITS = 32  # 128 bits
SEAL_HEX_DIGITS = 64
_SPAN = 1 << 64


@lru_cache(maxsize=64)
def _keyed(seed: str) -> blake2b:
    """The hash as it stands before the counter: the key is mixed in once, not for each draw."""
    return blake2b(digest_size=8, key=seed.encode())


class Rng(Struct):
    """Seed (32 hexadecimal digits) and the number of draws made so far: two small values to store."""

    seed: str
    count: int = 0

    def __repr__(self) -> str:
        """Without the seed: what is printed may be kept somewhere."""
        return f"Rng(…, {self.count})"

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely. `limit` is at least 1."""
        fair = _SPAN - _SPAN % limit  # numbers above this would favour small results: draw again
        while True:
            self.count += 1
            drawn = _keyed(self.seed).copy()
            drawn.update(self.count.to_bytes(8, "big"))
            number = int.from_bytes(drawn.digest(), "big")
            if number < fair:
                return number % limit

    def choose(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in random order, in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def mixed(secret: str, numbers: Sequence[str]) -> str:
    """The seed that follows from a secret and what players have added, in whatever order; the secret if none has."""
    if not numbers:
        return secret
    words = " ".join(["Playpost mixes", secret, *sorted(numbers)])
    return sha256(words.encode()).hexdigest()[:SEED_HEX_DIGITS]


def is_seed(text: str) -> bool:
    """128 bits in hexadecimal digits?"""
    return len(text) == SEED_HEX_DIGITS and not set(text) - set("0123456789abcdef")


def number_seal(number: str) -> str:
    """What a player's browser shows of its number until it opens it: 64 hexadecimal digits, made by SHA-256."""
    return sha256(b"Playpost seals the number " + number.encode()).hexdigest()


def is_seal(text: object) -> bool:
    """Could this be the seal of a number, or a commitment?"""
    return isinstance(text, str) and len(text) == SEAL_HEX_DIGITS and not set(text) - set("0123456789abcdef")


def commitment(seed: str) -> str:
    """The public promise for a secret or a seed: 64 hexadecimal digits, made by SHA-256."""
    return sha256(b"Playpost commits to the seed " + seed.encode()).hexdigest()
