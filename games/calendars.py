"""Whose clock runs when: the waking hours and vacations of people, read with one query."""

import json
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.db import connection
from msgspec import Struct

from games.frames import Frame
from games.hours import ALWAYS, Calendar, Span, Windows

# All tables are read by their index. A vacation or a pause is a row that has an end.
_QUERY = """
SELECT user_id, since, NULL::timestamptz, zone, week, days_off FROM games_wakinghours WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT user_id, starts_at, ends_at, NULL, NULL, NULL FROM games_vacation WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT 0, starts_at, ends_at, NULL, NULL, NULL FROM games_pause WHERE match_id = %(match)s
ORDER BY 1, 2
"""
EVERYBODY = 0  # no person's number: the pauses of a match


class Chosen(Struct, frozen=True):
    """Hours that hold from a moment on."""

    since: datetime
    zone: str
    week: tuple[Windows, ...]
    days_off: frozenset[date]


class Person(Struct):
    """What somebody has chosen so far, oldest first, and all vacations."""

    hours: list[Chosen]
    breaks: list[Span]


class Hours:
    """The calendars of some people."""

    def __init__(self, people: dict[int, Person]) -> None:
        self._people = people

    def at(self, user: int | None, moment: datetime) -> Calendar:
        """The calendar for what this person is asked at that moment: later choices do not count for it."""
        known = self._people.get(user) if user is not None else None
        if known is None and EVERYBODY not in self._people:
            return ALWAYS
        chosen = next((one for one in reversed(known.hours) if one.since <= moment), None) if known else None
        breaks = apart([*self.breaks_of(user, moment), *self.breaks_of(EVERYBODY, moment)])
        if chosen is None:
            return Calendar(breaks=breaks) if breaks else ALWAYS
        return Calendar(chosen.zone, chosen.week, chosen.days_off, breaks)

    def breaks_of(self, user: int | None, after: datetime) -> list[Span]:
        """This person's vacations that are not over at that moment."""
        known = self._people.get(user) if user is not None else None
        return [span for span in known.breaks if span[1] > after] if known else []


NOBODY = Hours({})


def of_people(people: Iterable[int], match: int | None = None) -> Hours:
    """The calendars of these people (user ids), at this match with its pauses."""
    ids = sorted(set(people))
    if not ids:
        return NOBODY
    found: dict[int, Person] = {}
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, {"people": ids, "match": match})
        for user, since, until, *choice in cursor.fetchall():
            person = found.setdefault(user, Person([], []))
            if until is not None:
                person.breaks.append((since, until))
            else:
                person.hours.append(_chosen(since, *choice))
    return Hours(found)


def of_frame(frame: Frame) -> Hours:
    """The calendars of those who play by post at this table; live tables have none and cost no query."""
    if frame.pace == "live":
        return NOBODY
    people = (seat.user for seat in frame.seats if seat.user is not None and not seat.is_bot)
    return of_people(people, frame.id)


def apart(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same times in order, those that touch or overlap made one."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return tuple(found)


def as_week(raw: Any) -> tuple[Windows, ...]:
    """The week of a WakingHours row."""
    return tuple(tuple((begin, end) for begin, end in windows) for windows in raw)


def _chosen(since: datetime, zone: str, week: Any, days_off: Any) -> Chosen:
    week, days_off = (json.loads(part) if isinstance(part, str) else part for part in (week, days_off))
    return Chosen(since, zone, as_week(week), frozenset(date.fromisoformat(day) for day in days_off))
