"""What bots seldom do, for the strips of `make screens` (tests/strips.py)."""

from collections.abc import Iterator
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.dinosaurs.tests.site.refusals import sudden

Moves = list[tuple[int, str, dict[str, Any]]]


def stories() -> Iterator[tuple[AnyPosition, Moves]]:
    """The second of two players plays a card in Sudden Death."""
    table = sudden()
    card = next(card for card in table.players[2].hand if card.startswith("bonehead"))
    yield table.position, [(2, "sudden", {"card": card})]
