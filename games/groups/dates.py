"""Standing dates of groups: a table that opens by itself, every week or when the last one has ended.

A weekly table opens a day ahead, so that members hear of it in time. At its hour it starts with whoever has come, if
that many can play the game.
"""

import logging
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import zones
from games.errors import Refusal
from games.groups import news
from games.groups.models import Group, GroupTable, StandingDate
from games.kernel import codec
from games.lobby import starting, tables
from games.lobby.forms import clock_facts
from games.models import Match
from games.titles import load

log = logging.getLogger("playpost.groups")
AHEAD = timedelta(hours=24)
WEEK = timedelta(days=7)
MOST_DATES = 10  # of one group


def add(*, group: Group, by: Any, slug: str, seats: int, clock: str, weekday: int | None, hour: time) -> StandingDate:
    """Agree on a date: on this weekday (0 is Monday) and hour in the zone of `by`, or (None) whenever the last table
    has ended. Raises Refusal (409, 422)."""
    game = load().get(slug)
    if game is None:
        raise Refusal(422, "Choose a game and how many play.")
    if seats not in game.meta.seats:
        raise Refusal(422, f"{game.meta.title} is for {game.meta.seats_in_words} players.")
    first = None if weekday is None else next_date(timezone.now(), weekday, hour, by.time_zone)
    when = {"starts_at": first, "hour": first and hour, "zone": by.time_zone}
    facts = clock_facts(clock) | when | {"by": by, "slug": slug, "seats": seats}
    if known := group.dates.filter(**facts).first():
        return known  # the button was pressed twice
    if group.dates.count() >= MOST_DATES:
        raise Refusal(409, f"A group can have {MOST_DATES} standing dates. Remove one first.")
    return group.dates.create(**facts)


def next_date(after: datetime, weekday: int, hour: time, zone: str) -> datetime:
    """The next such day and hour in this zone, in summer and winter alike."""
    local = after.astimezone(zones.zone(zone))
    day: date = local.date() + timedelta(days=(weekday - local.weekday()) % 7)
    found = datetime.combine(day, hour, tzinfo=zones.zone(zone))
    return found if found > after else datetime.combine(day + WEEK, hour, tzinfo=zones.zone(zone))


def sweep(now: datetime | None = None) -> None:
    """Open the tables that are due, and start those whose hour has come. Safe to repeat and to run concurrently."""
    now = now or timezone.now()
    weekly = StandingDate.objects.filter(starts_at__lte=now + AHEAD)
    follows = StandingDate.objects.filter(starts_at=None).exclude(
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING)
    )
    for pk in [*weekly.values_list("pk", flat=True), *follows.values_list("pk", flat=True)]:
        try:
            with transaction.atomic():
                row = StandingDate.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk).first()
                if row is not None:
                    _advance(row, now)
        except Exception:
            log.exception("Could not open the table of standing date %s", pk)


def _advance(row: StandingDate, now: datetime) -> None:
    if opens := row.starts_at is None or row.match_id is None:
        _open(row)
    if row.starts_at is None or row.starts_at > now or (opens and row.match_id):
        return
    if row.match_id:
        _begin(row.match_id)
    local = row.starts_at.astimezone(zones.zone(row.zone))
    row.hour = row.hour or local.time()
    row.starts_at, row.match = next_date(now, local.weekday(), row.hour, row.zone), None
    row.save(update_fields=["starts_at", "hour", "match"])


def _open(row: StandingDate) -> None:
    """Open a private table for the group and tell its members, unless the game has been taken away or its host is
    suspended."""
    if row.slug not in load() or not row.by.is_active:
        return
    options = codec.plain(load()[row.slug].rules.options.defaults(row.seats, row.pace))
    facts: dict[str, Any] = {"pace": row.pace, "move_seconds": row.move_seconds, "bank_seconds": row.bank_seconds}
    try:
        with transaction.atomic():
            row.match = tables.create_match(
                owner=row.by, slug=row.slug, seats=row.seats, options=options, is_rated=False, is_public=False, **facts
            )
    except Refusal as refusal:  # too many open tables, say: another try in the next minute
        log.info("Standing date %s opened no table: %s", row.pk, refusal.message)
        return
    row.save(update_fields=["match"])
    GroupTable.objects.create(group_id=row.group_id, match=row.match)
    news.announce_date(row.group, row.match)


def _begin(match_id: int) -> None:
    """Start an open table with the people who sit there, without its free seats, if that many can play."""
    match = Match.objects.select_for_update().filter(pk=match_id, status=Match.Status.OPEN, starts_by=None).first()
    if match is None:
        return
    taken = list(match.seats.exclude(user=None).order_by("number"))
    if len(taken) not in match.game.meta.seats:
        return tables.tell_seated(match, "too_few")
    match.seats.filter(user=None).delete()
    for number, seat in enumerate(taken):
        if seat.number != number:
            match.seats.filter(pk=seat.pk).update(number=number)
    match.seat_count = len(taken)
    match.options = codec.plain(match.game.rules.options.defaults(len(taken), match.pace))
    match.save(update_fields=["seat_count", "options"])
    starting.begin_or_wait(match)
