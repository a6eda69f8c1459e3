"""What a person has seen of a match. Open pages write this now and then; moves never do."""

import json
from typing import Any

from django.db import connection
from django.urls import reverse
from msgspec import Struct

from config.postgres import fetch_all
from games.matches.loaded import LoadedMatch
from games.models import Visit

ON_PAGE = ("web", "live")  # MoveRecord.by of moves made on an open page
_COLUMNS = ("id", "match_id", "user_id", "version", "said", "muted", "notes")
# One row: the visit (empty on a first one), and whether this person has a seat in another match of this game.
_VISIT = """
SELECT v.id, v.match_id, v.user_id, v.version, v.said, v.muted, v.notes, EXISTS (
    SELECT FROM games_seat s JOIN games_match m ON m.id = s.match_id
    WHERE s.user_id = %(user)s AND m.id <> %(match)s AND m.slug = %(slug)s) AS knows_game
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


def visit_of(loaded: LoadedMatch, user: Any) -> Visit:
    """This person's Visit; an empty, unsaved one if they have never been here or are not logged in. Its `knows_game`
    says whether they have a seat in another match of this game."""
    if not user.is_authenticated:
        return Visit(match_id=loaded.id)
    asked = {"match": loaded.id, "user": user.pk, "slug": loaded.slug}
    ((*columns, muted, notes, knows_game),) = fetch_all(_VISIT, asked)
    visit: Any = Visit(match_id=loaded.id)
    if muted is not None:
        visit = Visit.from_db("default", _COLUMNS, (*columns, json.loads(muted), notes))
    visit.knows_game = knows_game
    return visit  # type: ignore[no-any-return]


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
