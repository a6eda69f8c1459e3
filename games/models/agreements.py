"""Proposals and what players agreed on."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match


class Proposal(models.Model):
    """What one player asks of all the others: a pause, more time, a takeback or live play. One at a time per match.

    `amount`: seconds of pause, of extra time, or per decision in live play; `decision`: the one that gets extra time;
    `version`: that of the move to take back.
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


class Pause(models.Model):
    """A period in which no clock of a match runs, by agreement of the players or by the staff (PLAY-16)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="pauses", db_index=False)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "starts_at"], name="pause_once")]
