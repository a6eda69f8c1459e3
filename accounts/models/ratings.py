"""Ratings and their history."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts import rating_scale
from accounts.models.people import User


class RatingFigures(rating_scale.Figures, models.Model):
    """openskill's mean (mu) and uncertainty (sigma), and counts. Leaderboards are sorted by `conservative`."""

    slug = models.SlugField(max_length=50, db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    conservative = models.FloatField(help_text="mu - 3 sigma: what the leaderboard is sorted by")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Rating(RatingFigures):
    """A player's rating for one game, at all paces."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ratings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="rating_once")]
        indexes = [
            models.Index(
                "slug",
                models.F("conservative").desc(),
                "user",
                name="rating_leaderboard",
                condition=Q(matches__gte=rating_scale.SETTLED),
            )
        ]


class PaceRating(RatingFigures):
    """The same from matches of one pace only, for the leaderboard's filter."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    pace = models.CharField(max_length=14)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug", "pace"], name="pace_rating_once")]
        indexes = [
            models.Index(
                "slug",
                "pace",
                models.F("conservative").desc(),
                "user",
                name="pace_leaderboard",
                condition=Q(matches__gte=rating_scale.SETTLED),
            )
        ]


class RatingPoint(models.Model):
    """A player's rating after one rated match, for the plot on the profile."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rating_points", db_index=False)
    slug = models.SlugField(max_length=50, db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index("user", models.F("id").desc(), name="rating_points_of")]
