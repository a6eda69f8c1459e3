"""What stands between the players of a table, for one viewer: a question, a pause, live play at a table by post.

Read from the frame alone, so that every push to an open page may show it.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import pace, present
from games.frames import Frame
from games.present import Viewer
from games.services import agreements, fluid


def of_table(frame: Frame, viewer: Viewer, here: Collection[int]) -> dict[str, Any]:
    """The facts of the template live/deal.html; empty when nothing stands. Only players get anything to press."""
    if frame.is_over or frame.position is None:
        return {}
    now, mine = timezone.now(), viewer.seat
    plays = mine is not None and not frame.seats[mine].left
    found = {
        "live": pace.in_words(frame.live.seconds) if frame.live else "",
        "paused_until": _pause(frame, viewer, now) if plays else None,
        "question": _question(frame, viewer, now) if plays else None,
        "choices": _choices(frame, here, now) if plays else [],
    }
    return found | {"plays": plays, "match_id": frame.id, "csrf": viewer.csrf} if any(found.values()) else {}


def _pause(frame: Frame, viewer: Viewer, now: datetime) -> dict[str, str] | None:
    is_on = frame.pause is not None and frame.pause.starts_at <= now < frame.pause.ends_at
    return present.moment(frame.pause.ends_at, viewer) if frame.pause and is_on else None


def _question(frame: Frame, viewer: Viewer, now: datetime) -> dict[str, Any] | None:
    asked = frame.question
    if asked is None or asked.ends_at <= now:
        return None
    missing = [seat for seat in agreements.asked_of(frame, asked) if seat.user not in asked.agreed]
    return {
        "id": asked.id,
        "words": agreements.in_words(asked, frame.names),
        "is_mine": asked.by == viewer.user,
        "is_asked": any(seat.user == viewer.user for seat in missing),
        "missing": ", ".join(seat.name for seat in missing),
        "until": present.moment(asked.ends_at, viewer),
    }


def _choices(frame: Frame, here: Collection[int], now: datetime) -> list[tuple[int, str, bool]]:
    """The live clocks that can be asked for: (seconds, in words, is the usual one)."""
    is_asked = frame.question is not None and frame.question.ends_at > now
    is_paused = frame.pause is not None and frame.pause.starts_at <= now < frame.pause.ends_at
    if is_asked or is_paused or not fluid.may_begin(frame, here):
        return []
    return [(seconds, pace.in_words(seconds), seconds == pace.LIVE_USUAL[0]) for seconds in fluid.CHOICES]
