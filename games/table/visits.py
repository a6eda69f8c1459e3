"""What a person has seen of a match. Written now and then by open pages, never by a move and never by looking alone."""

from typing import Any

from django.db import connection

from games.models import Visit

_NOTE = """
INSERT INTO games_visit (match_id, user_id, version, said, muted, notes) VALUES (%s, %s, %s, %s, '[]', '')
ON CONFLICT (match_id, user_id) DO UPDATE SET version = greatest(games_visit.version, excluded.version),
    said = greatest(games_visit.said, excluded.said)
"""


def note(*, match_id: int, user: Any, version: int, said: int) -> None:
    """This person's page has shown the match up to this version, and its chat up to this line. Never goes back."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [match_id, user.pk, version, said])


def visit_of(match_id: int, user: Any) -> Visit:
    """What is known of this person's visits; an unsaved, empty one for whoever was never here or is not signed in."""
    found = Visit.objects.filter(match_id=match_id, user_id=user.pk).first() if user.is_authenticated else None
    return found or Visit(match_id=match_id)
