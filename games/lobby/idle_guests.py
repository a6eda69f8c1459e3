"""Deletes guests who have been away for a week; those who are told of their games by email, a month after the last."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import guests
from accounts.models import User
from accounts.notices.models import Channel
from games.models import Match, MoveRecord, Seat

GOES_ON = (Match.Status.OPEN, Match.Status.RUNNING)
AWAY = timedelta(days=7)
AWAY_BY_EMAIL = timedelta(days=30)  # as long as the links in their emails work


def delete() -> None:
    """Delete idle guests."""
    guests.remove_each(_idle)


def _idle() -> QuerySet[User]:
    """Guests who have neither opened a page nor moved (by a link in an email) for so long. Who gets emails or
    notifications and plays with other people waits for them, however long they take."""
    others = Seat.objects.filter(match=OuterRef("match"), user__is_bot=False).exclude(user=OuterRef("user"))
    waits = Seat.objects.filter(Exists(others), user=OuterRef("pk"), left_reason="", match__status__in=GOES_ON)
    by_email = Q(reminder_confirmed_at__isnull=False, mail_bounced_at=None)
    is_told = by_email | Exists(Channel.objects.filter(user=OuterRef("pk"), off_at=None))
    lately = by_email & ~Q(pk__in=_away(AWAY_BY_EMAIL))
    return _away(AWAY).exclude(lately | (is_told & Exists(waits))).order_by("pk")


def _away(long: timedelta) -> QuerySet[User]:
    since = timezone.now() - long
    away = Q(last_seen_at__lt=since) | Q(last_seen_at=None, date_joined__lt=since)
    moved = MoveRecord.objects.filter(user=OuterRef("pk"), at__gte=since, match__seats__user=OuterRef("pk"))
    return User.objects.filter(away, is_guest=True).exclude(Exists(moved))
