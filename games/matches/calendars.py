"""Players' calendars: waking hours, vacations and the pauses of matches, read with one query."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from msgspec import Struct, json

from config.postgres import fetch_all
from games.clocks import time_control
from games.clocks.waking_hours import ALWAYS, Calendar, Span, Windows, merged
from games.matches.loaded import AskedRow, LoadedMatch


def sql_of_person(user: str) -> str:
    """SQL for a `Person` as JSON. `user`: SQL for their id. Every table is read through an index."""
    return f"""json_build_array(
    (SELECT coalesce(json_agg(json_build_array(since, zone, week, days_off) ORDER BY since), '[]')
        FROM games_wakinghours WHERE user_id = {user}),
    (SELECT coalesce(json_agg(json_build_array(starts_at, ends_at) ORDER BY starts_at), '[]')
        FROM games_vacation WHERE user_id = {user}))"""


# (NULL, user id, their calendar), then (match id, EVERYBODY, its pauses).
_QUERY = f"""
SELECT NULL::bigint, p.id, {sql_of_person("p.id")}::text FROM unnest(%(people)s) AS p(id)
UNION ALL
SELECT match_id, 0, json_build_array('[]'::json, json_agg(json_build_array(starts_at, ends_at)))::text
FROM games_pause WHERE match_id = ANY(%(matches)s) GROUP BY match_id
"""
EVERYBODY = 0  # key of a match's pauses, which hold for all; no user has this id


class Chosen(Struct, frozen=True, array_like=True):
    """Waking hours that somebody has chosen; they apply from `since` on."""

    since: datetime
    zone: str
    week: tuple[Windows, ...]
    days_off: frozenset[date]


class Person(Struct, array_like=True):
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
    known, pauses = _read(people, set() if match is None else {match})
    return Hours(known | pauses.get(match or 0, {}))


def of_match(loaded: LoadedMatch) -> Hours:
    """The calendars of a match's players. Live matches have none and cost no query."""
    return of_matches([loaded])[loaded.id]


def of_matches(loaded_matches: Collection[LoadedMatch]) -> dict[int, Hours]:
    """of_match() for several matches with one query, by match id."""
    slow = [loaded for loaded in loaded_matches if loaded.pace != "live"]
    people = {seat.user for loaded in slow for seat in loaded.seats if seat.user is not None and not seat.is_bot}
    known, pauses = _read(people, {loaded.id for loaded in slow})
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


def _read(people: Iterable[int], matches: set[int]) -> tuple[dict[int, Person], dict[int, dict[int, Person]]]:
    """(calendars by user id, pauses by match id). A match's pauses are stored as the breaks of EVERYBODY."""
    known: dict[int, Person] = {}
    pauses: dict[int, dict[int, Person]] = {}
    ids = set(people)
    for match, who, facts in fetch_all(_QUERY, {"people": ids, "matches": matches}) if ids else ():
        (known if match is None else pauses.setdefault(match, {}))[who] = person_of(facts)
    return known, pauses


def person_of(facts: str) -> Person:
    """The calendar that `sql_of_person` has written."""
    return json.decode(facts, type=Person)


def as_week(raw: Any) -> tuple[Windows, ...]:
    """`WakingHours.week` as tuples."""
    return tuple(tuple((begin, end) for begin, end in windows) for windows in raw)
