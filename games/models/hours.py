"""Waking hours, vacations, usual hours, and the sweep's heartbeat."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.matches import Match


class WakingHours(models.Model):
    """When somebody's clocks run. One row per choice, so that a decision keeps the hours it was asked in.

    `week`: for each weekday, Monday first, a list of [from, to] in minutes; empty for "at all times".
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="waking_hours", db_index=False)
    since = models.DateTimeField(default=timezone.now)
    zone = models.CharField(max_length=64)
    week = models.JSONField(default=list)
    days_off = models.JSONField(default=list, help_text="dates without a waking hour")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "since"], name="hours_once")]


class Vacation(models.Model):
    """Whole days, in the person's own time zone, on which none of their clocks run."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", db_index=False)
    first_day = models.DateField()
    last_day = models.DateField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    booked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index("user", "ends_at", name="vacation_of")]
        constraints = [models.CheckConstraint(condition=Q(first_day__lte=models.F("last_day")), name="vacation_order")]

    def in_words(self) -> str:
        """ "from 20 to 27 December", "on 24 December"."""
        first, last = self.first_day, self.last_day
        if first == last:
            return f"on {last:%-d %B}"
        is_one_month = (first.year, first.month) == (last.year, last.month)
        return f"from {first:{'%-d' if is_one_month else '%-d %B'}} to {last:%-d %B}"


class Habit(models.Model):
    """How often somebody has answered in each hour of the day (UTC), in correspondence matches; newer answers weigh
    more."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="habit", primary_key=True)
    hours = ArrayField(models.PositiveIntegerField(), size=24)


class AnswerTime(models.Model):
    """How long somebody takes to answer, in seconds: the median of recent months, by pace. Recomputed daily."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    pace = models.CharField(max_length=14, choices=Match.Pace.choices)
    seconds = models.FloatField()
    answers = models.PositiveIntegerField()
    missed = models.PositiveIntegerField(default=0, help_text="turns the clock played in that time")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pace"], name="answer_time_once")]


class MatchLength(models.Model):
    """The median number of answers in a finished match of a game with this many seats. Recomputed daily."""

    slug = models.SlugField(max_length=50, db_index=False)
    seat_count = models.PositiveSmallIntegerField()
    answers = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug", "seat_count"], name="length_once")]


class SweepHeartbeat(models.Model):
    """When the sweep last ran (one row). After an outage all deadlines are moved by the gap."""

    at = models.DateTimeField()
    counted = models.BigIntegerField(default=0, help_text="last record counted for habits")
