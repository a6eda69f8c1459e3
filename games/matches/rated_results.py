"""Applies the result of a rated match to the ratings, and stores the change with each seat."""

from accounts import ratings
from games.matches.loaded import LoadedMatch
from games.models import LostSeat, Seat


def record_ratings(loaded: LoadedMatch) -> dict[int, tuple[int, int]]:
    """Update the ratings after a finished match. Returns {user id: (before, after)}, or {} if it is not rated."""
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
