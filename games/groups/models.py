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


class Member(models.Model):
    """A membership; the owner has one too."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "user"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.user_id}"


class GroupTable(models.Model):
    """A table that a member opened for the group, whose page has its private link."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="tables", db_index=False)
    match = models.OneToOneField(Match, models.CASCADE, related_name="+")

    class Meta:
        indexes = [models.Index("group", models.F("match").desc(), name="group_tables")]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.match_id}"
