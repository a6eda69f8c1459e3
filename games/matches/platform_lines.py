"""Adds the platform's own lines to the log of a match: no move, no new position, no new version."""

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction

from games.kernel import codec
from games.kernel.types import Event
from games.matches import broadcast
from games.matches.loaded import LoadedMatch

NOTE = "note"  # MoveRecord.by of such a line

_WRITE = """
WITH moved AS (
    UPDATE games_match SET revision = revision + 1 WHERE id = ANY(%(matches)s) AND status = 'running'
    RETURNING id, revision, version
)
INSERT INTO games_moverecord
    (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, fingerprint, at, events)
SELECT id, revision, version, NULL, '', '', '', false, 'note', NULL, '', %(now)s, %(events)s FROM moved
"""


def write_note(matches: Collection[int], event: Event, now: datetime) -> None:
    """Add this line to the logs of these running matches, whose rows the caller has locked."""
    if not matches:
        return
    with connection.cursor() as cursor:
        events = codec.dump([event]).decode()
        cursor.execute(_WRITE, {"matches": list(matches), "now": now, "events": events})


def note(loaded: LoadedMatch, event: Event, now: datetime) -> None:
    """Add a line to the log of one locked match and let open pages look again."""
    write_note([loaded.id], event, now)
    loaded.revision += 1  # as the statement has counted it
    revision = loaded.revision
    transaction.on_commit(lambda: broadcast.poke(loaded.id, revision), robust=True)
