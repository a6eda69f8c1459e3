"""Users, sessions and tokens, and the relations between people."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Least, Upper
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts import names, zones
from accounts.look_alikes import look

AROUND = timedelta(minutes=10)  # a person who has opened a page within this time is around
# Not on the leaderboard of people. (House bots are not active.)
UNLISTED = Q(is_active=False) | Q(bot_owner__isnull=False)


class PeopleManager(UserManager["User"]):
    """Finds people by case-insensitive user name; creates bots and guests."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)

    def called(self, name: str) -> "User | None":
        """The person with an account of this name, who can be invited."""
        return self.filter(username__iexact=name, is_bot=False, is_guest=False, is_active=True).first()

    def create_bot(self, username: str, display_name: str = "") -> "User":
        """Create a house bot: no password, no email address, and not active, so it can't log in."""
        bot = self.model(username=username, display_name=display_name, is_bot=True, is_active=False)
        bot.set_unusable_password()
        bot.save(using=self._db)
        return bot

    def create_guest(self, display_name: str = "", time_zone: str = "UTC") -> "User":
        """Create a guest, who plays without an account: no password, no address, a name that says so."""
        number = 1000 + secrets.randbelow(9000)
        tail = get_random_string(6, "abcdefghijkmnpqrstuvwxyz")  # 200 million per number: collisions don't happen
        guest = self.model(
            username=f"{names.GUEST_PREFIX}{number}-{tail}",
            display_name=display_name or f"Guest {number}",
            time_zone=time_zone,
            is_guest=True,
        )
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def guests_at(self, *emails: str) -> "models.QuerySet[User]":
        """The guests whose confirmed address is one of these, which are in lower case."""
        return self.filter(is_guest=True, reminder_email__in=emails, reminder_confirmed_at__isnull=False)


