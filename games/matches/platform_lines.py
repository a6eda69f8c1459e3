"""Adds the platform's own lines to a match's log. They are not moves and leave position and version unchanged."""

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction

from games.kernel import codec
from games.kernel.types import Event
from games.matches import broadcast
from games.matches.loaded import LoadedMatch

NOTE = "note"  # MoveRecord.by of these lines

_WRITE = """
WITH moved AS (
    UPDATE games_match SET revision = revision + 1 WHERE id = ANY(%(matches)s) AND status = 'running'
    RETURNING id, revision, version
)
INSERT INTO games_moverecord
    (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, fingerprint, at, events)
SELECT id, revision, version, NULL, '', '', '', false, %(by)s, NULL, '', %(now)s, %(events)s FROM moved
"""


def write_note(matches: Collection[int], event: Event, now: datetime) -> None:
    """Add a line to the logs of these running matches, whose rows the caller has locked."""
    if not matches:
        return
    with connection.cursor() as cursor:
        events = codec.dump([event]).decode()
        cursor.execute(_WRITE, {"matches": list(matches), "by": NOTE, "now": now, "events": events})


def note(loaded: LoadedMatch, event: Event, now: datetime) -> None:
    """Add a line to the log of one locked match and poke its open pages."""
    write_note([loaded.id], event, now)
    loaded.revision += 1  # as _WRITE did in the database
    revision = loaded.revision
    transaction.on_commit(lambda: broadcast.poke(loaded.id, revision), robust=True)
