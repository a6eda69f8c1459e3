"""How near a project is: its placements in the office by the number of missing cubicles, and what one more changes.

For the house bot. A count list holds at index m how many placements miss m cubicles (none of the wrong colour).
"""

from collections.abc import Mapping, Sequence

from games.titles.human_resources.cards import CROWDFUNDING, POINTS
from games.titles.human_resources.patterns import placements

FAR = 5  # placements that miss more are not looked at
OWN = (0.0, 0.50, 0.28, 0.16, 0.09, 0.05)
RIVAL = (0.0, 0.75, 0.30, 0.16, 0.09, 0.05)  # the rival moves next
MORE_WAYS = 0.03
CROWD = 0.2  # Crowdfunding seldom serves: the other player sees it coming
Counts = list[int]


class Prospect:
    """One project in one office."""

    def __init__(self, card: str, colours: Mapping[int, str]) -> None:
        self.card = card
        self.value = POINTS[card]
        self.counts: Counts = [0] * (FAR + 1)
        self.at: dict[int, Counts] = {}  # placements that miss this place
        self.filled: dict[tuple[int, str], Counts] = {}  # of these, the ones that want this colour there
        for corner, image, missing in placements(card, colours, FAR):
            count = len(missing)
            self.counts[count] += 1
            for index in missing:
                step, colour = image[index]
                self.at.setdefault(corner + step, [0] * (FAR + 1))[count] += 1
                self.filled.setdefault((corner + step, colour), [0] * (FAR + 1))[count] += 1

    def is_completed_by(self, at: int, colour: str) -> bool:
        """Does a cubicle of this colour there form the project?"""
        filled = self.filled.get((at, colour))
        return filled is not None and filled[1] > 0

    def after(self, at: int, colour: str) -> Counts:
        """The counts once a cubicle of this colour lies there: helped placements move up, spoilt ones are gone."""
        touched = self.at.get(at)
        if touched is None:
            return self.counts
        left = [count - gone for count, gone in zip(self.counts, touched, strict=True)]
        helped = self.filled.get((at, colour))
        if helped is not None:
            for missing in range(1, FAR + 1):
                left[missing - 1] += helped[missing]
        return left

    def worth(self, chances: Sequence[float], turns: float, counts: Counts | None = None) -> float:
        """Value times the chance to complete it in the turns that are left."""
        if self.card in CROWDFUNDING:
            return CROWD
        counts = counts or self.counts
        missing = next((number for number in range(1, FAR + 1) if counts[number]), 0)
        if not missing or missing > turns:
            return 0.0
        return self.value * chances[missing] * (1 + MORE_WAYS * min(counts[missing] - 1, 4))
