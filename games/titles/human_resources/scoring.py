"""Points at the end, ranking and what decided it (HR-95 to HR-99, HR-129). What a project scores: `effects.settle`."""

from collections.abc import Sequence

from games.titles.human_resources.cards import POINTS
from games.titles.human_resources.state import State

TIE_BREAKS = ("points", "number", "highest")


def standing(scored: Sequence[str]) -> tuple[int, int, int]:
    """(points, number of scored cards, highest single card): what players are compared by, in this order."""
    points = [POINTS[card] for card in scored]
    return sum(points), len(points), max(points, default=0)


def ranks(state: State) -> list[int]:
    """Rank of each seat at the end: 1 and 2, or both 1."""
    if state.left is not None:
        return [2 if seat == state.left else 1 for seat in range(len(state.hands))]
    one, two = (standing(scored) for scored in state.scored)
    return [1, 1] if one == two else ([1, 2] if one > two else [2, 1])


def decided_by(state: State) -> str:
    """What decided: "points", "number", "highest", "draw", or the reason why a seat left."""
    if state.left is not None:
        return state.reason
    one, two = (standing(scored) for scored in state.scored)
    return next((word for word, a, b in zip(TIE_BREAKS, one, two, strict=True) if a != b), "draw")
