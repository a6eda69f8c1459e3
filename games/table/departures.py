"""Tells a player who has left a match what happened to their seat."""

from typing import Any

from games.clocks import time_control
from games.matches.loaded import LoadedMatch
from games.models import LostSeat


def in_words(loaded: LoadedMatch, user: Any) -> str:
    """What happened, why, and what it costs; "" for anybody who has not left or lost a seat in this match."""
    if not user.is_authenticated:
        return ""
    own = loaded.seat_of(user.pk)
    if own is not None:
        return _left(loaded, loaded.seats[own].left_reason)
    is_known = any(former.user == user.pk for former in loaded.former)
    lost = LostSeat.objects.filter(match_id=loaded.id, user_id=user.pk).first() if is_known else None
    if lost is None:
        return ""
    player, misses = loaded.names_at(lost.until + 1)[lost.seat], time_control.MISSES_TO_LOSE_SEAT
    if lost.costs_nothing:
        return f"{player} has taken over your seat. It costs you nothing."
    return f"You missed {misses} turns in a row, so {player} took over your seat.{_cost(loaded)}"


def _left(loaded: LoadedMatch, reason: str) -> str:
    why = {
        "resigned": "You resigned.",
        "removed": f"You missed {time_control.MISSES_TO_LOSE_SEAT} turns in a row, and nobody could take your seat.",
    }.get(reason)
    return f"{why} You rank behind the players who stay.{_cost(loaded)}" if why and not loaded.is_over else ""


def _cost(loaded: LoadedMatch) -> str:
    if not loaded.is_rated:
        return ""
    return " It counts as a loss in your rating" + ("." if loaded.is_over else " when the match ends.")
