"""Geometry of the office: places, walls, connected parts, and legal targets for Move and Shift (HR-48 to HR-73).

A place is one integer, (y + 512) * 1024 + x + 512, so sorting gives reading order and a neighbour is one addition away.
No office can reach the edge of that grid: 62 cards span at most a few dozen places, and in at most 52 turns the far end
can advance by three places each. Functions take any collection of places with a fast `in`.
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from games.kernel.errors import need

SPAN, HALF = 1024, 512
STEPS = {"N": -SPAN, "E": 1, "S": SPAN, "W": -1}
WALLS = tuple(STEPS.values())
REACH = 500  # no office gets beyond these coordinates
NOWHERE = -(SPAN * SPAN)  # stands for all coordinates beyond REACH; it has no neighbours
_WRITTEN = re.compile(r"(-?\d{1,9}),(-?\d{1,9})", re.ASCII)


def place(x: int, y: int) -> int:
    """The number of the place (x, y)."""
    if abs(x) > REACH or abs(y) > REACH:
        return NOWHERE
    return (y + HALF) * SPAN + x + HALF


def xy(at: int) -> tuple[int, int]:
    """The coordinates of a place."""
    return at % SPAN - HALF, at // SPAN - HALF


@lru_cache(maxsize=4096)
def value(at: int) -> str:
    """A place as written in a move: "3,0"."""
    return f"{at % SPAN - HALF},{at // SPAN - HALF}"


def read(written: str) -> int:
    """Parse a place from a canonical argument, "3,0"."""
    x, _, y = written.partition(",")
    return place(int(x), int(y))


def parse(raw: Any) -> int:
    """Parse a place from client input, [x, y] or "x,y". Raises IllegalMove (HR-132)."""
    if isinstance(raw, str) and (written := _WRITTEN.fullmatch(raw)):
        raw = [int(written[1]), int(written[2])]
    is_place = isinstance(raw, (list, tuple)) and len(raw) == 2 and all(type(part) is int for part in raw)
    need(is_place, "HR-132", "A place is given as two whole numbers [x, y].")
    return place(raw[0], raw[1])


@lru_cache(maxsize=256)  # needed several times per move
def border(office: tuple[int, ...]) -> tuple[int, ...]:
    """All empty places that share a wall with a cubicle (HR-26), in reading order."""
    return tuple(sorted({at + wall for at in office for wall in WALLS}.difference(office)))


def parts(office: Collection[int], without: Collection[int] = ()) -> list[set[int]]:
    """The connected parts of the office once the places in `without` are removed."""
    left = set(office).difference(without)
    found = []
    while left:
        part = edge = {left.pop()}
        while edge:
            edge = left.intersection([at + wall for at in edge for wall in WALLS])
            left -= edge
            part = part | edge
        found.append(part)
    return found


def is_one_piece(office: Collection[int]) -> bool:
    """Are all cubicles connected through shared walls (HR-48)?"""
    return len(parts(office)) <= 1


def targets(office: Collection[int], source: int) -> set[int]:
    """Where Move can put the cubicle from `source` (HR-52 to HR-54)."""
    if len(office) == 1:
        return set()  # HR-50
    near = [{at + wall for at in part for wall in WALLS} for part in parts(office, (source,))]
    return set.intersection(*near).difference(office)


def groups(office: Collection[int]) -> Iterator[tuple[int, ...]]:
    """All connected groups of one, two or three cubicles, each once, in reading order (HR-66)."""
    for at in office:
        yield (at,)
        near = [at + wall for wall in WALLS if at + wall in office]
        for count, other in enumerate(near):
            if other > at:
                yield (at, other)
            for third in near[count + 1 :]:  # `at` is the middle one, so each group of three comes up once
                yield tuple(sorted((at, other, third)))


def box(office: Collection[int]) -> tuple[int, int, int, int]:
    """The bounding box of the office: (west, north, east, south), in coordinates."""
    columns = [at % SPAN for at in office]
    return min(columns) - HALF, min(office) // SPAN - HALF, max(columns) - HALF, max(office) // SPAN - HALF


def distances(office: Collection[int]) -> range:
    """The distances to try for Shift: beyond them no group can touch the office."""
    west, north, east, south = box(office)
    return range(1, max(east - west, south - north) + 2)


def stops(office: Collection[int], group: tuple[int, ...]) -> list[tuple[str, int]]:
    """Every (direction, distance) that Shift allows for this group (HR-67 to HR-70)."""
    if len(office) == len(group):
        return []
    near = [{at + wall for at in part for wall in WALLS} for part in parts(office, group)]
    longest, rest = distances(office), set(office).difference(group)
    found = []
    for direction, step in STEPS.items():
        at = group
        for distance in longest:
            at = tuple([one + step for one in at])
            if not rest.isdisjoint(at):
                break
            if all(not part.isdisjoint(at) for part in near):
                found.append((direction, distance))
    return found
