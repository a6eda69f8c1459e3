"""Shifts running clocks: after an outage or a bounced email, and around a vacation or a pause."""

from datetime import datetime

from django.db.models import Q

from games.clocks import reminders, time_control
from games.clocks.waking_hours import Calendar
from games.matches import calendars
from games.matches.calendars import Hours
from games.matches.loaded import AskedRow, LoadedMatch
from games.models import OpenDecision

BATCH = 500  # rows in one statement


def shift_seat(
    loaded: LoadedMatch, seat: int, before: Hours, after: Hours, now: datetime, *, is_undone: bool = False
) -> list[AskedRow]:
    """Recompute a seat's running clocks in a locked match for another calendar. Returns the rows that changed.

    `is_undone`: see time_control.stop_and_resume().
    """
    user, changed = loaded.seats[seat].user, []
    if loaded.live_play:  # correspondence clocks are stopped; they will resume with the calendar of that moment
        return []
    for row in loaded.asked:
        if row.seat != seat or row.answered_at is not None or row.due_at is None or row.drains_at is None:
            continue
        if row.due_at <= now:
            continue  # its time is already up
        old, new = before.at(user, row.asked_at), after.at(user, row.asked_at)
        clock = time_control.stop_and_resume(row.drains_at, row.due_at, old, new, now, now, is_undone=is_undone)
        if clock != (row.drains_at, row.due_at):
            changed.append(move_clock(loaded, row, clock, new, now))
    return changed


def move_clock(
    loaded: LoadedMatch, row: AskedRow, clock: tuple[datetime, datetime], hours: Calendar, now: datetime
) -> AskedRow:
    """Give an open decision of a locked match a new clock (drains_at, due_at) and a reminder ladder to match."""
    row.drains_at, row.due_at = clock
    known = OpenDecision.objects.get(match_id=loaded.id, key=row.key)
    known.drains_at, known.due_at = clock
    known.reminded = reminders.steps_taken(known.asked_at, clock[1], now, hours)
    known.remind_at = reminders.remind_at(known.asked_at, clock[1], known.reminded, hours)
    known.save(update_fields=["drains_at", "due_at", "remind_at", "reminded"])
    return row


def shift_waking_hours(stopped_at: datetime, resumes_at: datetime) -> None:
    """After an outage, recompute the clocks of people with waking hours or a vacation. The matches are locked.

    Like all others, they have already been moved by the length of the outage.
    """
    gap = resumes_at - stopped_at
    running = OpenDecision.objects.filter(OpenDecision.OPEN, due_at__gte=stopped_at + gap, drains_at__isnull=False)
    slow = running.filter(match__pace="correspondence", match__live_play__isnull=True)
    have_hours = Q(user__waking_hours__isnull=False) | Q(user__vacations__ends_at__gt=stopped_at)
    rows = list(slow.filter(have_hours).distinct())
    hours = calendars.of_people(row.user_id for row in rows)
    for row in rows:
        _shift(row, hours, stopped_at, resumes_at)
    OpenDecision.objects.bulk_update(rows, ["drains_at", "due_at", "remind_at"], batch_size=BATCH)


def _shift(row: OpenDecision, hours: Hours, stopped_at: datetime, resumes_at: datetime) -> None:
    assert row.drains_at is not None and row.due_at is not None
    gap, calendar = resumes_at - stopped_at, hours.at(row.user_id, row.asked_at)
    clock = (row.drains_at - gap, row.due_at - gap)
    row.drains_at, row.due_at = time_control.stop_and_resume(*clock, calendar, calendar, stopped_at, resumes_at)
    row.remind_at = reminders.remind_at(row.asked_at, row.due_at, row.reminded, calendar)
