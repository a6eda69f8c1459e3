"""Reproducible randomness: a secret seed of 128 bits and a counter. Draw number k is a keyed hash of k.

The seed may be derived from a secret of the server and numbers of the players. The server commits to its secret before
it sees the numbers, and they stay sealed until nobody can add another, so nobody can choose the seed.

The commitment, published at the start of a match, uses a different hash function from the draws, so it reveals nothing
about them. With the seed, published at the end, anybody can repeat every shuffle.
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
    """The hash before the counter is added. Cached, because mixing in the key is the expensive part."""
    return blake2b(digest_size=8, key=seed.encode())


class Rng(Struct):
    """A random number generator: the seed (32 hexadecimal digits) and the number of draws so far."""

    seed: str
    count: int = 0

    def __repr__(self) -> str:
        """Leaves out the seed, because output may end up in a log."""
        return f"Rng(…, {self.count})"

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely. `limit` must be at least 1."""
        fair = _SPAN - _SPAN % limit  # draw again above this: modulo would favour small results
        while True:
            self.count += 1
            drawn = _keyed(self.seed).copy()
            drawn.update(self.count.to_bytes(8, "big"))
            number = int.from_bytes(drawn.digest(), "big")
            if number < fair:
                return number % limit

    def choose(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle the items in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class QuickRng(Rng):
    """Random numbers for imagined worlds, which nobody has to trust: several times as fast. `count` is the state of a
    linear congruential generator; its high bits are used."""

    def below(self, limit: int) -> int:
        self.count = (self.count * 6364136223846793005 + 1442695040888963407) % _SPAN
        return (self.count >> 32) * limit >> 32


def mixed(secret: str, numbers: Sequence[str]) -> str:
    """The seed derived from a secret and the players' numbers in any order; the secret itself if there are none."""
    if not numbers:
        return secret
    words = " ".join(["Playpost mixes", secret, *sorted(numbers)])
    return sha256(words.encode()).hexdigest()[:SEED_HEX_DIGITS]


def is_seed(text: str) -> bool:
    """Whether this is 128 bits in hexadecimal digits."""
    return len(text) == SEED_HEX_DIGITS and not set(text) - set("0123456789abcdef")


def number_seal(number: str) -> str:
    """What a player's browser publishes before it opens its number: SHA-256 as 64 hexadecimal digits."""
    return sha256(b"Playpost seals the number " + number.encode()).hexdigest()


def is_seal(text: object) -> bool:
    """Whether this has the form of a seal or a commitment."""
    return isinstance(text, str) and len(text) == SEAL_HEX_DIGITS and not set(text) - set("0123456789abcdef")


def commitment(seed: str) -> str:
    """The public commitment to a secret or a seed: SHA-256 as 64 hexadecimal digits."""
    return sha256(b"Playpost commits to the seed " + seed.encode()).hexdigest()
