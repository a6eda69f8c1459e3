"""Scenes for permission tests: the same table in each state, and all that a refusal must not change."""

import re
from dataclasses import dataclass, fields
from typing import Any

from django.db import connection
from django.db.models import F, Model
from django.test import Client

from accounts.models import OutgoingMail, Rating
from games.lobby import tables as lobby_tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import (
    ChatLine,
    Habit,
    Invitation,
    LostSeat,
    Match,
    MoveRecord,
    OpenDecision,
    Seat,
    Snapshot,
    Substitute,
    Vacation,
    WakingHours,
)
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, open_of
from tests.samples import GAME

STATES = ("open", "running", "over", "off")
CLOCK = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY}


@dataclass
class Cast:
    """`watcher` has the private link, `invited` an invitation by name; `player` and `third` play with the owner."""

    nobody: Any
    stranger: Any
    watcher: Any
    invited: Any
    player: Any
    owner: Any
    staff: Any
    third: Any


ROLES = ("nobody", "stranger", "watcher", "invited", "player", "owner", "staff")


def make_cast() -> Cast:
    names = [field.name for field in fields(Cast)]
    people = {name: make_person(name) for name in names if name not in ("nobody", "staff")}
    return Cast(nobody=None, staff=make_person("staff", is_staff=True), **people)


def set_up(cast: Cast, state: str, is_public: bool) -> Match:
    """A table of GAME in this state. In a running match it is the owner's turn in seat 0; the player is in seat 1."""
    match = lobby_tables.create_match(
        owner=cast.owner, slug=GAME, seats=3, options={}, is_public=is_public, is_rated=True, **CLOCK
    )
    lobby_tables.join(match_id=match.pk, user=cast.player, token=match.token)
    lobby_tables.invite(match_id=match.pk, by=cast.owner, name="invited")
    if state == "off":
        lobby_tables.close_table(match_id=match.pk, user=cast.owner)
    if state in ("running", "over"):
        lobby_tables.join(match_id=match.pk, user=cast.third, token=match.token)
        seat_in_order(match, [cast.owner, cast.player, cast.third])
    if state == "over":
        leaving.resign(match_id=match.pk, user=cast.third)
        leaving.resign(match_id=match.pk, user=cast.player)
    match.refresh_from_db()
    return match


def seat_in_order(match: Match, people: list[Any]) -> None:
    """Undo the shuffling of seats, so that the first person is to move."""
    first = open_of(load_match(match.pk)).decision.seat
    Seat.objects.filter(match=match).update(user=None)
    for place, person in enumerate(people):
        number = (first + place) % len(people)
        Seat.objects.filter(match=match, number=number).update(user=person)
        OpenDecision.objects.filter(match=match, seat=number).update(user=person)
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)  # as whatever changes a seat does


WATCHED = (Match, Seat, OpenDecision, MoveRecord, Snapshot, Invitation, ChatLine, OutgoingMail, Rating)
WATCHED += (WakingHours, Vacation, Habit, LostSeat, Substitute)


def everything() -> dict[str, list[str]]:
    """All rows of matches, ratings and emails, to compare before and after a refusal."""
    return rows_of(*WATCHED)


def rows_of(*tables: type[Model], **columns: int) -> dict[str, list[str]]:
    """The rows of these tables as texts, by one query: all of them, or those with these values in columns."""
    where = " AND ".join(["true", *(f"{column} = {value:d}" for column, value in columns.items())])
    parts = (
        f"SELECT '{table.__name__}', array(SELECT row::text FROM {table._meta.db_table} row WHERE {where} ORDER BY 1)"
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return dict(cursor.fetchall())


def client_of(user: Any, **options: Any) -> Client:
    return Client(**options) if user is None else browser_of(user, **options)


_CHANGING = (
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'nonce="[^"]*"',
    r'data-now="[\d.]+"',
)


def steady(body: str) -> str:
    """A page without the parts that differ between requests."""
    for pattern in _CHANGING:
        body = re.sub(pattern, "", body)
    return body


def secrets_of(match: Match, knows_key: bool) -> list[str]:
    """Strings that no response may contain: the seed of a running match, the key of a private table."""
    found = [] if knows_key else [match.token]
    if match.position and match.status == "running":
        found.append(load_match(match.pk).at_table().rng.seed)
    if match.status in ("open", "running"):
        found.append(match.secret)
    return found


def clause_and_words(answer: Any) -> tuple[str, str]:
    """The clause and the sentence of an API refusal."""
    told = answer.json()
    return told["clause"], told["detail"]
