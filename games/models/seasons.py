"""Points of a season."""

from django.conf import settings
from django.db import models


class SeasonScore(models.Model):
    """A person's points in the rated matches of a season, computed by `games.lobby.seasons`.

    `season`: see there; 0 counts all seasons. `slug`: "" counts all games. People with equal points share a place.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    season = models.PositiveSmallIntegerField()
    slug = models.SlugField(max_length=50, blank=True, db_index=False)
    points = models.FloatField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    place = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "season", "slug"], name="season_once")]
        indexes = [models.Index(fields=["season", "slug", "place", "user"], name="season_list")]
