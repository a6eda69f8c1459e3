"""Email preferences, and every email we owe, sent or received."""

from typing import Any

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.mail_kinds import kind_of
from accounts.models.people import User


class OutgoingMail(models.Model):
    """One email that we owe somebody. It is rendered when it is sent, not when it is written down here.

    The same row is the line under the bell, the entry of the feed and the reason of notices on other channels: read in
    one place, it is not told again in another. `data` names what it is about (ids only, never content); known keys:
    `match` (id), `live` (bool: the match is live), `about` and `url` (text and path of its link).
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
    is_part = False  # while it is rendered for an email of several

    class Meta:
        verbose_name = "outgoing email"
        indexes = [
            models.Index("next_try_at", "id", condition=Q(status="queued"), name="mail_due"),
            models.Index("user", models.F("id").desc(), name="mail_audit"),
            models.Index("user", "created_at", condition=Q(status="queued"), name="mail_waiting"),
            models.Index("user", "done_at", condition=Q(status="sent"), name="mail_sent_today"),
            models.Index("user", "match_id", condition=Q(is_unread=True), name="mail_unread"),
            BrinIndex("created_at", name="mail_written", autosummarize=True),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"

    @property
    def kind_in_words(self) -> str:
        """turn -> "Your turn"."""
        return kind_of(self.kind).label

    @property
    def why(self) -> str:
        """The reason for this kind, in words that go on from `kind_in_words`; empty where those say it."""
        return kind_of(self.kind).why

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.reason, self.subject = self.reason[:300], self.subject[:200]
        super().save(*args, **kwargs)


class MailRule(models.Model):
    """How this person is written to about one game at one pace, where it differs from the rest."""

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

    def __str__(self) -> str:
        return f"{self.user_id} {self.slug}: {self.mode}"


class MailStop(models.Model):
    """This person wants no more emails about this match."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_stops", db_index=False)
    match_id = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "match_id"], name="mail_stop_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.match_id}"


class IncomingMail(models.Model):
    """A reply to one of our emails, once. Its words are kept only as far as they were read."""

    mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="replies")
    key = models.CharField(
        max_length=64, unique=True, help_text="fingerprint of its Message-ID: so each is read only once"
    )
    line = models.CharField(max_length=200, blank=True, help_text="the lines that were read")
    outcome = models.CharField(max_length=20, default="received")
    result = models.JSONField(default=dict, help_text="how we read it and what happened, for our reply")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.mail_id}: {self.outcome}"


class DevEmail(models.Model):
    """An email that was kept because no mail service is configured. Shown at /dev/outbox/."""

    sender = models.CharField(max_length=320)
    recipients = models.TextField(help_text="one address per line")
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.subject}"

    @property
    def reply_to(self) -> str:
        """Where a reply goes; "" for emails that take none."""
        return str(self.headers.get("Reply-To", ""))
