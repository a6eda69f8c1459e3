"""Matches: who sits where, the latest position, what is asked now, what was played, what was said.

`Match.position` is the truth; `OpenDecision` is an index over it, rewritten with every move, from which "my turn"
lists, emails and clocks are read. `MoveRecord` is the history, append only; `Snapshot` makes history pages cheap.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.kernel.game import Game
from games.titles import load


def new_token() -> str:
    """The secret part of a private link: 22 letters and digits, about 130 bits."""
    return get_random_string(22)


FILTERS = ("slug", "pace", "seat_count", "is_rated")  # of the lists of tables


class Match(models.Model):
    """One play of a game: first a table with free seats, then a running match, then a result."""

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
    position = models.TextField(blank=True, editable=False)  # JSON of kernel.types.Position; holds every secret
    version = models.PositiveIntegerField(default=0, help_text="grows with each change that somebody may see")
    live_play = models.JSONField(
        null=True, editable=False, help_text="while a correspondence table plays live: matches.loaded.LivePlay"
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
            models.Index("slug", models.F("id").desc(), condition=Q(status="open", is_public=True), name="table_open"),
            models.Index(models.F("id").desc(), condition=Q(status="open", is_public=True), name="table_open_all"),
            models.Index(
                fields=["-id"],
                include=FILTERS,
                condition=Q(status="running", is_public=True),
                name="match_to_watch",
            ),
            models.Index(
                fields=["-ended_at"],
                include=("id", *FILTERS),
                condition=Q(status="over", is_public=True),
                name="match_ended",
            ),
            models.Index("created_at", condition=Q(status="open"), name="table_stale"),
            models.Index("owner", condition=Q(status="open"), name="table_owner"),
            models.Index("starts_by", condition=Q(starts_by__isnull=False), name="table_starts"),
            models.Index("started_at", condition=Q(live_play__isnull=False), name="match_live_now"),
        ]

    def __str__(self) -> str:
        return f"{self.game.meta.title} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def game(self) -> Game:
        """The rules. KeyError if the title's folder is gone."""
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
        indexes = [models.Index("user", models.F("match").desc(), condition=Q(user__isnull=False), name="seat_of")]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number}"


class Invitation(models.Model):
    """Somebody was asked by name to take a seat."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.user_id}"


class EmailInvitation(models.Model):
    """Somebody was asked by email address. The address may belong to nobody here: the email's link opens the table."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="email_invitations", db_index=False)
    address = models.EmailField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "address"], name="address_invited_once")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.pk}"


class OpenDecision(models.Model):
    """What a seat is asked now. `key` is the decision's id ("{serial}.{seat}"), `due_at` is empty without a clock."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="open_decisions", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=60)
    pace = models.CharField(max_length=10)
    prompt = models.CharField(max_length=300)
    is_bot = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    drains_at = models.DateTimeField(null=True, help_text="from then on the reserve runs down")
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    excused_at = models.DateTimeField(null=True, help_text="moved once because its email bounced")
    reminded = models.PositiveSmallIntegerField(default=0, help_text="how many reminders were sent")
    answered_at = models.DateTimeField(null=True)

    OPEN: ClassVar[Q] = Q(answered_at__isnull=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "key"], name="decision_once")]
        indexes = [
            models.Index("due_at", condition=Q(answered_at__isnull=True), name="decision_due"),
            models.Index("remind_at", condition=Q(answered_at__isnull=True), name="decision_remind"),
            models.Index("user", "due_at", condition=Q(answered_at__isnull=True), name="decision_of"),
            models.Index("asked_at", condition=Q(answered_at__isnull=True, is_bot=True), name="decision_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.key}"


class MoveRecord(models.Model):
    """One thing that a seat did, with the events that followed. `drop` is the reason of a departure.

    `is_order`: a stored standing order; it is kept for replays by the host and shown to nobody.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="records", db_index=False)
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(help_text="the match's version after it")
    seat = models.PositiveSmallIntegerField(null=True)
    decision = models.CharField(max_length=60, blank=True)
    move = models.TextField(blank=True, help_text="JSON of kernel.types.Move")
    drop = models.CharField(max_length=8, blank=True)
    is_order = models.BooleanField(default=False)
    by = models.CharField(max_length=6, help_text="web, live, mail, api, bot, clock, order, start or note")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False)
    fingerprint = models.CharField(max_length=16, blank=True, help_text="fingerprint of what was sent")
    at = models.DateTimeField()
    events = models.TextField(default="[]", help_text="JSON list of kernel.types.Event")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="record_once")]
        indexes = [BrinIndex("at", name="record_day", autosummarize=True)]  # a few pages, whatever the table's size

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number}"


