"""Choosing your waking hours: once a week, for later decisions, with a minimum (PLAY-13)."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.clocks.waking_hours import LEAST_HOURS, Windows, too_short
from games.errors import Refusal
from games.models import WakingHours

PAUSE = timedelta(days=7)  # between changes, at least
MOST_DAYS_OFF = 60


def newest(user: User) -> WakingHours | None:
    """This person's latest choice, or None."""
    return WakingHours.objects.filter(user=user).order_by("-since").first()


def may_change_at(user: User, now: datetime) -> datetime | None:
    """When the hours may be changed again; None if they may be changed now."""
    last = newest(user)
    free = last.since + PAUSE if last else now
    return free if free > now else None


def choose(*, user: User, week: tuple[Windows, ...], days_off: Collection[date], now: datetime) -> WakingHours:
    """Run this person's clocks in these hours from the next decision on; with an empty week, at all times.

    The same choice again changes nothing. Raises Refusal: 422 for too few hours or too many days off, 409 within a week
    of the last change.
    """
    if week and (monday := too_short(week, days_off)):
        where = "" if monday.year == 1 else f" The week of {monday:%-d %B %Y} has fewer because of its days off."
        raise Refusal(422, f"Each week needs at least {LEAST_HOURS} hours.{where}", "PLAY-13")
    if len(days_off) > MOST_DAYS_OFF:
        raise Refusal(422, f"You can enter at most {MOST_DAYS_OFF} days off.", "PLAY-13")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # another tab may be saving hours at this moment
        facts = {"zone": user.time_zone, "week": [list(map(list, day)) for day in week]}
        facts["days_off"] = sorted(day.isoformat() for day in days_off) if week else []
        known, free = newest(user), may_change_at(user, now)
        if known and all(getattr(known, name) == value for name, value in facts.items()):
            return known
        if free is not None:
            raise Refusal(
                409, f"You can change your waking hours once a week, next from {free:%-d %B %Y, %H:%M} UTC.", "PLAY-13"
            )
        return WakingHours.objects.create(user=user, since=now, **facts)
