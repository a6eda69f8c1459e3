"""Players' calendars: waking hours, vacations and the pauses of matches, read with one query."""

import json
from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from django.db import connection
from msgspec import Struct

from games.clocks import time_control
from games.clocks.waking_hours import ALWAYS, Calendar, Span, Windows, merged
from games.matches.loaded import AskedRow, LoadedMatch

# Every table is read through an index. Rows with an end are vacations (of a user) or pauses (of a match).
_QUERY = """
SELECT user_id, NULL::bigint, since, NULL::timestamptz, zone, week, days_off FROM games_wakinghours
WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT user_id, NULL, starts_at, ends_at, NULL, NULL, NULL FROM games_vacation WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT NULL, match_id, starts_at, ends_at, NULL, NULL, NULL FROM games_pause WHERE match_id = ANY(%(matches)s)
ORDER BY 1, 3
"""
EVERYBODY = 0  # key of a match's pauses, which hold for all; no user has this id


class Chosen(Struct, frozen=True):
    """Waking hours that somebody has chosen; they apply from `since` on."""

    since: datetime
    zone: str
    week: tuple[Windows, ...]
    days_off: frozenset[date]


class Person(Struct):
    """All choices of one person, oldest first, and all their vacations."""

    hours: list[Chosen]
    breaks: list[Span]


class Hours:
    """The calendars of several people."""

    def __init__(self, people: dict[int, Person]) -> None:
        self._people = people

    def at(self, user: int | None, moment: datetime) -> Calendar:
        """The calendar for a decision asked at that moment; choices made later do not affect it."""
        known = self._people.get(user) if user is not None else None
        if known is None and EVERYBODY not in self._people:
            return ALWAYS
        chosen = next((one for one in reversed(known.hours) if one.since <= moment), None) if known else None
        breaks = merged([*self.breaks_of(user, moment), *self.breaks_of(EVERYBODY, moment)])
        if chosen is None:
            return Calendar(breaks=breaks) if breaks else ALWAYS
        return Calendar(chosen.zone, chosen.week, chosen.days_off, breaks)

    def breaks_of(self, user: int | None, after: datetime) -> list[Span]:
        """This person's vacations that end after that moment."""
        known = self._people.get(user) if user is not None else None
        return [span for span in known.breaks if span[1] > after] if known else []


NOBODY = Hours({})


def of_people(people: Iterable[int], match: int | None = None) -> Hours:
    """The calendars of these people (user ids), with the pauses of this match."""
    known, pauses = _read(people, [] if match is None else [match])
    return Hours(known | pauses.get(match or 0, {}))


def of_match(loaded: LoadedMatch) -> Hours:
    """The calendars of a match's players. Live matches have none and cost no query."""
    return of_matches([loaded])[loaded.id]


def of_matches(loaded_matches: Collection[LoadedMatch]) -> dict[int, Hours]:
    """of_match() for several matches with one query, by match id."""
    slow = [loaded for loaded in loaded_matches if loaded.pace != "live"]
    people = {seat.user for loaded in slow for seat in loaded.seats if seat.user is not None and not seat.is_bot}
    known, pauses = _read(people, [loaded.id for loaded in slow])
    hours = dict.fromkeys((loaded.id for loaded in loaded_matches), NOBODY)
    return hours | {loaded.id: Hours(known | pauses.get(loaded.id, {})) for loaded in slow}


def wakes_at(user: int, now: datetime) -> datetime | None:
    """When this person's chosen waking hours begin next, `now` if they are on; None if none were chosen."""
    calendar = of_people([user]).at(user, now)
    return next(Calendar(calendar.zone, calendar.week).open(now))[0] if calendar.week else None


def left_in_words(loaded: LoadedMatch, row: AskedRow, now: datetime) -> str:
    """The time left for a decision whose clock is running: "23 h for this move, then your 3-day reserve"."""
    if row.due_at is None or row.drains_at is None:
        return ""
    hours = of_match(loaded).at(loaded.seats[row.seat].user, row.asked_at)
    return time_control.left_in_words(now, row.drains_at, row.due_at, hours)


def _read(people: Iterable[int], matches: list[int]) -> tuple[dict[int, Person], dict[int, dict[int, Person]]]:
    """(calendars by user id, pauses by match id). A match's pauses are stored as the breaks of EVERYBODY."""
    known: dict[int, Person] = {}
    pauses: dict[int, dict[int, Person]] = {}
    ids = sorted(set(people))
    if not ids:
        return known, pauses
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, {"people": ids, "matches": matches})
        for user, match, since, until, zone, *choice in cursor.fetchall():
            group = known if match is None else pauses.setdefault(match, {})
            person = group.setdefault(EVERYBODY if user is None else user, Person([], []))
            if until is not None:
                person.breaks.append((since, until))
            else:
                week, days_off = (json.loads(part) if isinstance(part, str) else part for part in choice)
                days = frozenset(date.fromisoformat(day) for day in days_off)
                person.hours.append(Chosen(since, zone, as_week(week), days))
    return known, pauses


def as_week(raw: Any) -> tuple[Windows, ...]:
    """`WakingHours.week` as tuples."""
    return tuple(tuple((begin, end) for begin, end in windows) for windows in raw)
