"""The calendars of players (waking hours and vacations), read with one query."""

import json
from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from django.db import connection
from msgspec import Struct

from games.clocks import time_control
from games.clocks.waking_hours import ALWAYS, Calendar, Span, Windows, merged
from games.matches.loaded import AskedRow, LoadedMatch

# All tables are read by their index. A vacation or a pause is a row that has an end.
_QUERY = """
SELECT user_id, NULL::bigint, since, NULL::timestamptz, zone, week, days_off FROM games_wakinghours
WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT user_id, NULL, starts_at, ends_at, NULL, NULL, NULL FROM games_vacation WHERE user_id = ANY(%(people)s)
UNION ALL
SELECT NULL, match_id, starts_at, ends_at, NULL, NULL, NULL FROM games_pause WHERE match_id = ANY(%(matches)s)
ORDER BY 1, 3
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
        breaks = merged([*self.breaks_of(user, moment), *self.breaks_of(EVERYBODY, moment)])
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
    known, pauses = _read(people, [] if match is None else [match])
    return Hours(known | pauses.get(match or 0, {}))


def of_match(loaded: LoadedMatch) -> Hours:
    """The calendars of those who play by correspondence at this table; live tables have none and cost no query."""
    return of_matches([loaded])[loaded.id]


def of_matches(loaded_matches: Collection[LoadedMatch]) -> dict[int, Hours]:
    """`of_match` for several tables at once, by match."""
    by_post = [loaded for loaded in loaded_matches if loaded.pace != "live"]
    people = {seat.user for loaded in by_post for seat in loaded.seats if seat.user is not None and not seat.is_bot}
    known, pauses = _read(people, [loaded.id for loaded in by_post])
    found = dict.fromkeys((loaded.id for loaded in loaded_matches), NOBODY)
    return found | {loaded.id: Hours(known | pauses.get(loaded.id, {})) for loaded in by_post}


def left_in_words(loaded: LoadedMatch, row: AskedRow, now: datetime) -> str:
    """What is left for a decision whose clock runs: "23 h for this move, then your 3-day reserve"."""
    if row.due_at is None or row.drains_at is None:
        return ""
    hours = of_match(loaded).at(loaded.seats[row.seat].user, row.asked_at)
    return time_control.left_in_words(now, row.drains_at, row.due_at, hours)


def _read(people: Iterable[int], matches: list[int]) -> tuple[dict[int, Person], dict[int, dict[int, Person]]]:
    """What these people have chosen; and for each of these matches that has pauses, them as what everybody has."""
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
    """The week of a WakingHours row."""
    return tuple(tuple((begin, end) for begin, end in windows) for windows in raw)
