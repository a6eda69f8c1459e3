"""The queries of the leaderboards of all time. Those of a season are in games/lobby/seasons.py."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from msgspec import Struct

from accounts.models import PaceRating, Rating, User
from accounts.models.people import UNLISTED
from accounts.people.listed import Person
from accounts.rating_scale import SETTLED, Figures


class Ranked(Figures, Struct, frozen=True):
    """A line of a leaderboard."""

    user: Person
    mu: float
    sigma: float
    matches: int
    wins: int

    @classmethod
    def of(cls, mu: float, sigma: float, matches: int, wins: int, *columns: Any) -> "Ranked":
        return cls(Person(*columns), mu, sigma, matches, wins)

    @property
    def user_id(self) -> int:
        return self.user.pk


def leaderboard(slug: str, pace: str = "", of_bots: bool = False) -> QuerySet[Any]:
    """The leaderboard, best first: people, or the bots that people own. Without provisional ratings and closed
    accounts. `pace`: ratings from matches of this pace only. Paginate it with `LeaderboardSlices`."""
    rows: QuerySet[Any] = PaceRating.objects.filter(pace=pace) if pace else Rating.objects.all()
    settled = rows.filter(slug=slug, matches__gte=SETTLED)
    if of_bots:
        listed = settled.filter(user__in=User.objects.filter(bot_owner__isnull=False, is_active=True).values("pk"))
    else:  # exclude the few unlisted people, so that everything else comes from the leaderboard's index
        listed = settled.exclude(user__in=User.objects.filter(UNLISTED).values("pk"))
    return listed.order_by("-conservative", "user_id")


class LeaderboardSlices:
    """Slices of a leaderboard, with their users. Rows before a slice are skipped by an index-only scan."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self.rows = rows

    def __getitem__(self, part: slice) -> QuerySet[Any]:
        rows = self.rows.filter(user__in=self.rows.values("user")[part]).select_related("user")
        return rows.defer(*User.unlisted_fields("user__"))

    def count_of(self, part: slice) -> int:
        return self.rows[part].count()


def places_of(rows: Sequence[Rating | PaceRating]) -> list[int]:
    """The places (from 1) of these rows of one leaderboard, best first. Counts each place from the one before."""
    places: list[int] = []
    before: Rating | PaceRating | None = None
    for row in rows:
        ahead = leaderboard(row.slug, getattr(row, "pace", ""), of_bots=row.user.bot_owner_id is not None)
        ahead = ahead.filter(_is_ahead_of(row), conservative__gte=row.conservative)
        if before is not None:
            ahead = ahead.filter(conservative__lte=before.conservative).exclude(_is_ahead_of(before))
        places.append((places[-1] if places else 1) + ahead.count())
        before = row
    return places


def _is_ahead_of(row: Rating | PaceRating) -> Q:
    return Q(conservative__gt=row.conservative) | Q(conservative=row.conservative, user_id__lt=row.user_id)


def of_person(user: Any, slug: str, pace: str = "") -> Rating | PaceRating | None:
    """A person's row for a leaderboard, even if it is provisional."""
    if pace:
        return PaceRating.objects.filter(user=user, slug=slug, pace=pace).first()
    return Rating.objects.filter(user=user, slug=slug).first()
