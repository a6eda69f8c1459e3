"""Writes to a match other than moves: each counts the revision and tells open pages.

Processes remember a match by its revision. A write that does not count it is not seen by them, and a move that was
worked out from the old memory would write over it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from games.matches import broadcast
from games.matches.loaded import LoadedMatch
from games.models import Match

_COUNT = "UPDATE games_match SET revision = revision + 1 WHERE id = ANY(%s) RETURNING id, revision"


@contextmanager
def changed(match_id: int) -> Iterator[Match]:
    """Lock this match, let the block write what belongs to it, count the revision, and tell the pages after the commit.

    Yields the row without its position. Raises Match.DoesNotExist.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).defer("position").get(pk=match_id)
        yield match
        match.revision = count_change([match_id])[match_id]


def touch(loaded: LoadedMatch) -> None:
    """What has just been written belongs to this match, which the caller has locked and goes on with."""
    loaded.revision = count_change([loaded.id])[loaded.id]


def count_change(match_ids: Collection[int]) -> dict[int, int]:
    """Count the revision of these locked matches and tell their pages after the commit. The new revisions by id."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [list(match_ids)])
        revisions = dict(cursor.fetchall())
    transaction.on_commit(lambda: broadcast.poke_each(revisions), robust=True)
    return revisions
