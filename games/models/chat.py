"""Chat lines, read markers, private notes and reports."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.matches import Match


class ChatLine(models.Model):
    """A chat message in plain text. `spectators_only`: hidden from the players until the match is over."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="chat", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    spectators_only = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index("match", models.F("id").desc(), name="chat_of")]


class Visit(models.Model):
    """What a person has seen of a match, whom they have muted there, and their notes. Never shown to anybody else."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="visits", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0, help_text="the newest version that was on this person's screen")
    said = models.PositiveBigIntegerField(default=0, help_text="the newest line of chat that was read")
    muted = models.JSONField(default=list, help_text="ids of people whose chat is hidden at this table")
    notes = models.CharField(max_length=4000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="visit_once")]


class Report(models.Model):
    """A report of a chat line, of text that a player entered in the game, or (without a match) of a person or a rule.

    `text` is a copy, because the line may be deleted. `is_deleted`: staff have hidden the text in the game. `rule`: of
    this edition of the manual, read at the match `seen_in` when it had the version `seen_at`; `by`: None for a visitor.
    """

    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="reports", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=500)
    reason = models.CharField(max_length=300, blank=True)
    rule = models.CharField(max_length=20, blank=True)
    edition = models.PositiveSmallIntegerField(default=0)
    seen_in = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+", db_index=False)
    seen_at = models.PositiveIntegerField(default=0)
    is_deleted = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "by", "text"], name="report_once")]
        indexes = [models.Index("at", condition=Q(settled_at__isnull=True), name="report_open")]
