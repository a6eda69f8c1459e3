"""What follows a move: results and ratings in its transaction; pokes and bot wake-ups after the commit."""

from functools import partial

from django.db import transaction

from accounts import ratings
from games.matches import bot_wakeups, broadcast, recent
from games.matches.loaded import LoadedMatch
from games.matches.mail_queue import queue_result
from games.matches.store import Change
from games.models import LostSeat, Seat


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


def record_ratings(loaded: LoadedMatch) -> dict[int, tuple[int, int]]:
    """Update the ratings after a finished match, and store the change with each seat. Returns {user id: (before,
    after)}, or {} if it is not rated."""
    people = {seat.user: seat.rank for seat in loaded.seats if seat.user is not None and seat.rank is not None}
    if not loaded.is_rated or len(people) != len(loaded.seats):
        return {}
    lost = list(LostSeat.objects.filter(match_id=loaded.id))
    successors = {row.user_id: loaded.seats[row.seat].user for row in lost}
    absent = {row.user_id: user for row in lost if not row.costs_nothing and (user := successors[row.user_id])}
    substitutes = {user for user in successors.values() if user}
    rated = ratings.record_result(loaded.slug, people, substitutes, absent, pace=loaded.pace)
    for seat in loaded.seats:  # the result page goes on showing these
        if seat.user is not None and seat.user in rated:
            seat.rating_before, seat.rating_after = rated[seat.user]
            changed = Seat.objects.filter(match_id=loaded.id, number=seat.number)
            changed.update(rating_before=seat.rating_before, rating_after=seat.rating_after)
    return rated


def _notify(changes: list[Change]) -> None:
    pokes = []
    for change in changes:
        loaded, outcome = change.loaded, change.outcome
        recent.put(loaded)
        seats = None if outcome.is_public else [played.seat for played in outcome.played]
        pokes.append(broadcast.poke_message(loaded.id, loaded.revision, seats))
        if loaded.is_over:  # from now on, players may read the spectators' chat
            pokes.append(broadcast.chat_message(loaded.id))
    broadcast.publish(pokes)
