"""Matches, seats and invitations."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.kernel.game import Game
from games.titles import load


def new_token() -> str:
    """A key for a private link: 22 letters and digits, about 130 bits."""
    return get_random_string(22)


FILTERS = ("slug", "pace", "seat_count", "is_rated")  # columns that lists of tables filter by


class Match(models.Model):
    """One match of a game: first a table with free seats, then a running match, then a result."""

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        RUNNING = "running", "running"
        OVER = "over", "over"
        CANCELLED = "cancelled", "called off"

    class Pace(models.TextChoices):
        LIVE = "live", "live"
        CORRESPONDENCE = "correspondence", "correspondence"

    slug = models.SlugField(max_length=50, db_index=False)  # checked against titles.load() in the form
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=14, choices=Pace.choices)
    move_seconds = models.PositiveIntegerField(help_text="seconds for each decision")
    bank_seconds = models.PositiveIntegerField(default=0, help_text="seconds that each seat has in reserve")
    is_rated = models.BooleanField(default=True)
    is_public = models.BooleanField(default=True)
    is_lesson = models.BooleanField(default=False, help_text="the tutorial of its game: its deal and its lessons")
    token = models.CharField(max_length=22, default=new_token, unique=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    commitment = models.CharField(max_length=64, blank=True, help_text="to `secret`; public as soon as the table opens")
    secret = models.CharField(max_length=32, blank=True, editable=False, help_text="the server's part of the seed")
    numbers = models.JSONField(
        default=list, editable=False, help_text="what browsers have added to the seed, as it came; never taken out"
    )
    seals = models.JSONField(
        default=dict,
        editable=False,
        help_text="of all numbers, opened or not: whose browser sent them; never taken out",
    )
    starts_by = models.DateTimeField(
        null=True, editable=False, help_text="of a full table that waits for numbers to be opened"
    )
    position = models.TextField(blank=True, editable=False)  # JSON of kernel.position.Position; holds every secret
    version = models.PositiveIntegerField(default=0, help_text="grows with each change that somebody may see")
    live_play = models.JSONField(
        null=True, editable=False, help_text="while a correspondence table plays live: matches.loaded.LivePlay"
    )
    paused_clocks = models.JSONField(
        default=dict, editable=False, help_text="while a decision interrupts others: matches.loaded.PausedClock, by key"
    )
    revision = models.PositiveIntegerField(default=0, help_text="grows with each write; never leaves the server")
    pointed = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")
    request_key = models.CharField(
        max_length=64, blank=True, editable=False, help_text="so a request by API can’t open a second table"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "request_key"], condition=~Q(request_key=""), name="table_once_for_a_request"
            )
        ]
        indexes = [
            models.Index(
                fields=["-id"],
                include=FILTERS,
                condition=Q(status="open", is_public=True),
                name="table_to_join",
            ),
            models.Index(
                fields=["-id"],
                include=(*FILTERS, "is_public"),
                condition=Q(status="running"),
                name="match_running",
            ),
            models.Index(
                fields=["-ended_at"],
                include=("id", *FILTERS),
                condition=Q(status="over", is_public=True),
                name="match_ended",
            ),
            models.Index("ended_at", condition=Q(ended_at__isnull=False), name="match_end"),
            models.Index("created_at", condition=Q(status="open"), name="table_stale"),
            models.Index("owner", "status", name="match_owner"),
            models.Index("pointed", condition=Q(pointed__isnull=False), name="match_pointed"),
            models.Index("starts_by", condition=Q(starts_by__isnull=False), name="table_starts"),
            models.Index("started_at", condition=Q(live_play__isnull=False), name="match_live_now"),
        ]

    def __str__(self) -> str:
        return f"{self.game.meta.title} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def game(self) -> Game:
        """The rules."""
        return load()[self.slug]


class Seat(models.Model):
    """A numbered place at a table, from 0. `left_reason` is empty, "resigned" or "removed"."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, db_index=False)
    bank_left = models.FloatField(default=0, help_text="seconds")
    misses = models.PositiveSmallIntegerField(default=0, help_text="missed turns in a row")
    left_reason = models.CharField(max_length=8, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    strength = models.CharField(max_length=6, default="house", help_text="of a bot: easy, house or strong")
    seat_request = models.CharField(max_length=40, blank=True, help_text="the seat they asked for in the waiting room")
    was_away = models.BooleanField(default=False, help_text="the match began while this player was not on the site")
    last_word = models.CharField(max_length=140, blank=True, help_text="one line after the end")
    rating_before = models.IntegerField(null=True, blank=True, help_text="as shown before a rated match ended")
    rating_after = models.IntegerField(null=True, blank=True, help_text="as shown after it")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "user"], name="person_once_at_a_table"),
        ]
        indexes = [
            models.Index(fields=["user", "match"], include=["rank"], condition=Q(user__isnull=False), name="seat_of"),
            models.Index("user", "match", condition=Q(user__isnull=False, rank=None), name="seat_to_play"),
        ]


class Invitation(models.Model):
    """An invitation to take a seat, to a person on this site."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    note = models.CharField(max_length=200, blank=True, help_text="a line from the inviter")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]


class EmailInvitation(models.Model):
    """An invitation to an email address, which may belong to nobody on this site: the email's link opens the table.
    `guest`: who took a seat with it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="email_invitations", db_index=False)
    address = models.EmailField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    note = models.CharField(max_length=200, blank=True, help_text="a line from the inviter")
    at = models.DateTimeField(default=timezone.now)
    guest = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "address"], name="address_invited_once")]