class Snapshot(models.Model):
    """The position after the version of this number, compressed. Only for looking back."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots", db_index=False)
    version = models.PositiveIntegerField()
    position = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.match_id} v{self.version}"


class ChatLine(models.Model):
    """What somebody said. Plain text. `spectators_only`: hidden from the players until the match is over."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="chat", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    spectators_only = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index("match", models.F("id").desc(), name="chat_of")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text[:40]}"


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


class Pause(models.Model):
    """A stretch of time in which no clock of a match runs, by consent of its players (PLAY-16)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="pauses", db_index=False)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "starts_at"], name="pause_once")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.starts_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"


class Proposal(models.Model):
    """What one player asks of all the others: a pause, more time, to take a move back, to play live. One at a time.

    `amount`: seconds of a pause, of more time, or for each decision of live play; `decision`: the one that gets more
    time; `version`: that of the move.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", "a pause"
        TIME = "time", "more time"
        UNDO = "undo", "to take a move back"
        LIVE = "live", "to play live now"

    class Outcome(models.TextChoices):
        AGREED = "agreed", "agreed"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        LAPSED = "lapsed", "lapsed"

    match = models.ForeignKey(Match, models.CASCADE, related_name="proposals", db_index=False)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    amount = models.PositiveIntegerField(default=0)
    decision = models.CharField(max_length=60, blank=True)
    version = models.PositiveIntegerField(default=0)
    agreed = models.JSONField(default=list, help_text="ids of those who have agreed so far")
    asked_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("match", condition=Q(outcome=""), name="one_proposal_at_a_time")]
        indexes = [models.Index("match", models.F("id").desc(), name="proposal_of")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.by_id} asks for {self.get_kind_display()}"


class Habit(models.Model):
    """At which hours of the day (UTC) somebody has answered by correspondence, newer answers counting more."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="habit", primary_key=True)
    hours = ArrayField(models.PositiveIntegerField(), size=24)

    def __str__(self) -> str:
        return f"{self.user_id}: {sum(self.hours)}"


class Visit(models.Model):
    """What a person has seen of a match, keeps quiet at it, and notes for themselves; nobody else is ever shown it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="visits", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0, help_text="the newest version that was on this person's screen")
    said = models.PositiveBigIntegerField(default=0, help_text="the newest line of chat that was read")
    muted = models.JSONField(default=list, help_text="ids of people whose chat is hidden at this table")
    notes = models.CharField(max_length=4000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="visit_once")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.user_id} at v{self.version}"


class Report(models.Model):
    """What somebody found wrong: a line of chat, words written into the game itself, or (without a match) a person.

    Keeps a copy, for the line may be deleted. `is_deleted`: the staff has taken words of the game away.
    """

    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="reports", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=500)
    reason = models.CharField(max_length=300, blank=True)
    is_deleted = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "by", "text"], name="report_once")]
        indexes = [models.Index("at", condition=Q(settled_at__isnull=True), name="report_open")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text[:40]}"


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


class Substitute(models.Model):
    """This person would take over the seat of somebody who does not come any more."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="steps_in_for", db_index=False)
    slug = models.SlugField(max_length=50, db_index=False)
    served_at = models.DateTimeField(null=True, blank=True, help_text="when they last took over a seat")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="willing_once")]
        indexes = [models.Index("slug", "served_at", name="willing_next")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.slug}"


class LostSeat(models.Model):
    """Somebody stayed away too long or left in time, and the seat was taken over. At the end of the match their rating
    pays for staying away."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="lost_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lost_seats")
    costs_nothing = models.BooleanField(default=False, help_text="a substitute, or left before moving (PLAY-21)")
    until = models.PositiveIntegerField(default=0, help_text="number of the last record while this person sat there")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="absent_once")]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.seat}: {self.user_id}"


class SweepHeartbeat(models.Model):
    """When the clock sweep last ran (one row): after an outage all deadlines are moved by the gap."""

    at = models.DateTimeField()
    counted = models.BigIntegerField(default=0, help_text="last record counted for habits")

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S}"
