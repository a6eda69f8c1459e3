"""Telling the open pages of a match.

A poke says *that* something changed, never *what*: each viewer fetches its own view.
"""

import logging
from collections.abc import Mapping
from typing import Any

import redis
from channels.layers import get_channel_layer

log = logging.getLogger("playpost.notify")


def group(match_id: int) -> str:
    """The channel group of the web processes at which somebody looks at a match."""
    return f"m{match_id}"


def poke(match_id: int, revision: int, seats: list[int] | None = None) -> None:
    """Tell the web processes that open pages must look again: all of them, or those of these seats alone.

    `revision` says which write to wait for; it goes no further.
    """
    publish([poke_message(match_id, revision, seats)])


def poke_each(revisions: Mapping[int, int]) -> None:
    """Tell the open pages of these matches (id: revision) to look again, at their chat too."""
    pokes = [poke_message(match_id, revision, None) for match_id, revision in revisions.items()]
    publish([*pokes, *({"type": "said", "match": match_id} for match_id in revisions)])


def chat(match_id: int) -> None:
    """Tell open pages that somebody has said something."""
    publish([{"type": "said", "match": match_id}])


def poke_message(match_id: int, revision: int, seats: list[int] | None) -> dict[str, Any]:
    """What `poke` publishes."""
    return {"type": "poke", "match": match_id, "revision": revision, "seats": seats}


def publish(messages: list[dict[str, Any]]) -> None:
    """What is stored is stored: without the broker pages learn of it when they look again, and nobody gets an error."""
    try:
        get_channel_layer().publish_now((group(message["match"]), message) for message in messages)
    except redis.RedisError as error:
        matches = ", ".join(sorted({str(message["match"]) for message in messages}))
        log.warning("Match %s: open pages were not told: %s", matches, type(error).__name__)
