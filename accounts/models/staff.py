"""Staff decisions and announcements."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts import names
from accounts.models.people import User


class StaffAct(models.Model):
    """An act of the staff, and the reason. Only the answer of the person concerned is added later. `quote`: the words
    or the name it was about; `until`: when it ends by itself."""

    class Act(models.TextChoices):
        CLOSE = "close", "closed a table"
        PAUSE = "pause", "paused a match"
        ABANDON = "abandon", "abandoned a match"
        RETRY = "retry", "sent an email again"
        DROP = "drop", "dropped an email"
        READ = "read", "read a reply"
        ANNOUNCE = "announce", "announced"
        WITHDRAW = "withdraw", "withdrew an announcement"
        WARN = "warn", "warned a person"
        SUSPEND = "suspend", "suspended a person"
        READMIT = "readmit", "lifted a suspension"
        MUTE = "mute", "muted a person"
        UNMUTE = "unmute", "let a person chat again"
        RENAME = "rename", "banned a name"
        DELETE = "delete", "deleted words"
        SETTLE = "settle", "settled a report"
        HEAR = "hear", "read an answer"

    act = models.CharField(max_length=8, choices=Act.choices)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    person = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    match_id = models.CharField(max_length=40, blank=True)
    mail_key = models.CharField(max_length=120, blank=True)
    words = models.CharField(max_length=1000, blank=True)
    quote = models.CharField(max_length=500, blank=True)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=1000, blank=True)
    answered_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)

    ANSWERED: ClassVar[Q] = Q(answered_at__isnull=False, heard_at__isnull=True)

    class Meta:
        indexes = [
            models.Index(
                "answered_at", condition=Q(answered_at__isnull=False, heard_at__isnull=True), name="staff_act_answered"
            )
        ]

    @property
    def lifts(self) -> bool:
        """Does this end another decision? Nobody takes that for a mistake."""
        return self.act in (self.Act.READMIT, self.Act.UNMUTE)


class BannedName(models.Model):
    """A name that nobody can use, in any spelling."""

    key = models.CharField(max_length=80, unique=True)

    @classmethod
    def check_name(cls, name: str) -> None:
        """Raise ValidationError for a banned name."""
        if name and cls.objects.filter(key=names.ban_key(name)).exists():
            raise ValidationError("Nobody can use this name. Please choose another one.", code="banned")


class Announcement(models.Model):
    """A message from the host at the top of every page, until `until`. `owes_emails`: its emails are not queued yet."""

    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    owes_emails = models.BooleanField(default=False)
