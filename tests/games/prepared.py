"""Gives running matches hand-written positions, as if they had been played."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.kernel import codec, engine
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision


def set_position(match: Match, position: Any) -> Match:
    """Make this the position of a running match, and empty the log of its deal, which names other cards."""
    game = load_match(match.pk).game
    position.opened |= {one.decision.key: position.serial for one in engine.open_decisions(game, position)}
    raw = codec.dump(position).decode()
    Match.objects.filter(pk=match.pk).update(position=raw, version=F("version") + 1, revision=F("revision") + 1)
    MoveRecord.objects.filter(match=match).update(events="[]")
    OpenDecision.objects.filter(match=match).delete()
    loaded, now = load_match(match.pk), timezone.now()
    asked = [one for one in engine.open_decisions(loaded.game, position) if one.decision.clock.pace != "standing"]
    for open in asked:
        OpenDecision.objects.create(
            match=match,
            seat=open.decision.seat,
            user_id=loaded.seats[open.decision.seat].user,
            key=open.id,
            pace=open.decision.clock.pace,
            prompt=open.decision.prompt,
            asked_at=now,
            due_at=now + timedelta(days=1),
            answered_at=now if open.answer else None,
        )
    match.refresh_from_db()
    return match
