"""Nudges: a friendly email to a player who keeps others waiting, at most one a day across all games (PLAY-19)."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import User
from games.clocks import time_control
from games.errors import Refusal
from games.kernel.position import UNSEEN
from games.matches.access import need_seat
from games.matches.loaded import AskedRow, LoadedMatch
from games.matches.play import lock_match

LEAST_WAIT = 24 * time_control.HOUR  # seconds a decision must have been open, or half of its time if that is less


def nudge(*, match_id: int, user: Any, seat: int) -> None:
    """Queue the email. Raises Refusal: 403, 404, 409 if it is not the time, 429 if they were nudged today."""
    with transaction.atomic():
        loaded = lock_match(match_id)
        if seat not in may_be_nudged(loaded, need_seat(loaded, user)):
            raise Refusal(409, "You can’t nudge this player: they’ve moved, or it’s too early.", "PLAY-19")
        asked = User.objects.get(pk=loaded.seats[seat].user or 0)
        today = timezone.now().astimezone(ZoneInfo(asked.time_zone)).date()
        facts = {"match": loaded.id, "seat": seat, "by": user.pk, "decision": _rows(loaded, seat)[0].key}
        facts |= {"slug": loaded.slug, "live": False}
        if outbox.queue(kind="nudge", key=f"nudge.u{asked.pk}.{today}", user=asked, data=facts) is None:
            raise Refusal(429, f"{asked.name} was already nudged today.", "PLAY-19")


def may_be_nudged(loaded: LoadedMatch, own: int) -> list[int]:
    """The seats this player may nudge. Secret answers do not change the list, so that it reveals nothing."""
    if loaded.tempo[0] == "live" or loaded.is_over:
        return []
    return [seat.number for seat in loaded.people() if seat.number != own and _rows(loaded, seat.number)]


def _rows(loaded: LoadedMatch, seat: int) -> list[AskedRow]:
    """The decisions of this seat that have been open long enough for a nudge."""
    public = {
        open.id
        for open in loaded.open_decisions()
        if (open.answer is None or open.decision.secret) and open.decision.clock.pace not in UNSEEN
    }
    now, wait = timezone.now(), timedelta(seconds=LEAST_WAIT)
    mine = [row for row in loaded.asked if row.seat == seat and row.key in public]
    return [row for row in mine if row.due_at and now - row.asked_at >= min(wait, (row.due_at - row.asked_at) / 2)]
