"""The displayed rating scale: 1500 for a newcomer, 24 points for each unit of mu."""

MU, SIGMA = 25.0, 25.0 / 3.0
SETTLED = 5  # rated matches until which a rating is provisional: marked, and not on the leaderboard
POINTS = 24.0  # shown points per unit of mu


def conservative(mu: float, sigma: float) -> float:
    """The strength that somebody surely has."""
    return mu - 3 * sigma


def shown(mu: float) -> int:
    """Points for people; a newcomer has 1500."""
    return round(1500 + POINTS * (mu - MU))


def uncertainty(sigma: float) -> int:
    """The ± in points (two sigmas); a newcomer has 400."""
    return round(2 * POINTS * sigma)
