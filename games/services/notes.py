"""Lines that the platform itself writes into the log of a match: no move, no new position, no new version."""

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F

from games import notify
from games.frames import Frame
from games.kernel import codec
from games.kernel.types import Event
from games.models import Match

NOTE = "note"  # MoveRecord.by of such a line

_WRITE = """
WITH moved AS (
    UPDATE games_match SET stamp = stamp + 1 WHERE id = ANY(%(matches)s) AND status = 'running'
    RETURNING id, stamp, version
)
INSERT INTO games_moverecord
    (match_id, number, version, seat, decision, move, drop, is_order, by, user_id, given, at, events)
SELECT id, stamp, version, NULL, '', '', '', false, 'note', NULL, '', %(now)s, %(events)s FROM moved
"""


def write_note(matches: Collection[int], event: Event, now: datetime) -> None:
    """Add this line to the logs of these running matches, whose rows the caller has locked."""
    if not matches:
        return
    with connection.cursor() as cursor:
        events = codec.dump_any([event]).decode()
        cursor.execute(_WRITE, {"matches": list(matches), "now": now, "events": events})


def note(frame: Frame, event: Event, now: datetime) -> None:
    """Add a line to the log of one locked match and let open pages look again."""
    write_note([frame.id], event, now)
    _tell(frame)


def touch(frame: Frame) -> None:
    """Let open pages of a locked match look again although nothing is told."""
    Match.objects.filter(pk=frame.id).update(stamp=F("stamp") + 1)
    _tell(frame)


def _tell(frame: Frame) -> None:
    frame.stamp += 1
    stamp = frame.stamp
    transaction.on_commit(lambda: notify.poke(frame.id, stamp), robust=True)
