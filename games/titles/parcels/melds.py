"""Melds: the limits set by storage, the kind of a meld, and every legal play, as pure functions (PC-19 to PC-36)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from games.kernel.types import Move
from games.titles.parcels.state import COPIES, NUMBERS

Kind = Literal["single", "set", "run"]
Counted = tuple[int, ...]  # counts of cards, as a key of caches

# SETS[number][size] and RUNS[start][size], created once because bots and benchmarks mostly list plays.
SETS = [
    [Move("play", {"cards": [number] * size}) for size in range(copies + 1)] for number, copies in enumerate(COPIES)
]
RUNS = [
    [Move("play", {"cards": list(range(start, start + size))}) for size in range(len(COPIES) - start + 1)]
    for start in range(len(COPIES))
]


@lru_cache(maxsize=4096)
def limits(storage: Counted) -> tuple[int, int]:
    """(largest set, longest run) allowed: the size of the largest stack (PC-23) and of the longest chain (PC-24)."""
    longest = chain = 0
    for count in storage:
        chain = chain + 1 if count else 0
        if chain > longest:
            longest = chain
    return max(storage), longest


def kind_of(cards: Sequence[int]) -> Kind | None:
    """The kind of meld these ascending cards form, or None (PC-19 to PC-22)."""
    if len(cards) < 2:
        return "single" if cards else None
    if len(set(cards)) == 1:
        return "set"
    if all(high == low + 1 for low, high in pairwise(cards)):
        return "run"
    return None


@lru_cache(maxsize=1024)  # a decision, its view and the list of its moves all need them
def plays(hand: Counted, storage: Counted, table: tuple[int, ...]) -> tuple[Move, ...]:
    """Every legal play from this hand (PC-33 to PC-36). For each number: sets by size, then runs that start there."""
    sets, longest = limits(storage)
    least, beaten = max(1, len(table)), sum(table)
    steps = least * (least - 1) // 2  # how much more a run of `least` cards totals than a set of its lowest number
    found: list[Move] = []
    for number in NUMBERS:
        copies = hand[number]
        if not copies:
            continue
        equal = least * number  # the total of a set of `least` cards; more cards beat the table with any total
        found += SETS[number][least if equal > beaten else least + 1 : min(copies, max(1, sets)) + 1]
        size = 1
        while size < longest and number + size < len(hand) and hand[number + size]:
            size += 1
        if size > 1:
            found += RUNS[number][max(2, least if equal + steps > beaten else least + 1) : size + 1]
    return tuple(found)
