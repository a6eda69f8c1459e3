"""Email preferences, and all emails: queued, sent and received."""

from datetime import datetime
from typing import Any

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.mail_kinds import kind_of
from accounts.models.people import User


class OutgoingMail(models.Model):
    """An email in the outbox. It is rendered when it is sent, not when it is queued.

    The same row is the line under the bell, the feed entry and the reason for notices on other channels: what was read
    in one place is not sent to another. `data` has ids only, never content; known keys: `match` (id), `live` (bool: the
    match is live), `about` and `url` (text and path of its link).
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting to be sent"
        SENT = "sent", "sent"
        SKIPPED = "skipped", "not sent"
        DEAD = "dead", "could not be sent"

    key = models.CharField(max_length=120, unique=True, help_text="one email per key, ever; also its Message-ID")
    kind = models.CharField(max_length=40)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mails", db_index=False)
    match_id = models.CharField(max_length=40, blank=True)
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    held_until = models.DateTimeField(null=True, blank=True, help_text="held until then, to go out with others")
    bundle = models.CharField(max_length=120, blank=True, help_text="key of the email it was sent with")
    reason = models.CharField(max_length=300, blank=True, help_text="why it was not sent, in words")
    subject = models.CharField(max_length=200, blank=True)
    is_unread = models.BooleanField(default=False, help_text="not read yet, shown under the bell")
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    is_part = False  # True while it is rendered as a part of a combined email
    begins = 1  # the number of its first choice there
    was_due_at: datetime | None = None  # when it was due, before a sender leased it

    class Meta:
        verbose_name = "outgoing email"
        indexes = [
            models.Index("next_try_at", "id", condition=Q(status="queued"), name="mail_due"),
            models.Index("user", models.F("id").desc(), name="mail_audit"),
            models.Index("user", "created_at", condition=Q(status="queued"), name="mail_waiting"),
            models.Index("user", "done_at", condition=Q(status="sent"), name="mail_sent_today"),
            models.Index("user", "match_id", condition=Q(is_unread=True), name="mail_unread"),
            models.Index("id", condition=Q(status="dead"), name="mail_dead"),
            BrinIndex("created_at", name="mail_written", autosummarize=True),
        ]

    @property
    def kind_in_words(self) -> str:
        """turn -> "Your turn"."""
        return kind_of(self.kind).label

    @property
    def why(self) -> str:
        """Why it was sent, in words that follow `kind_in_words`; "" if those say it all."""
        return kind_of(self.kind).why

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.reason, self.subject = self.reason[:300], self.subject[:200]
        super().save(*args, **kwargs)


class MailRule(models.Model):
    """An exception from a person's email settings for one game at one pace."""

    class Mode(models.TextChoices):
        ONCE = "once", "at once"
        QUIET = "quiet", "collected"
        DAILY = "daily", "once a day"
        NEVER = "never", "never"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_rules", db_index=False)
    slug = models.SlugField(max_length=50, db_index=False)
    is_live = models.BooleanField()
    mode = models.CharField(max_length=5, choices=Mode.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug", "is_live"], name="mail_rule_once")]


class MailStop(models.Model):
    """A person has stopped the emails about one match."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_stops", db_index=False)
    match_id = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "match_id"], name="mail_stop_once")]


class NoInvitations(models.Model):
    """An address to which nobody can send invitations, as its owner wants. Only a digest is stored: the address may
    belong to nobody on this site."""

    digest = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(default=timezone.now)


class IncomingMail(models.Model):
    """A reply to one of our emails; one row per message. Only the lines that were read are stored."""

    mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="replies")
    key = models.CharField(
        max_length=64, unique=True, help_text="fingerprint of its Message-ID: so each is read only once"
    )
    line = models.CharField(max_length=200, blank=True, help_text="the lines that were read")
    outcome = models.CharField(max_length=20, default="received")
    result = models.JSONField(default=dict, help_text="how we read it and what happened, for our reply")
    at = models.DateTimeField(default=timezone.now)


class DevEmail(models.Model):
    """An email stored because no mail service is configured. Shown at /dev/outbox/."""

    sender = models.CharField(max_length=320)
    recipients = models.TextField(help_text="one address per line")
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    @property
    def reply_to(self) -> str:
        """The Reply-To address; "" if there is none."""
        return str(self.headers.get("Reply-To", ""))
