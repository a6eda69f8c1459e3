"""Ratings for 2-8 players with openskill's Plackett-Luce model, one per person and game.

A rating is stored as (mu, sigma): the estimated strength and its uncertainty. People see mu on a scale where a newcomer
has 1500 and a newcomer's sigma is 200 points: shown = 1500 + 24 (mu - 25). The ± next to it is two sigmas: a newcomer
reads "1500 ± 400", somebody with fifty matches about "1620 ± 90". The leaderboard (leaderboards.py) is sorted by
mu - 3 sigma, a lower bound, so that nobody leads it after two lucky matches.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db import transaction
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.models import PaceRating, Rating, RatingPoint, User
from accounts.rating_scale import MU, SIGMA, conservative
from config.postgres import fetch_all

POINTS_SHOWN = 100  # at most, in the plot of a game
Row = TypeVar("Row", Rating, PaceRating)
_model = PlackettLuce(mu=MU, sigma=SIGMA)


def rate(ratings: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """The new (mu, sigma) of each player, in the same order. Rank 1 is best; equal ranks are a draw."""
    teams = [[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in ratings]
    return [(team[0].mu, team[0].sigma) for team in _model.rate(teams, ranks=[float(rank) for rank in ranks])]


@transaction.atomic
def record_result(
    slug: str,
    ranks: Mapping[int, int],
    substitutes: Collection[int] = (),
    absent: Mapping[int, int] | None = None,
    pace: str = "",
) -> dict[int, tuple[int, int]]:
    """Update ratings after one rated match. `ranks`: {user id: rank}, 1 is best, including bots, who are opponents too.
    `pace`: update the leaderboard of this pace as well. Returns displayed ratings: {user id: (before, after)}.

    `absent`: {user id of a player who stayed away: user id of the player who took the seat}. Players who stayed away
    are rated as if that seat had come last; substitutes gain but never lose; the others are rated normally (PLAY-09).
    Call it once per match, in the transaction that ends it. Rows are locked in order of user ids, so that two matches
    ending at the same moment cannot deadlock.
    """
    if len(ranks) < 2:
        return {}
    users, absent = sorted({*ranks, *(absent or {})}), absent or {}
    rows = _lock_rows(Rating, users, slug=slug)
    shown = {row.user_id: row.shown for row in rows}
    _update_ratings(Rating, rows, ranks, substitutes, absent)
    RatingPoint.objects.bulk_create(
        RatingPoint(user_id=row.user_id, slug=slug, mu=row.mu, sigma=row.sigma, at=row.updated_at) for row in rows
    )
    if pace:
        _update_ratings(PaceRating, _lock_rows(PaceRating, users, slug=slug, pace=pace), ranks, substitutes, absent)
    return {row.user_id: (shown[row.user_id], row.shown) for row in rows}


def _update_ratings(
    kind: type[Row], rows: list[Row], ranks: Mapping[int, int], substitutes: Collection[int], absent: Mapping[int, int]
) -> None:
    """Compute and store the new ratings of these rows."""
    before = {row.user_id: (row.mu, row.sigma) for row in rows}
    after = _rated(before, ranks)
    for user in substitutes:
        after[user] = max(before[user], after[user], key=lambda rating: conservative(*rating))
    for user, heir in absent.items():
        last = max(ranks.values()) + 1
        field = {user if other == heir else other: rank for other, rank in ranks.items()} | {user: last}
        after[user] = _rated(before, field)[user]
    best = min(ranks.values())
    for row in rows:
        _apply(row, *after[row.user_id], is_win=ranks.get(row.user_id) == best)
    kind.objects.bulk_update(rows, ["mu", "sigma", "conservative", "updated_at", "matches", "wins"])


def _rated(before: Mapping[int, tuple[float, float]], ranks: Mapping[int, int]) -> dict[int, tuple[float, float]]:
    """New (mu, sigma) by user."""
    users = sorted(ranks)
    return dict(zip(users, rate([before[user] for user in users], [ranks[user] for user in users]), strict=True))


def _apply(row: Rating | PaceRating, mu: float, sigma: float, is_win: bool) -> None:
    row.mu, row.sigma, row.conservative, row.updated_at = mu, sigma, conservative(mu, sigma), timezone.now()
    row.matches += 1
    row.wins += is_win


def _lock_rows(kind: type[Row], user_ids: Sequence[int], **facts: str) -> list[Row]:
    """The rows of these users, created if missing, locked in order of user ids."""
    new = {"mu": MU, "sigma": SIGMA, "conservative": conservative(MU, SIGMA)}
    fresh = [kind(user_id=user_id, **facts, **new) for user_id in user_ids]
    kind.objects.bulk_create(fresh, ignore_conflicts=True)
    return list(kind.objects.select_for_update().filter(user_id__in=user_ids, **facts).order_by("user_id"))


class Point(NamedTuple):
    """A rating after a match."""

    slug: str
    mu: float
    sigma: float
    at: datetime


# Of many points, every second or third and so on, counted back from the newest.
_HISTORY = """SELECT slug, mu, sigma, at FROM (
    SELECT *, row_number() OVER (PARTITION BY slug ORDER BY id DESC) - 1 AS back,
    count(*) OVER (PARTITION BY slug) AS points FROM accounts_ratingpoint WHERE user_id = %s) AS own
WHERE back %% ceil(points::numeric / %s)::int = 0 ORDER BY id"""


def history(user: User) -> dict[str, list[Point]]:
    """The ratings of each game from the first to the newest, oldest first."""
    found: dict[str, list[Point]] = {}
    for row in fetch_all(_HISTORY, [user.pk, POINTS_SHOWN]):
        found.setdefault(row[0], []).append(Point(*row))
    return found
