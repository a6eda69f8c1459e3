"""Channels other than email: a secret URL for calendar and feed, webhooks, push devices.

A `Notice` is to a channel what an `OutgoingMail` is to a mailbox: a queued row, sent when it is due, never twice.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.mail_kinds import kind_of
from accounts.models import OutgoingMail


def new_secret() -> str:
    """192 random bits, safe in URLs and headers."""
    return secrets.token_urlsafe(24)


class FeedKey(models.Model):
    """The nonce in the secret URLs of a person's calendar and feed. Replacing it invalidates the old URLs."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed_key")
    nonce = models.CharField(max_length=40, default=new_secret)
    created_at = models.DateTimeField(default=timezone.now)


class Channel(models.Model):
    """A target for notices: a webhook (an https URL) or a device (a browser that accepts push messages).

    `failing_since` is set by the first failure in a row. After settings.NOTICE_PATIENCE of failures the channel is
    switched off (`off_at`), with the last failure in `trouble`. A device's `secrets` are its browser's keys; a
    webhook's, the key that signs our requests.
    """

    class Kind(models.TextChoices):
        JSON = "json", "Plain JSON"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        DEVICE = "device", "Device"

    class Events(models.TextChoices):
        TURNS = "turns", "only when it is my turn"
        ALL = "all", "everything I get emails about"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=60)
    url = models.CharField(max_length=1000)
    secrets = models.JSONField(default=dict)
    events = models.CharField(max_length=5, choices=Events.choices, default=Events.ALL)
    created_at = models.DateTimeField(default=timezone.now)
    last_ok_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=200, blank=True)
    off_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("user", models.functions.MD5("url"), name="channel_once")]

    @property
    def is_device(self) -> bool:
        return self.kind == self.Kind.DEVICE


class Notice(models.Model):
    """A message for one channel. `key` is that of the email about the same thing; `data` has ids only."""

    Status = OutgoingMail.Status

    channel = models.ForeignKey(Channel, models.CASCADE, related_name="notices", db_index=False)
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    title = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["channel", "key"], name="notice_once")]
        indexes = [
            models.Index("next_try_at", "id", condition=Q(status="queued"), name="notice_due"),
            models.Index("channel", models.F("id").desc(), name="notice_of"),
        ]

    @property
    def kind_in_words(self) -> str:
        """turn -> "Your turn"."""
        return kind_of(self.kind).label
