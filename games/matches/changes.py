"""Writes to a match other than moves: each increments the revision and pokes open pages.

Processes cache matches by revision. They would miss a write that does not increment it, and a move computed from the
stale copy would overwrite it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction

from config.postgres import fetch_all
from games.matches import broadcast
from games.matches.loaded import LoadedMatch
from games.models import Match

_INCREMENT = "UPDATE games_match SET revision = revision + 1 WHERE id = ANY(%s) RETURNING id, revision"


@contextmanager
def changed(match_id: int) -> Iterator[Match]:
    """Lock a match for the writes in the block; then increment its revision, and poke its pages after the commit.

    Yields the row, with `position` deferred. Raises Match.DoesNotExist.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).defer("position").get(pk=match_id)
        yield match
        match.revision = count_change([match_id])[match_id]


def touch(loaded: LoadedMatch) -> None:
    """Increment the revision after writing to a match that the caller has locked and goes on using."""
    loaded.revision = count_change([loaded.id])[loaded.id]


def count_change(match_ids: Collection[int]) -> dict[int, int]:
    """Increment the revisions of locked matches and poke their pages after the commit. Returns {id: revision}."""
    revisions = dict(fetch_all(_INCREMENT, [set(match_ids)]))
    transaction.on_commit(lambda: broadcast.poke_each(revisions), robust=True)
    return revisions
