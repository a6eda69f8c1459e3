"""Vacations: whole days off from a yearly allowance. Clocks stop, and opponents are told in advance (PLAY-14)."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from msgspec import Struct
from msgspec.structs import replace

from accounts.mail import outbox
from accounts.models import User
from games.clocks import time_control
from games.clocks.waking_hours import Span
from games.deadlines.shifted_clocks import shift_seat
from games.errors import Refusal
from games.matches import calendars, platform_events
from games.matches.calendars import Hours
from games.matches.loaded import LoadedMatch
from games.matches.platform_lines import note
from games.matches.play import lock_readable
from games.models import Match, OpenDecision, Seat, Vacation

DAYS_A_YEAR = 28
AHEAD = timedelta(days=366)
SOON = timedelta(days=14)  # how long before it starts a vacation is told when a match begins


class Forecast(Struct, frozen=True):
    """What a vacation would change in one match. `due_now` and `due_then` are set if this person is asked now.
    `waits`: "" at a table with bots alone, which do not wait."""

    match: int
    title: str
    others: list[str]
    due_now: datetime | None
    due_then: datetime | None
    waits: str
    also_away: list[str]


def used_days(vacations: Iterable[Vacation]) -> Counter[int]:
    """How many days of these vacations fall into each calendar year."""
    return Counter(day.year for one in vacations for day in days_of(one.first_day, one.last_day))


def days_of(first: date, last: date) -> list[date]:
    """All days from first to last, inclusive."""
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def of(user: User) -> list[Vacation]:
    """All vacations of this person, oldest first."""
    return list(Vacation.objects.filter(user=user).order_by("first_day"))


def check(user: User, first: date, last: date, now: datetime) -> None:
    """Raises Refusal (422), with the reason, if these days cannot be booked."""
    today = now.astimezone(ZoneInfo(user.time_zone)).date()
    known = of(user)
    if last < first:
        raise Refusal(422, "The last day is before the first.", "PLAY-14")
    if first <= today:
        raise Refusal(
            422, "A vacation can start tomorrow at the earliest, so that the others know in advance.", "PLAY-14"
        )
    if last > today + AHEAD:
        raise Refusal(422, "You can book up to 12 months ahead.", "PLAY-14")
    if any(first <= one.last_day and one.first_day <= last for one in known):
        raise Refusal(422, "You already have a vacation on these days.", "PLAY-14")
    used = used_days(known)
    for year, days in Counter(day.year for day in days_of(first, last)).items():
        left = DAYS_A_YEAR - used[year]
        if days > left:
            raise Refusal(422, f"You have {left} of {DAYS_A_YEAR} days left in {year}. This needs {days}.", "PLAY-14")


def forecast(user: User, first: date, last: date, now: datetime) -> list[Forecast]:
    """What these days would change in each of this person's correspondence matches. A constant number of queries."""
    tables = list(_tables(user))
    seats = list(Seat.objects.filter(match__in=tables).select_related("user").order_by("number"))
    rows = OpenDecision.objects.filter(OpenDecision.OPEN, match__in=tables, user=user).order_by("due_at")
    asked: dict[int, OpenDecision] = {row.match_id: row for row in reversed(rows) if row.due_at}
    before = calendars.of_people(seat.user_id for seat in seats if seat.user_id is not None)
    span = span_of(first, last, user.time_zone)
    waits = time_control.in_words((span[1] - span[0]).total_seconds())
    forecasts = []
    for table in tables:
        here = [s for s in seats if s.match_id == table.pk and s.user and s.user_id != user.pk]
        row = asked.get(table.pk)
        forecasts.append(
            Forecast(
                match=table.pk,
                title=table.game.meta.title,
                others=[seat.user.name for seat in here if seat.user],
                due_now=row.due_at if row else None,
                due_then=_due_then(row, before, span, now) if row else None,
                waits=waits if any(seat.user and not seat.user.is_bot for seat in here) else "",
                also_away=[seat.user.name for seat in here if seat.user and _is_away(before, seat.user_id, span)],
            )
        )
    return forecasts


