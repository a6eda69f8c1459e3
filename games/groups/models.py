"""Groups, their members, and the tables opened for them."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.models import Match, new_token


class Group(models.Model):
    """A small club. `token`: the secret in its invitation link."""

    name = models.CharField(max_length=40)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    token = models.CharField(max_length=22, default=new_token, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.pk])


MEMBERSHIP = "(SELECT ARRAY[count(*), max(id)] FROM clubs_member WHERE group_id = t.id)"  # changes with the members


class Member(models.Model):
    """A membership; the owner has one too."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    joined_at = models.DateTimeField(default=timezone.now)
    is_told = models.BooleanField(default=True, help_text="hears about new tables")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "user"], name="member_once")]


class GroupTable(models.Model):
    """A table that a member opened for the group, whose page has its private link."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="tables", db_index=False)
    match = models.OneToOneField(Match, models.CASCADE, related_name="+")

    class Meta:
        indexes = [models.Index("group", models.F("match").desc(), name="group_tables")]


class GroupTournament(models.Model):
    """A tournament that a member announced for the group, whose page has its private link."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="tournaments")
    tournament = models.OneToOneField("tournaments.Tournament", models.CASCADE, related_name="+")


class GroupLine(models.Model):
    """A line of a group's chat."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="lines", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index("group", models.F("id").desc(), name="group_chat")]


class StandingDate(models.Model):
    """A table that opens by itself: every week at the same hour, or whenever the last one has ended.

    `starts_at`: the next weekly date; None for the other kind. `match`: the table it opened last.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="dates")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    slug = models.SlugField(max_length=50, db_index=False)
    seats = models.PositiveSmallIntegerField(help_text="most players")
    pace = models.CharField(max_length=14, choices=Match.Pace.choices)
    move_seconds = models.PositiveIntegerField()
    bank_seconds = models.PositiveIntegerField()
    starts_at = models.DateTimeField(null=True)
    hour = models.TimeField(null=True, help_text="of the weekly date, also in a week whose summer time skips it")
    zone = models.CharField(max_length=64, default="UTC", help_text="in which the hour stays the same")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes = [models.Index("starts_at", condition=models.Q(starts_at__isnull=False), name="group_dates_due")]
