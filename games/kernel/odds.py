"""Turn scores into chances of winning, for a game's `win_chances`."""

import math
from collections.abc import Sequence


def odds(scores: Sequence[float | None], spread: float) -> list[float]:
    """Each seat's chance of winning, if the highest score wins. The score is None for a seat that cannot win.

    `spread` is how far scores may still drift apart: a lead of that size gives odds of nearly three to one.
    """
    best = max(score for score in scores if score is not None)
    weights = [0.0 if score is None else math.exp((score - best) / spread) for score in scores]
    return [weight / sum(weights) for weight in weights]
