"""People, how they want to be written to, how well they play, and every email we owe or sent them."""

import hashlib
import secrets
from collections.abc import Iterable
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex, GinIndex
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Least, Upper
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts import names, rating_scale, zones
from accounts.mail_kinds import kind_of


class PeopleManager(UserManager["User"]):
    """Finds people without regard to upper and lower case; makes bots and guests."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)

    def create_bot(self, username: str, display_name: str = "") -> "User":
        """A player without password and address. Not active, so no way of logging in works for it."""
        bot = self.model(username=username, display_name=display_name, is_bot=True, is_active=False)
        bot.set_unusable_password()
        bot.save(using=self._db)
        return bot

    def create_guest(self, display_name: str = "", time_zone: str = "UTC") -> "User":
        """Somebody who plays without an account: no password, no address, a name that says so."""
        number = 1000 + secrets.randbelow(9000)
        tail = get_random_string(6, "abcdefghijkmnpqrstuvwxyz")  # 200 million for each number: two never meet
        guest = self.model(
            username=f"{names.GUEST_PREFIX}{number}-{tail}",
            display_name=display_name or f"Guest {number}",
            time_zone=time_zone,
            is_guest=True,
        )
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest


class User(AbstractUser):
    """A person or a bot. Rows stay: a person who leaves becomes "deleted-<id>". Only guests whom no match needs go."""

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
    is_bot = models.BooleanField(default=False, help_text="a bot of the house: the site plays for it")
    bot_owner = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="bots",
        editable=False,
        help_text="whose bot this is",
    )
    is_guest = models.BooleanField(default=False, help_text="plays without an account, swept away when idle")
    is_findable = models.BooleanField("other players can find me by name", default=True)
    name_parts = ArrayField(models.CharField(max_length=3), default=list, editable=False)
    reminder_email = models.EmailField(blank=True, editable=False, help_text="where a guest wants to be reminded")
    reminder_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False, help_text="then it opens by itself")
    muted_until = models.DateTimeField(null=True, blank=True, editable=False, help_text="writes in no chat until then")

    class MailMode(models.TextChoices):
        AUTO = "auto", "at once, but together when 3 or more games wait for me"
        ONCE = "once", "at once, one email for each thing"
        QUIET = "quiet", "collected, when nothing more has happened for a while"
        DAILY = "daily", "once a day, at an hour of my choice"

    mail_mode = models.CharField("how we write", max_length=5, choices=MailMode.choices, default=MailMode.AUTO)
    mail_quiet_minutes = models.PositiveSmallIntegerField(
        "minutes of quiet", default=15, validators=[MinValueValidator(1), MaxValueValidator(240)]
    )
    mail_hour = models.PositiveSmallIntegerField("hour of the day", default=8, validators=[MaxValueValidator(23)])
    mail_turn = models.BooleanField("when it is my turn", default=True)
    mail_reminder = models.BooleanField("reminders and the last call before my time runs out", default=True)
    mail_events = models.BooleanField("when a match starts, ends, or moves on without me", default=True)
    mail_live = models.BooleanField("also for live matches", default=False)
    mail_bots = models.BooleanField("also for matches against bots only", default=False)
    mail_announcements = models.BooleanField("announcements of the host", default=True)
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
            # Upper, not Lower: Django looks up `__iexact` with UPPER(), so these also are the indexes of a login.
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
            models.Index("suspended_until", condition=Q(suspended_until__isnull=False), name="person_readmitted"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Keep what the search looks for beside the names."""
        if update_fields is None or {"username", "display_name"} & set(update_fields):
            self.name_parts = names.parts(f"{self.username} {self.display_name}")
            update_fields = None if update_fields is None else {*update_fields, "name_parts"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def name(self) -> str:
        """How this person is called on screens and in emails."""
        return self.display_name or self.username

    @property
    def is_any_bot(self) -> bool:
        """A bot of the house, or one that somebody has written and plays by API."""
        return self.is_bot or self.bot_owner_id is not None

    @property
    def person(self) -> "User":
        """Who answers for what this account does: the owner of a bot, else itself."""
        return self.bot_owner or self

    @property
    def mail_address(self) -> str:
        """Where we may write to: a confirmed address, "" for none."""
        return self.email or (self.reminder_email if self.reminder_confirmed_at else "")

    def get_full_name(self) -> str:
        return self.name

    @property
    def link_mark(self) -> str:
        """A part of links and addresses that end with a change of the password; a bot's with its owner's."""
        return hashlib.sha256(f"playpost.links {self.person.password}".encode()).hexdigest()[
            :12
        ]  # the same under another key

    def get_short_name(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A key with which a program acts for a person. Only its hash is kept. `mark`: ends it with the password."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    key_hash = models.CharField(max_length=64, unique=True)
    mark = models.CharField(max_length=12)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.name}"


class RatingFigures(models.Model):
    """openskill's mean and uncertainty, and from how many matches. `conservative`: what leaderboards are sorted by."""

    slug = models.SlugField(max_length=50, db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    conservative = models.FloatField(help_text="mu - 3 sigma: what the leaderboard is sorted by")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @property
    def is_provisional(self) -> bool:
        """Too few matches for a place on the leaderboard."""
        return self.matches < rating_scale.SETTLED

    @property
    def words(self) -> str:
        """The rating as people see it; "1563?" while it is provisional."""
        return f"{self.shown}?" if self.is_provisional else str(self.shown)

    @property
    def shown(self) -> int:
        """The rating on the friendly scale (see rating_scale)."""
        return rating_scale.shown(self.mu)

    @property
    def uncertainty(self) -> int:
        """The ± beside it: 95 % of the time the truth lies within."""
        return rating_scale.uncertainty(self.sigma)


class Rating(RatingFigures):
    """How well somebody plays one game, at all paces."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="ratings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="rating_once")]
        indexes = [
            models.Index(
                "slug",
                models.F("conservative").desc(),
                "user",
                name="rating_leaderboard",
                condition=Q(matches__gte=rating_scale.SETTLED),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.slug}: {self.shown} ± {self.uncertainty}"


class PaceRating(RatingFigures):
    """The same from matches of one pace only, for the filter of the leaderboard."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    pace = models.CharField(max_length=14)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug", "pace"], name="pace_rating_once")]
        indexes = [
            models.Index(
                "slug",
                "pace",
                models.F("conservative").desc(),
                "user",
                name="pace_leaderboard",
                condition=Q(matches__gte=rating_scale.SETTLED),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.slug} {self.pace}: {self.shown}"


class RatingPoint(models.Model):
    """What somebody's rating was after a rated match: one row for each, for the plot on the profile."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rating_points", db_index=False)
    slug = models.SlugField(max_length=50, db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index("user", models.F("id").desc(), name="rating_points_of")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.slug}: {rating_scale.shown(self.mu)}"


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
    held_until = models.DateTimeField(null=True, blank=True, help_text="collected with others until then")
    bundle = models.CharField(
        max_length=120, blank=True, help_text="key of the row with which it went out in one email"
    )
    reason = models.CharField(max_length=300, blank=True, help_text="why it was not sent, in words")
    subject = models.CharField(max_length=200, blank=True)
    is_unread = models.BooleanField(default=False, help_text="waits under the bell")
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "outgoing mail"
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
        """The reason for this kind, in words that go on with "by email"."""
        return kind_of(self.kind).why

    @property
    def channel_in_words(self) -> str:
        return "email"

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
    key = models.CharField(max_length=64, unique=True, help_text="fingerprint of its Message-ID: it is taken once")
    line = models.CharField(max_length=200, blank=True, help_text="the lines that were read")
    outcome = models.CharField(max_length=20, default="received")
    result = models.JSONField(default=dict, help_text="what it was read as, and what came of it: for our answer")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.mail_id}: {self.outcome}"


class StaffAct(models.Model):
    """What a member of the staff did on the staff pages, and why. Only the answer of the person whom it concerns is
    added later. `quote`: the words or the name that it was about; `until`: when it ends by itself."""

    class Act(models.TextChoices):
        CLOSE = "close", "closed a table"
        PAUSE = "pause", "paused a match"
        ABANDON = "abandon", "abandoned a match"
        RETRY = "retry", "sent an email again"
        DROP = "drop", "dropped an email"
        READ = "read", "read a reply"
        ANNOUNCE = "announce", "announced"
        WITHDRAW = "withdraw", "took an announcement back"
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

    def __str__(self) -> str:
        return f"{self.by_id} {self.get_act_display()}"


class BannedName(models.Model):
    """A name that nobody may have, in whatever spelling."""

    key = models.CharField(max_length=80, unique=True)

    def __str__(self) -> str:
        return self.key

    @classmethod
    def check_name(cls, name: str) -> None:
        """Raise ValidationError for a name that the staff has banned."""
        if name and cls.objects.filter(key=names.ban_key(name)).exists():
            raise ValidationError("Nobody can use this name. Please choose another one.", code="banned")


class Announcement(models.Model):
    """What the host tells everybody at the top of each page, until then. `owes_emails`: its emails have still to be
    written to the outbox."""

    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    owes_emails = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.text[:60]


class DevEmail(models.Model):
    """An email that stayed on the desk because no mail service is configured. Shown at /dev/outbox/."""

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


class DeviceSession(AbstractBaseSession):
    """A session in a browser, with the person who is logged in there. What it knows is Django's to read."""

    account_id = models.BigIntegerField(null=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        indexes = [models.Index("account_id", condition=models.Q(account_id__isnull=False), name="sessions_of")]

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore


class Follow(models.Model):
    """One person keeps an eye on another, who is not told."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.by_id} follows {self.whom_id}"


class Friendship(models.Model):
    """One person asked, the other has agreed or not yet. One row for two people, whoever asked."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="asked_to_be_friends")
    to = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friend_requests")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(Least("by", "to"), Greatest("by", "to"), name="friends_once")]

    def __str__(self) -> str:
        return f"{self.by_id} and {self.to_id}"

    @classmethod
    def between(cls, one: int, other: int) -> models.QuerySet["Friendship"]:
        """The row of these two, whoever asked."""
        return cls.objects.filter(Q(by=one, to=other) | Q(by=other, to=one))


class Block(models.Model):
    """One person wants nothing to do with another, who is not told. What follows from it: accounts.people.blocks."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_on")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.by_id}: {self.whom_id}"
