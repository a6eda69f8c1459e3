"""Melds: what storage permits, what a set of cards is, what beats what. Pure functions on counts (PC-19 to PC-36)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from games.kernel.types import Move
from games.titles.parcels.state import COPIES, NUMBERS

Kind = Literal["single", "set", "run"]

# SETS[number][size] and RUNS[start][size], made once: listing plays is what bots and benchmarks do most.
SETS = [
    [Move("play", {"cards": [number] * size}) for size in range(copies + 1)] for number, copies in enumerate(COPIES)
]
RUNS = [
    [Move("play", {"cards": list(range(start, start + size))}) for size in range(len(COPIES) - start + 1)]
    for start in range(len(COPIES))
]


def limits(storage: Sequence[int]) -> tuple[int, int]:
    """The most cards of a set: the largest stack (PC-23), and of a run: the longest chain (PC-24). Below 2: none."""
    longest = chain = 0
    for count in storage:
        chain = chain + 1 if count else 0
        if chain > longest:
            longest = chain
    return max(storage), longest


def kind_of(cards: Sequence[int]) -> Kind | None:
    """What these cards (ascending) are together; None if they are no meld (PC-19 to PC-22)."""
    if len(cards) < 2:
        return "single" if cards else None
    if len(set(cards)) == 1:
        return "set"
    if all(high == low + 1 for low, high in pairwise(cards)):
        return "run"
    return None


def plays(hand: Sequence[int], storage: Sequence[int], table: Sequence[int]) -> list[Move]:
    """Every legal play of this hand (PC-33 to PC-36): by number sets upwards, then the runs that start there."""
    sets, longest = limits(storage)
    least, beaten = max(1, len(table)), sum(table)
    steps = least * (least - 1) // 2  # what a run of `least` cards is worth above as many of its lowest number
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
    return found
