"""Leaving a running match, or ending it without a result."""

import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.errors import Unreadable
from games.kernel import engine
from games.matches.access import need_seat
from games.matches.changes import changed
from games.matches.loaded import LoadedMatch, load_match
from games.matches.play import Receipt, carry_out, lock_match
from games.matches.store import Entry
from games.models import Match, OpenDecision, Seat

log = logging.getLogger("playpost.match")


def resign(*, match_id: int, user: Any) -> Receipt:
    """Resign. Raises Refusal: 403 without a seat, 404, 422 if the match is over or they have already left."""
    with transaction.atomic():
        loaded = lock_match(match_id)
        return leave(loaded, need_seat(loaded, user), "resigned", "web", user)


def give_up(*, match_id: int, user: Any) -> None:
    """Resign for somebody whose account is being deleted, even if the match is unreadable or its rules crash."""
    try:
        with transaction.atomic():
            resign(match_id=match_id, user=user)
    except Exception:
        log.exception("Match %s: the rules failed when a player left; only the seat is marked", match_id)
        with changed(match_id):
            Seat.objects.filter(match_id=match_id, user=user).update(left_reason="resigned")
            OpenDecision.objects.filter(match_id=match_id, user=user).delete()


def is_unreadable(match_id: int) -> bool:
    """Can the stored position of this match no longer be read?"""
    try:
        load_match(match_id)
    except Unreadable:
        return True
    return False


def end_without_result(match: Match) -> None:
    """Cancel an open table or a running match: no ranks, no ratings, no decisions. Call it inside changed()."""
    match.status, match.ended_at, match.live_play = Match.Status.CANCELLED, timezone.now(), None
    match.save(update_fields=["status", "ended_at", "live_play"])
    OpenDecision.objects.filter(match_id=match.pk).delete()


def leave(loaded: LoadedMatch, seat: int, reason: str, by: str, user: Any) -> Receipt:
    """Apply the game's own rule for a player who leaves. The match is locked."""
    return carry_out(
        loaded,
        lambda: engine.drop(loaded.game, loaded.at_table(), seat, reason),
        lambda outcome: [
            Entry(seat=seat, by=by, drop=reason, user=user.pk if user else None),
            *(Entry(seat=played.seat, by="order", move=played.move) for played in outcome.played),
        ],
    )
