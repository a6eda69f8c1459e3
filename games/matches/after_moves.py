"""What follows a move: results and ratings in its transaction; pokes and bot wake-ups after the commit."""

from functools import partial

from django.db import transaction

from games.matches import bot_wakeups, broadcast, recent
from games.matches.mail_queue import queue_result
from games.matches.rated_results import record_ratings
from games.matches.store import Change


def follow_up(changes: list[Change]) -> None:
    """Queue emails about ended matches, update ratings, and schedule what happens after the commit."""
    for change in changes:
        if change.loaded.is_over and change.outcome.is_public:
            queue_result(change.loaded, record_ratings(change.loaded))
    # robust: if the broker is down, that is logged; a stored move must not be reported as an error.
    transaction.on_commit(lambda: _notify(changes), robust=True)
    for change in changes:
        for pause in bot_wakeups.pauses(change):
            transaction.on_commit(partial(bot_wakeups.wake_bots, change.loaded.id, pause), robust=True)


def _notify(changes: list[Change]) -> None:
    pokes = []
    for change in changes:
        loaded, outcome = change.loaded, change.outcome
        recent.put(loaded)
        seats = None if outcome.is_public else [played.seat for played in outcome.played]
        pokes.append(broadcast.poke_message(loaded.id, loaded.revision, seats))
    broadcast.publish(pokes)
