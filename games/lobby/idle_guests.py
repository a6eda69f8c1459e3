"""Deletes guests who have been away for a week."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.models import MoveRecord

log = logging.getLogger("playpost.guests")
AWAY = timedelta(days=7)


def delete() -> None:
    """Delete idle guests. A guest that fails is tried again tomorrow."""
    for pk in list(_idle().values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                guest = _idle().select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
                if guest is not None:
                    guests.remove(user=guest)
        except Exception:
            log.exception("Could not delete the idle guest %s", pk)


def _idle() -> QuerySet[User]:
    """Guests who have neither opened a page nor moved (by a link in an email) for so long."""
    since = timezone.now() - AWAY
    away = Q(last_seen_at__lt=since) | Q(last_seen_at=None, date_joined__lt=since)
    moved = MoveRecord.objects.filter(user=OuterRef("pk"), at__gte=since, match__seats__user=OuterRef("pk"))
    return User.objects.filter(away, is_guest=True).exclude(Exists(moved)).order_by("pk")
