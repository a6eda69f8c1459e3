"""Deletes guests who have been away for a week."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.models import MoveRecord

log = logging.getLogger("playpost.guests")
IDLE = timedelta(days=7)


def sweep(now: datetime | None = None) -> int:
    """Delete idle guests. Returns how many. A guest that fails is tried again tomorrow."""
    now = now or timezone.now()
    count = 0
    for pk in list(_idle(now).values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                guest = _idle(now).select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
                if guest is not None:
                    guests.remove(user=guest)
                    count += 1
        except Exception:
            log.exception("Could not delete the idle guest %s", pk)
    return count


def _idle(now: datetime) -> QuerySet[User]:
    """Guests who have neither opened a page nor moved (by a link in an email) since `now` - IDLE."""
    since = now - IDLE
    away = Q(last_seen_at__lt=since) | Q(last_seen_at=None, date_joined__lt=since)
    moved = MoveRecord.objects.filter(user=OuterRef("pk"), at__gte=since, match__seats__user=OuterRef("pk"))
    return User.objects.filter(away, is_guest=True).exclude(Exists(moved)).order_by("pk")
