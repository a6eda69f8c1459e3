"""Pokes: tells open pages of a match *that* something changed, never *what*; each viewer then gets its own view."""

import logging
from collections.abc import Mapping
from typing import Any

import redis
from channels.layers import get_channel_layer

log = logging.getLogger("playpost.notify")


def group(match_id: int) -> str:
    """The channel group of the web processes that serve open pages of this match."""
    return f"m{match_id}"


def poke(match_id: int, revision: int) -> None:
    """Tell the web processes to refresh open pages.

    `revision` tells them which write to wait for; it is never sent to browsers.
    """
    publish([poke_message(match_id, revision, None)])


def poke_each(revisions: Mapping[int, int]) -> None:
    """Refresh the open pages of these matches (id: revision), chat included."""
    pokes = [poke_message(match_id, revision, None) for match_id, revision in revisions.items()]
    publish([*pokes, *map(chat_message, revisions)])


def chat(match_id: int) -> None:
    """Refresh the chat on open pages."""
    publish([chat_message(match_id)])


def reaction(match_id: int, seat: int, user: int, number: int) -> None:
    """Show a quick reaction of this seat on open pages. It is stored nowhere."""
    publish([{"type": "reaction", "match": match_id, "seat": seat, "user": user, "number": number}])


def poke_message(match_id: int, revision: int, seats: list[int] | None) -> dict[str, Any]:
    """The message that `poke` publishes."""
    return {"type": "poke", "match": match_id, "revision": revision, "seats": seats}


def chat_message(match_id: int) -> dict[str, Any]:
    """The message that `chat` publishes."""
    return {"type": "said", "match": match_id}


def publish(messages: list[dict[str, Any]]) -> None:
    """Send pokes. If the broker is down, that is only logged: pages catch up when they next look."""
    try:
        get_channel_layer().publish_now((group(message["match"]), message) for message in messages)
    except redis.RedisError as error:
        matches = ", ".join(sorted({str(message["match"]) for message in messages}))
        log.warning("Match %s: could not notify open pages: %s", matches, type(error).__name__)
