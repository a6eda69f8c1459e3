"""Lost seats, and volunteers who would take one over."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.matches import Match


class Substitute(models.Model):
    """This person volunteers to take over seats that others have lost in this game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="steps_in_for", db_index=False)
    slug = models.SlugField(max_length=50, db_index=False)
    served_at = models.DateTimeField(null=True, blank=True, help_text="when they last took over a seat")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="willing_once")]
        indexes = [models.Index("slug", "served_at", name="willing_next")]


class LostSeat(models.Model):
    """A seat that somebody lost by missing turns, or passed on, and that was taken over. Unless `costs_nothing`, the
    match counts as a loss in their rating when it ends."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="lost_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lost_seats")
    costs_nothing = models.BooleanField(default=False, help_text="a substitute, or left before moving (PLAY-21)")
    until = models.PositiveIntegerField(default=0, help_text="number of the last record while this person sat there")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="absent_once")]