class User(AbstractUser):
    """A person or a bot. A deleted account keeps its row as "deleted-<id>"; only guests' rows can be deleted."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "user name",
        max_length=24,
        unique=True,
        validators=[names.check_username],
        error_messages={"unique": "This name is taken. Please choose another one."},
    )
    display_name = models.CharField(
        max_length=names.DISPLAY_NAME_LENGTH, blank=True, validators=[names.check_display_name]
    )
    email = models.EmailField("email address", blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[zones.check_zone])
    language = models.CharField(max_length=10, default="en")
    is_bot = models.BooleanField(default=False, help_text="one of our bots: the site plays for it")
    bot_owner = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="bots",
        editable=False,
        help_text="whose bot this is",
    )
    is_guest = models.BooleanField(default=False, help_text="plays without an account, deleted when idle")
    stamp = models.CharField(max_length=24, blank=True, help_text="drawing and colour (accounts/stamps.py), if chosen")
    is_findable = models.BooleanField("other players can find me by name", default=True)
    name_parts = ArrayField(models.CharField(max_length=3), default=list, editable=False)
    look = models.CharField(max_length=100, default="", editable=False, db_index=True, help_text="of the user name")
    reminder_email = models.EmailField(blank=True, editable=False, help_text="where a guest wants to be reminded")
    reminder_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="the suspension ends by itself then"
    )
    muted_until = models.DateTimeField(null=True, blank=True, editable=False, help_text="can’t chat until then")

    class MailMode(models.TextChoices):
        AUTO = "auto", "soon, but not often and not at night"
        ONCE = "once", "at once, one email for each thing"
        QUIET = "quiet", "collected, when nothing more has happened for a while"
        DAILY = "daily", "once a day, at an hour of my choice"

    mail_mode = models.CharField("when we email you", max_length=5, choices=MailMode.choices, default=MailMode.AUTO)
    mail_quiet_minutes = models.PositiveSmallIntegerField(
        "quiet minutes before we send", default=15, validators=[MinValueValidator(1), MaxValueValidator(240)]
    )
    mail_hour = models.PositiveSmallIntegerField("hour of the day", default=8, validators=[MaxValueValidator(23)])
    mail_turn = models.BooleanField("when it is my turn", default=True)
    mail_reminder = models.BooleanField("reminders and the last call before my time runs out", default=True)
    mail_events = models.BooleanField("when a match starts, ends, or moves on without me", default=True)
    mail_live = models.BooleanField("also for live matches", default=False)
    mail_bots = models.BooleanField("also for matches against bots only", default=False)
    mail_announcements = models.BooleanField("announcements from the host", default=True)
    mail_daily_limit = models.PositiveSmallIntegerField(default=50, validators=[MaxValueValidator(500)])
    mail_stopped = models.BooleanField("no emails about games at all", default=False)
    mail_bounced_at = models.DateTimeField(null=True, blank=True, editable=False)
    MAIL_WHEN = ("mail_mode", "mail_quiet_minutes", "mail_hour", "mail_daily_limit")
    MAIL_WHAT = (
        *("mail_turn", "mail_reminder", "mail_events", "mail_live", "mail_bots"),
        *("mail_announcements", "mail_stopped"),
    )

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        constraints = [
            # Upper, not Lower: Django's `__iexact` uses UPPER(), so a login can use these indexes.
            models.UniqueConstraint(
                Upper("username"),
                name="person_name_once",
                violation_error_message="This name is taken. Please choose another one.",
            ),
            models.UniqueConstraint(
                Upper("email"),
                condition=~Q(email=""),
                name="person_email_once",
                violation_error_message="There is already an account with this email address.",
            ),
            models.CheckConstraint(condition=Q(username__regex=names.USERNAME_PATTERN), name="person_name_letters"),
            models.CheckConstraint(condition=Q(is_bot=False) | Q(email="", is_active=False), name="bot_never_logs_in"),
            models.CheckConstraint(
                condition=Q(bot_owner=None) | Q(email="", is_bot=False, is_guest=False), name="bot_of_somebody"
            ),
        ]
        indexes = [
            GinIndex(fields=["name_parts"], name="person_search"),
            models.Index("id", condition=UNLISTED, name="person_unlisted"),
            models.Index("muted_until", condition=Q(muted_until__isnull=False), name="person_muted"),
            models.Index("suspended_until", condition=Q(suspended_until__isnull=False), name="person_readmitted"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Update what is derived from the names: the search index (`name_parts`) and `look`."""
        if update_fields is None or {"username", "display_name"} & set(update_fields):
            self.name_parts, self.look = names.parts(f"{self.username} {self.display_name}"), look(self.username)
            update_fields = None if update_fields is None else {*update_fields, "name_parts", "look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @classmethod
    def check_free(cls, name: str, holder: int | None = None) -> None:
        """Raise ValidationError if the name looks like the user name of somebody other than `holder`."""
        if name and cls.objects.filter(look=look(name)).exclude(pk=holder or 0).exists():
            raise ValidationError("This is somebody else’s user name, or looks like it. Please choose another name.")

    @property
    def name(self) -> str:
        """The name shown on pages and in emails."""
        return names.shown(self.display_name) or self.username

    @property
    def is_around(self) -> bool:
        """Has this person opened a page recently?"""
        return self.last_seen_at is not None and self.last_seen_at > timezone.now() - AROUND

    @property
    def is_any_bot(self) -> bool:
        """Is it a house bot, or one that somebody wrote and that plays through the API?"""
        return self.is_bot or self.bot_owner_id is not None

    @property
    def person(self) -> "User":
        """The person responsible for this account: a bot's owner, otherwise itself."""
        return self.bot_owner or self

    @property
    def mail_address(self) -> str:
        """The confirmed address for our emails; "" if there is none."""
        return self.email or (self.reminder_email if self.reminder_confirmed_at else "")

    @property
    def gets_emails(self) -> bool:
        """Do emails about games reach this person, who has not turned them off?"""
        return bool(self.mail_address) and not self.mail_stopped and self.mail_bounced_at is None

    def get_full_name(self) -> str:
        return self.name

    @property
    def link_mark(self) -> str:
        """A value in signed links that changes with the password (of a bot's owner), so that old links stop working."""
        return hashlib.sha256(f"playpost.links {self.person.password}".encode()).hexdigest()[:12]

    def get_short_name(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A key with which a program acts for a person. Only its hash is stored. `mark`: `User.link_mark` at creation."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    key_hash = models.CharField(max_length=64, unique=True)
    mark = models.CharField(max_length=12)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)


class DeviceSession(AbstractBaseSession):
    """A browser session with its user, so that people can list and end their sessions."""

    account_id = models.BigIntegerField(null=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        indexes = [models.Index("account_id", condition=models.Q(account_id__isnull=False), name="sessions_of")]

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore


class Follow(models.Model):
    """One person follows another, who is not told."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="follow_once")]


class Friendship(models.Model):
    """A friendship or a friend request (`agreed_at` is empty). One row per pair, whoever asked."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="asked_to_be_friends")
    to = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friend_requests")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(Least("by", "to"), Greatest("by", "to"), name="friends_once")]

    @classmethod
    def between(cls, one: int, other: int) -> models.QuerySet["Friendship"]:
        """The row of these two people, whoever asked."""
        return cls.objects.filter(Q(by=one, to=other) | Q(by=other, to=one))


class Block(models.Model):
    """One person has blocked another, who is not told. For the effects see accounts.people.blocks."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_on")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="block_once")]


class DirectMessage(models.Model):
    """A message between friends, for the two of them only."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    to = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(Least("by", "to"), Greatest("by", "to"), models.F("id").desc(), name="messages_of_pair"),
            models.Index("by", name="messages_by"),
            models.Index("to", name="messages_to"),
        ]