def book(*, user: User, first: date, last: date, now: datetime) -> Vacation:
    """Book these days, once. Running clocks move around them, and opponents are told. Raises Refusal (see check)."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if known := Vacation.objects.filter(user=user, first_day=first, last_day=last, ends_at__gt=now).first():
            return known
        check(user, first, last, now)
        starts_at, ends_at = span_of(first, last, user.time_zone)
        loaded_matches = _lock_tables(user)
        before = calendars.of_people([user.pk])
        days = {"first_day": first, "last_day": last}
        vacation = Vacation.objects.create(user=user, starts_at=starts_at, ends_at=ends_at, booked_at=now, **days)
        _move_clocks(user, loaded_matches, before, now, "away", vacation)
        _notify(vacation, loaded_matches)
    return vacation


def cancel(*, user: User, vacation_id: int, now: datetime) -> None:
    """Cancel the days that have not begun; clocks run again. Raises Refusal: 409 if it is over or cancelled."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        vacation = Vacation.objects.filter(pk=vacation_id, user=user).first()
        if vacation is None:
            raise Refusal(409, "You don’t have this vacation booked.")
        if vacation.ends_at <= now:
            raise Refusal(409, "This vacation is over.", "PLAY-14")
        loaded_matches = _lock_tables(user)
        before = calendars.of_people([user.pk])
        if vacation.starts_at > now:
            Vacation.objects.filter(pk=vacation.pk).delete()
        else:
            today = now.astimezone(ZoneInfo(user.time_zone)).date()
            last = min(max(today, vacation.first_day), vacation.last_day)
            Vacation.objects.filter(pk=vacation.pk).update(ends_at=now, last_day=last)
        _move_clocks(user, loaded_matches, before, now, "back", vacation)


def soon(loaded: LoadedMatch, now: datetime) -> list[Vacation]:
    """The vacations of the players of a correspondence match, if there are several, that go on or begin soon."""
    people = [seat.user for seat in loaded.people()]
    if loaded.pace == "live" or len(people) < 2:
        return []
    return soon_of(people, now)


def soon_of(people: Iterable[int | None], now: datetime) -> list[Vacation]:
    """Those of these people."""
    rows = Vacation.objects.filter(user__in=people, ends_at__gt=now, starts_at__lt=now + SOON)
    return list(rows.select_related("user").order_by("starts_at"))


def tell_at_start(loaded: LoadedMatch, now: datetime) -> None:
    """Say in the log of a match that has just begun who is away, or will be: they had booked it before."""
    for one in soon(loaded, now):
        days = {"first": f"{one.first_day:%-d %B}", "last": f"{one.last_day:%-d %B}"}
        note(loaded, platform_events.event("absent", "PLAY-14", seat=loaded.seat_of(one.user_id), **days), now)


def span_of(first: date, last: date, zone: str) -> Span:
    """The time from the start of the first day to the end of the last."""
    here = ZoneInfo(zone)
    begin, end = (datetime.combine(day, time(), tzinfo=here) for day in (first, last + timedelta(days=1)))
    return begin.astimezone(UTC), end.astimezone(UTC)


def _tables(user: User) -> Iterable[Match]:
    mine = Seat.objects.filter(user=user, left_reason="").values("match")
    running = Match.objects.filter(pk__in=mine, status=Match.Status.RUNNING, pace=Match.Pace.CORRESPONDENCE)
    return running.defer("position").order_by("pk")


def _lock_tables(user: User) -> list[LoadedMatch]:
    """This person's running correspondence matches, locked in order."""
    return [loaded for loaded in lock_readable(match.pk for match in _tables(user)) if loaded.status == "running"]


def _move_clocks(
    user: User, loaded_matches: list[LoadedMatch], before: Hours, now: datetime, kind: str, vacation: Vacation
) -> None:
    after = calendars.of_people([user.pk])
    days = {"first": f"{vacation.first_day:%-d %B}", "last": f"{vacation.last_day:%-d %B}"}
    for loaded in loaded_matches:
        seat = loaded.seat_of(user.pk)
        if seat is not None:
            is_undone = kind == "back" and now < vacation.starts_at
            shift_seat(loaded, seat, before, after, now, is_undone=is_undone)
            note(loaded, platform_events.event(kind, "PLAY-14", seat=seat, **days), now)


def _notify(vacation: Vacation, loaded_matches: list[LoadedMatch]) -> None:
    """Queue one email for each opponent, however many matches they share."""
    shared: dict[int, list[int]] = {}
    for loaded in loaded_matches:
        for seat in loaded.seats:
            if seat.user is not None and seat.user != vacation.user_id and not seat.is_bot and not seat.left_reason:
                shared.setdefault(seat.user, []).append(loaded.id)
    about = {"about": vacation.user.name, "url": reverse("my_matches")}
    rows = []
    for person, matches in shared.items():
        facts = {"vacation": vacation.pk, "matches": matches, "match": matches[0] if len(matches) == 1 else None}
        rows.append(outbox.row_for(kind="away", key=f"v{vacation.pk}.u{person}", user=person, data=facts | about))
    outbox.queue_many(rows)


def _due_then(row: OpenDecision, before: Hours, span: Span, now: datetime) -> datetime | None:
    if row.drains_at is None or row.due_at is None or row.due_at <= now:
        return row.due_at
    old = before.at(row.user_id, row.asked_at)
    breaks = tuple(sorted([*old.breaks, span]))
    new = replace(old, breaks=breaks)
    return time_control.stop_and_resume(row.drains_at, row.due_at, old, new, now, now)[1]


def _is_away(hours: Hours, user: int | None, span: Span) -> bool:
    return any(begin < span[1] for begin, _ in hours.breaks_of(user, span[0]))
