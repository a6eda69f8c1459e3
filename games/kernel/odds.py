"""From scores to chances: what a game's `win_chances` needs to judge a table that is still in play."""

import math
from collections.abc import Sequence


def odds(scores: Sequence[float | None], spread: float) -> list[float]:
    """The chance of each seat to end up first, where the highest score wins; None for a seat that cannot.

    `spread` is how far scores may still drift apart before the end: a lead of that much is nearly three to one.
    """
    best = max(score for score in scores if score is not None)
    weights = [0.0 if score is None else math.exp((score - best) / spread) for score in scores]
    return [weight / sum(weights) for weight in weights]
