"""When bots are woken, and how long they seem to think. What they then do is in `bots`."""

import logging
import random
import time

import redis
from celery import current_app
from kombu.exceptions import OperationalError

from games.matches.store import Change

log = logging.getLogger("playpost.notify")
BROKER_REST = 2.0  # seconds for which a broker that takes nothing is not asked again
_silent_until = 0.0
BOT_PAUSE = (0.6, 1.2)  # seconds, at least and at most, so that people can follow what bots do; no deadline uses it


def pauses(change: Change) -> list[float]:
    """When to wake the bots: in a moment if one is asked or may do something, and when its answer is accepted.

    All that are asked count, not only those that this move asks: a wake-up may have met somebody else's move. How long
    it takes says nothing of what they think about: it is drawn by lot.
    """
    loaded = change.loaded
    if not change.outcome.is_public or change.news.ended:  # after a secret answer the other bots are awake (play_all)
        return []
    asked = [
        open
        for open in loaded.open_decisions()
        if open.answer is None and open.decision.clock.pace != "standing" and loaded.seats[open.decision.seat].is_bot
    ]
    pause, holds = random.uniform(*BOT_PAUSE), {open.decision.clock.hold for open in asked}
    return sorted({pause + hold for hold in holds} | ({pause} if holds else set()))


def wake_bots(match_id: int, pause: float = BOT_PAUSE[0]) -> None:
    """Let a worker play the bots that are asked. If this gets lost the sweep finds them."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task("games.tasks.run_bots", (match_id,), countdown=pause)
    except (OperationalError, redis.RedisError):  # away, or full
        _silent_until = time.monotonic() + BROKER_REST
        log.warning("Match %s: the broker takes no tasks, so its bots wait for the sweep.", match_id)
