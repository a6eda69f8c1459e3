"""Tournaments: entrants, the tables of each round, and the seats at them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.clocks.time_control import clock_in_words
from games.kernel.game import Game
from games.models import Match, new_token
from games.titles import load

LEAST, MOST = 4, 512  # people of a tournament


class Tournament(models.Model):
    """A tournament of one game. `round`: the newest round paired, 0 before the start."""

    class Format(models.TextChoices):
        SWISS = "swiss", "Swiss"
        POOLS = "pools", "Round robin in pools"
        KNOCKOUT = "knockout", "Knockout"

    class Status(models.TextChoices):
        OPEN = "open", "open for registration"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "cancelled"

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=50, db_index=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    format = models.CharField(max_length=8, choices=Format.choices, default=Format.SWISS)
    seats = models.PositiveSmallIntegerField(help_text="players at a usual table")
    rounds = models.PositiveSmallIntegerField(default=4, help_text="of a Swiss tournament")
    most = models.PositiveSmallIntegerField(default=64, help_text="places")
    preset = models.CharField(max_length=3, blank=True, help_text="number of the game's preset")
    pace = models.CharField(max_length=14, choices=Match.Pace.choices, default=Match.Pace.CORRESPONDENCE)
    move_seconds = models.PositiveIntegerField()
    bank_seconds = models.PositiveIntegerField()
    is_rated = models.BooleanField(default=True)
    text = models.TextField(max_length=2000, blank=True, help_text="what the organiser wants to say")
    is_private = models.BooleanField(default=False, help_text="only people with the link find it")
    token = models.CharField(max_length=22, default=new_token)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    round = models.PositiveSmallIntegerField(default=0)
    starts_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index("status", models.F("id").desc(), name="tournament_list"),
            models.Index("starts_at", condition=Q(status="open"), name="tournament_due"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.pk])

    @property
    def game(self) -> Game:
        return load()[self.slug]

    @property
    def preset_title(self) -> str:
        return self.game.meta.presets[int(self.preset)].title if self.preset and self.slug in load() else ""

    @property
    def clock(self) -> str:
        return clock_in_words(self.move_seconds, self.bank_seconds)


class Entrant(models.Model):
    """A participant. `seed`: rank by strength at the start; `dropped_at`: set if they get no more tables."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    seed = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField(default=timezone.now)
    dropped_at = models.DateTimeField(null=True)
    is_removed = models.BooleanField(default=False, db_default=False, help_text="by the host, not by their own choice")
    place = models.PositiveSmallIntegerField(null=True, help_text="at the end")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="entrant_once")]


class TournamentTable(models.Model):
    """A table of a round. Without a match it is planned, or a bye (one place, ended at once). `sent`: for a planned
    knockout table, where each player comes from: the table of the previous round and the place there."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables", db_index=False)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="tournament_table")
    sent = models.JSONField(default=list)  # of pairing.Sent
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "round", "number"], name="table_number_once")]
        indexes = [models.Index("match", condition=Q(ended_at__isnull=True), name="table_to_score")]


class Place(models.Model):
    """An entrant's seat at a tournament table; `rank` is set when the table has ended."""

    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="places", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="place_once")]
