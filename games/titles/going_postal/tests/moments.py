"""What bots seldom do, for the strips of `make screens` (tests/strips.py)."""

from collections.abc import Iterator
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.going_postal.tests.tables import table

Moves = list[tuple[int, str, dict[str, Any]]]


def stories() -> Iterator[tuple[AnyPosition, Moves]]:
    """A tie at the end of a year, a take-over, a Personality who is eliminated."""
    tied = table([["bulk"], ["first", "bulk"], None, None], stamps=[1, 2, 2, 1], sam=10, pile=0)
    yield tied, [(0, "play", {"card": "bulk-1", "option": "a", "target": None})]
    house = table([["bulk", "first"], None, [], []], seats=5, sam=5, out=[2, 3], vendetta={2: 3, 3: 3})
    yield house, [(2, "claim", {})]
    marked = table([["going"]], stamps=[1], marked=[2], sam=3, pile=["going", "bulk"])
    yield marked, [(0, "play", {"card": "going-1", "option": "a", "target": 2})]
