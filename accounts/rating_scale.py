"""The displayed rating scale: 1500 for a newcomer, 24 points per unit of mu."""

MU, SIGMA = 25.0, 25.0 / 3.0
SETTLED = 5  # rated matches before a rating stops being provisional (marked, and not on the leaderboard)
POINTS = 24.0  # shown points per unit of mu


def conservative(mu: float, sigma: float) -> float:
    """The lower bound of a player's strength, three sigmas below mu."""
    return mu - 3 * sigma


def shown(mu: float) -> int:
    """The rating as displayed; 1500 for a newcomer."""
    return round(1500 + POINTS * (mu - MU))


def uncertainty(sigma: float) -> int:
    """The ± in points (two sigmas); 400 for a newcomer."""
    return round(2 * POINTS * sigma)


class Figures:
    """A rating in words."""

    mu: float
    sigma: float
    matches: int

    @property
    def is_provisional(self) -> bool:
        """Too few matches for a place on the leaderboard."""
        return self.matches < SETTLED

    @property
    def words(self) -> str:
        """The displayed rating; "1563?" while it is provisional."""
        return f"{self.shown}?" if self.is_provisional else str(self.shown)

    @property
    def shown(self) -> int:
        """The rating on the displayed scale (see rating_scale)."""
        return shown(self.mu)

    @property
    def uncertainty(self) -> int:
        """The ± of the displayed rating: a 95 % interval."""
        return uncertainty(self.sigma)
