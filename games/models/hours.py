"""Waking hours, vacations, usual hours, and the sweep's heartbeat."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.matches import Match


class WakingHours(models.Model):
    """When somebody's clocks run: one row for each choice, so that decisions keep the hours they were asked in.

    `week`: for each weekday from Monday on a list of [from, to] in minutes; empty: at all times.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="waking_hours", db_index=False)
    since = models.DateTimeField(default=timezone.now)
    zone = models.CharField(max_length=64)
    week = models.JSONField(default=list)
    days_off = models.JSONField(default=list, help_text="dates without a waking hour")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "since"], name="hours_once")]

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since:%Y-%m-%d}"


class Vacation(models.Model):
    """Whole days, in the person's own zone, on which no clock of theirs runs."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", db_index=False)
    first_day = models.DateField()
    last_day = models.DateField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    booked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index("user", "ends_at", name="vacation_of")]
        constraints = [models.CheckConstraint(condition=Q(first_day__lte=models.F("last_day")), name="vacation_order")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.first_day} to {self.last_day}"


class Habit(models.Model):
    """At which hours of the day (UTC) somebody has answered by correspondence, newer answers counting more."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="habit", primary_key=True)
    hours = ArrayField(models.PositiveIntegerField(), size=24)

    def __str__(self) -> str:
        return f"{self.user_id}: {sum(self.hours)}"


class AnswerTime(models.Model):
    """How long somebody takes for an answer, in seconds: the median of the last months, by pace. Counted anew daily."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    pace = models.CharField(max_length=14, choices=Match.Pace.choices)
    seconds = models.FloatField()
    answers = models.PositiveIntegerField()
    missed = models.PositiveIntegerField(default=0, help_text="turns the clock played in that time")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pace"], name="answer_time_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.seconds:.0f} s"


class MatchLength(models.Model):
    """How many answers a finished match of a game takes at a table of this size: the median. Counted anew daily."""

    slug = models.SlugField(max_length=50, db_index=False)
    seat_count = models.PositiveSmallIntegerField()
    answers = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug", "seat_count"], name="length_once")]

    def __str__(self) -> str:
        return f"{self.slug} of {self.seat_count}: {self.answers}"


class SweepHeartbeat(models.Model):
    """When the clock sweep last ran (one row): after an outage all deadlines are moved by the gap."""

    at = models.DateTimeField()
    counted = models.BigIntegerField(default=0, help_text="last record counted for habits")

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S}"
