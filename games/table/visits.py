"""What a person has seen of a match. Open pages write this now and then; moves never do."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.urls import reverse
from msgspec import Struct

from accounts.people import blocks
from config.postgres import fetch_all
from games.matches import open_decisions
from games.matches.loaded import LoadedMatch
from games.models import Visit

ON_PAGE = ("web", "live")  # MoveRecord.by of moves made on an open page
_COLUMNS = ("id", "match_id", "user_id", "version", "said", "muted", "notes")
# One row; the visit is empty on a first one.
_VISITOR = f"""
SELECT v.id, v.match_id, v.user_id, v.version, v.said, v.muted, v.notes, EXISTS (
    SELECT FROM games_seat s JOIN games_match m ON m.id = s.match_id
    WHERE s.user_id = %(user)s AND m.id <> %(match)s AND m.slug = %(slug)s),
    ARRAY({blocks.sql_apart_from("%(user)s")}), (SELECT match_id {open_decisions.NEXT})
FROM (SELECT) AS one LEFT JOIN games_visit v ON v.match_id = %(match)s AND v.user_id = %(user)s
"""
_NOTE = """
INSERT INTO games_visit (match_id, user_id, version, said, muted, notes) VALUES (%s, %s, %s, %s, '[]', '')
ON CONFLICT (match_id, user_id) DO UPDATE SET version = greatest(games_visit.version, excluded.version),
    said = greatest(games_visit.said, excluded.said)
"""


class Missed(Struct, frozen=True):
    """How many moves were made since the last visit, and the URL that replays them."""

    count: int
    url: str


def note(*, match_id: int, user: Any, version: int, said: int) -> None:
    """Record that a page has shown the match up to this version and its chat up to this line. Never moves backwards."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [match_id, user.pk, version, said])


class Visitor(NamedTuple):
    """Who opens the page of a match. `visit`: an empty, unsaved one if they have never been here or are not logged in;
    `knows_game`: have they a seat in another match of this game; `apart`: people kept apart from them by a block;
    `next_match`: where their most urgent decision elsewhere waits."""

    visit: Visit
    knows_game: bool = True
    apart: Sequence[int] = ()
    next_match: int | None = None


def visitor(loaded: LoadedMatch, user: Any) -> Visitor:
    """What the table must know of this person, in one query."""
    if not user.is_authenticated:
        return Visitor(Visit(match_id=loaded.id))
    asked = {"match": loaded.id, "user": user.pk, "slug": loaded.slug}
    ((*columns, muted, notes, knows_game, apart, next_match),) = fetch_all(_VISITOR, asked)
    visit = Visit(match_id=loaded.id)
    if muted is not None:
        visit = Visit.from_db("default", _COLUMNS, (*columns, json.loads(muted), notes))
    return Visitor(visit, knows_game, apart, next_match)


def missed(loaded: LoadedMatch, visit: Visit) -> Missed | None:
    """What this person has missed since their last visit; None if at most one move, or on a first visit.

    A single move is shown below the board anyway. Moving on the page counts as a visit, too.
    """
    seat = loaded.seat_of(visit.user_id) if visit.user_id else None
    own = (line.version for line in loaded.lines if line.seat == seat and line.by in ON_PAGE and seat is not None)
    seen = max(visit.version, *own, 0)
    count = loaded.version - seen
    if not visit.version or count <= 1 or loaded.is_over:  # the result has its own way to the replay
        return None
    return Missed(count, f"{reverse('replay', args=[loaded.id])}?at={seen}&play=1")
