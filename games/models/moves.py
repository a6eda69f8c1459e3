"""Open decisions, move records and stored positions.

`Match.position` is authoritative. `OpenDecision` is an index of it, updated with every move, for "my turn" lists,
emails and clocks. `MoveRecord` is the append-only history. `Snapshot` makes replay pages cheap.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q

from games.models.matches import Match


class OpenDecision(models.Model):
    """A decision that a seat is asked now. `key`: its id ("{serial}.{seat}"); `due_at`: null if there is no clock."""

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


class MoveRecord(models.Model):
    """One thing that a seat did, with the events that followed. `drop`: why the player left, if they did.

    `is_order`: a standing order that was stored; kept so that the host can replay the match, never shown to anybody.
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
        indexes = [
            BrinIndex("at", name="record_day", autosummarize=True),  # a few pages, whatever the table's size
            models.Index("user", condition=Q(user__isnull=False), name="record_of"),
        ]


class Snapshot(models.Model):
    """The compressed position of a match at this version, for replays and takebacks. `between`: the one that stood
    before the move of this version dealt a new round, if it did.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots", db_index=False)
    version = models.PositiveIntegerField()
    position = models.BinaryField()
    between = models.BinaryField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="snapshot_once")]
