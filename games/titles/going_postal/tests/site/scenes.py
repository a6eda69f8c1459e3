"""Gives running matches of Going Postal hand-written positions, as if they had been played."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.kernel import codec, engine
from games.kernel.position import AnyPosition
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from games.titles.going_postal import game

SLUG = "going_postal"
Start = Callable[..., Match]


def set_position(match: Match, position: AnyPosition) -> Match:
    """Make this the position of a running match, and empty the log of its deal, which names other cards."""
    opens = engine.open_decisions(game, position)
    position.opened = {open.decision.key: position.serial for open in opens}
    facts: dict[str, Any] = {
        "position": codec.dump(position).decode(),
        "version": F("version") + 1,
        "revision": F("revision") + 1,
    }
    if game.rules.result(position.state) is not None:
        facts |= {"status": Match.Status.OVER, "ended_at": timezone.now()}
    Match.objects.filter(pk=match.pk).update(**facts)
    MoveRecord.objects.filter(match=match).update(events="[]")
    OpenDecision.objects.filter(match=match).delete()
    seats = load_match(match.pk).seats
    now = timezone.now()
    for open in engine.open_decisions(game, position):
        one = open.decision
        if one.clock.pace == "standing" or one.optional:
            continue
        OpenDecision.objects.create(
            match=match,
            seat=one.seat,
            user_id=seats[one.seat].user,
            key=open.id,
            pace=one.clock.pace,
            prompt=one.prompt,
            is_bot=seats[one.seat].is_bot,
            asked_at=now,
            drains_at=now + timedelta(hours=1),
            due_at=now + timedelta(hours=2),
            answered_at=now if open.answer is not None else None,
        )
    match.refresh_from_db()
    return match


def begin(start: Start, people: tuple[Any, ...], position: AnyPosition, pace: str = "correspondence") -> Match:
    """Start a match of these people in this position."""
    options = codec.plain(position.options)
    match = start(SLUG, people, options=options, **({"pace": "live", "move_seconds": 60} if pace == "live" else {}))
    return set_position(match, position)
