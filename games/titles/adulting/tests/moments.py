"""What bots never do, for the strips of `make screens` (tests/strips.py)."""

from collections.abc import Iterator
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes

TOGETHER = {"answers": "together", "sorting": "after"}
Moves = list[tuple[int, str, dict[str, Any]]]


def stories() -> Iterator[tuple[AnyPosition, Moves]]:
    yield voting(), impeachment(is_carried=True)
    yield voting(), impeachment(is_carried=False)


def voting() -> AnyPosition:
    """The votes of a round of five, in which the first two answered as adults do."""
    position = table("rnk02", 5, money=(9, 9, 9, 9, 9), **TOGETHER)  # type: ignore[arg-type]
    numbers(position, 1, 2, 3, 4)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    return position


def impeachment(*, is_carried: bool) -> Moves:
    said = "The dealer smiled at Bob and only at Bob."
    votes: Moves = [(seat, "jury", {"case": 1, "up": up}) for seat, up in ((1, not is_carried), (2, is_carried))]
    votes.append((4, "jury", {"case": 1, "up": is_carried}))
    return [(3, "impeach", {"statement": said}), (0, "retort", {"case": 1, "text": "I smile at everyone."}), *votes]
