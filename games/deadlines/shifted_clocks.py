"""Shifts running clocks: after an outage, around a vacation, after a bounced email."""

from datetime import datetime

from django.db import connection

from games.clocks import reminders, time_control
from games.clocks.waking_hours import Calendar
from games.matches import calendars
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch
from games.models import OpenDecision

_UPDATE = """
UPDATE games_opendecision d SET drains_at = n.drains, due_at = n.due, remind_at = n.remind
FROM unnest(%s::bigint[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[]) AS n(id, drains, due, remind)
WHERE d.id = n.id
"""


def relay_seat(loaded: LoadedMatch, seat: int, before: Hours, after: Hours, now: datetime) -> list[AskedRow]:
    """Move the open clocks of a seat at a locked match to another calendar. Returns the rows that changed."""
    user, changed = loaded.seats[seat].user, []
    if loaded.live_play:  # its clocks by correspondence are stopped, and go on by the calendar of that moment
        return []
    for row in loaded.asked:
        if row.seat != seat or row.answered_at is not None or row.due_at is None or row.drains_at is None:
            continue
        if row.due_at <= now:
            continue  # its time is up already
        old, new = before.at(user, row.asked_at), after.at(user, row.asked_at)
        clock = time_control.relay(row.drains_at, row.due_at, old, new, now, now)
        if clock != (row.drains_at, row.due_at):
            changed.append(move_clock(loaded, row, clock, new, now))
    return changed


def move_clock(
    loaded: LoadedMatch, row: AskedRow, clock: tuple[datetime, datetime], hours: Calendar, now: datetime
) -> AskedRow:
    """Give one open decision of a locked match another clock (drains_at, due_at), and another ladder to its end."""
    row.drains_at, row.due_at = clock
    known = OpenDecision.objects.get(match_id=loaded.id, key=row.key)
    known.drains_at, known.due_at = clock
    known.reminded = reminders.steps_taken(known.asked_at, *clock, now, hours)
    known.remind_at = reminders.remind_at(known.asked_at, *clock, known.reminded, hours)
    known.save(update_fields=["drains_at", "due_at", "remind_at", "reminded"])
    return row


def relay_all(stood: datetime, goes_on: datetime) -> None:
    """After an outage: let the clocks of those with waking hours go on by their hours. The matches are locked.

    They have been moved by the length of the outage before, like all others.
    """
    gap = goes_on - stood
    found = OpenDecision.objects.filter(OpenDecision.OPEN, due_at__gte=stood + gap, drains_at__isnull=False)
    by_post = found.filter(match__pace="correspondence", match__live_play__isnull=True)
    rows = list(by_post.filter(user__waking_hours__isnull=False).distinct())
    hours = calendars.of_people(row.user_id for row in rows)
    laid = [_laid(row, hours, stood, goes_on) for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE, [list(column) for column in zip(*laid, strict=True)] or [[], [], [], []])


def _laid(
    row: OpenDecision, hours: Hours, stood: datetime, goes_on: datetime
) -> tuple[int, datetime, datetime, datetime | None]:
    assert row.drains_at is not None and row.due_at is not None
    gap = goes_on - stood
    calendar = hours.at(row.user_id, row.asked_at)
    drains, due = time_control.relay(row.drains_at - gap, row.due_at - gap, calendar, calendar, stood, goes_on)
    return row.pk, drains, due, reminders.remind_at(row.asked_at, drains, due, row.reminded, calendar)
