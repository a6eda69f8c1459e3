"""When bots are woken, and how long they appear to think. What they do then is in `bots`."""

import logging
import random
import time

import redis
from celery import current_app
from kombu.exceptions import OperationalError

from games.matches.store import Change

log = logging.getLogger("playpost.notify")
BROKER_REST = 2.0  # seconds to wait before trying again a broker that refused a task
_silent_until = 0.0
BOT_PAUSE = (0.6, 1.2)  # seconds (least, most), so that people can follow what bots do; not part of any deadline
CASE_PAUSE = (1.8, 2.4)  # the same for a numbered case beside the stage, such as a trial: there is more to read


def pauses(change: Change) -> list[float]:
    """Delays in seconds after which to wake the bots: a short pause, plus the time until an answer is accepted.

    Counts every bot that is asked, not only those asked by this move, because an earlier wake-up may have collided
    with another move. The pause is random, so that it reveals nothing about the bot's choice.
    """
    loaded = change.loaded
    if loaded.is_over or not change.outcome.is_public:  # a secret answer opens nothing new, and other bots are awake
        return []
    asked = [
        open
        for open in loaded.open_decisions()
        if open.answer is None and open.decision.clock.pace != "standing" and loaded.seats[open.decision.seat].is_bot
    ]
    spread = CASE_PAUSE if any(open.decision.case and not open.decision.optional for open in asked) else BOT_PAUSE
    pause, holds = random.uniform(*spread), {open.decision.clock.hold for open in asked}
    return sorted({pause + hold for hold in holds} | ({pause} if holds else set()))


def wake_bots(match_id: int, pause: float = BOT_PAUSE[0]) -> None:
    """Ask a worker to play for the bots that are asked. If the task is lost, the sweep wakes them."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task("games.tasks.run_bots", (match_id,), countdown=pause)
    except (OperationalError, redis.RedisError):  # down or full
        _silent_until = time.monotonic() + BROKER_REST
        log.warning("Match %s: the broker refused a task; its bots will be woken by the sweep.", match_id)
