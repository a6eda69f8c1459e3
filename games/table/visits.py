"""What a person has seen of a match. Written from time to time by open pages, never by a move."""

from typing import Any

from django.db import connection
from django.urls import reverse
from msgspec import Struct

from games.matches.loaded import LoadedMatch
from games.models import Visit

ON_PAGE = ("web", "live")  # how moves are made that come from an open table
_VISIT = "SELECT * FROM games_visit WHERE match_id = %s AND user_id = %s"
_NOTE = """
INSERT INTO games_visit (match_id, user_id, version, said, muted, notes) VALUES (%s, %s, %s, %s, '[]', '')
ON CONFLICT (match_id, user_id) DO UPDATE SET version = greatest(games_visit.version, excluded.version),
    said = greatest(games_visit.said, excluded.said)
"""


class Missed(Struct, frozen=True):
    """How many moves were made since the last visit, and the address that plays them."""

    count: int
    url: str


def note(*, match_id: int, user: Any, version: int, said: int) -> None:
    """This person's page has shown the match up to this version, and its chat up to this line. Never goes back."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [match_id, user.pk, version, said])


def visit_of(match_id: int, user: Any) -> Visit:
    """What is known of this person's visits; an unsaved, empty one for whoever was never here or is not signed in."""
    found = Visit.objects.raw(_VISIT, [match_id, user.pk]) if user.is_authenticated else ()
    return next(iter(found), None) or Visit(match_id=match_id)


def missed(loaded: LoadedMatch, visit: Visit) -> Missed | None:
    """What this person has missed; None for nothing, or at a first visit.

    A single one stands below the board. Who has moved on the page saw what there was: an own move is a visit, too.
    """
    seat = loaded.seat_of(visit.user_id) if visit.user_id else None
    own = (line.version for line in loaded.lines if line.seat == seat and line.by in ON_PAGE and seat is not None)
    seen = max(visit.version, *own, 0)
    count = loaded.version - seen
    if not visit.version or count <= 1 or loaded.is_over:  # the result has its own way to the replay
        return None
    return Missed(count, f"{reverse('replay', args=[loaded.id])}?at={seen}&play=1")
