"""Telling the others. Emails are queued in the transaction of the move; sockets and bots hear after its commit.

A poke says *that* something changed, never *what*: each viewer fetches its own view.
"""

import logging
import random
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import redis
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction
from kombu.exceptions import OperationalError

from games.matches.loaded import recent
from games.matches.mail_queue import queue_over
from games.matches.rated_results import record_ratings
from games.matches.store import Change

log = logging.getLogger("playpost.notify")
BROKER_REST = 2.0  # seconds for which a broker that takes nothing is not asked again
_silent_until = 0.0
BOT_PAUSE = (0.6, 1.2)  # seconds, at least and at most, so that people can follow what bots do; no deadline uses it


def group(match_id: int) -> str:
    """The channel group of the web processes at which somebody looks at a match."""
    return f"m{match_id}"


def after_moves(changes: list[Change]) -> None:
    """Queue the emails about ended matches, settle ratings, and arrange what follows the commit."""
    for change in changes:
        if change.news.ended and change.outcome.is_public:
            queue_over(change.loaded, record_ratings(change.loaded))
    # A broker that is away must not turn a stored move into an error: what fails after the commit is logged.
    transaction.on_commit(lambda: _tell(changes), robust=True)
    for change in changes:
        for pause in _bot_pauses(change):
            transaction.on_commit(partial(wake_bots, change.loaded.id, pause), robust=True)


def _bot_pauses(change: Change) -> list[float]:
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


def poke(match_id: int, revision: int, seats: list[int] | None = None) -> None:
    """Tell the web processes that open pages must look again: all of them, or those of these seats alone.

    `revision` says which write to wait for; it goes no further.
    """
    _publish([_poke(match_id, revision, seats)])


def poke_each(revisions: Mapping[int, int]) -> None:
    """Tell the open pages of these matches (id: revision) to look again, at their chat too."""
    pokes = [_poke(match_id, revision, None) for match_id, revision in revisions.items()]
    _publish([*pokes, *({"type": "said", "match": match_id} for match_id in revisions)])


def _poke(match_id: int, revision: int, seats: list[int] | None) -> dict[str, Any]:
    return {"type": "poke", "match": match_id, "revision": revision, "seats": seats}


def chat(match_id: int) -> None:
    """Tell open pages that somebody has said something."""
    _publish([{"type": "said", "match": match_id}])


def _publish(messages: list[dict[str, Any]]) -> None:
    """What is stored is stored: without the broker pages learn of it when they look again, and nobody gets an error."""
    try:
        get_channel_layer().publish_now((group(message["match"]), message) for message in messages)
    except redis.RedisError as error:
        matches = ", ".join(sorted({str(message["match"]) for message in messages}))
        log.warning("Match %s: open pages were not told: %s", matches, type(error).__name__)


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


def _tell(changes: list[Change]) -> None:
    pokes = []
    for change in changes:
        loaded, outcome = change.loaded, change.outcome
        recent.put(loaded)
        seats = None if outcome.is_public else [played.seat for played in outcome.played]
        pokes.append(_poke(loaded.id, loaded.revision, seats))
    _publish(pokes)
