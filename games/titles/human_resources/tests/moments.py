"""What bots never do, for the strips of `make screens` (tests/strips.py)."""

from collections.abc import Iterator
from typing import Any

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.titles.human_resources import game
from tests.strips import RESIGN

Moves = list[tuple[int, str, dict[str, Any]]]


def stories() -> Iterator[tuple[AnyPosition, Moves]]:
    """A resignation."""
    yield engine.start(game, 2, {}, "ab" * 16)[0], [(1, RESIGN, {})]
