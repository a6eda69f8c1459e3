"""Tells open pages that their person has been logged out. Each web process listens for all its pages."""

import hashlib
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger("playpost.live")


GROUP = "people"  # the channel group of all web processes


def session_tag(session_key: str | None) -> str:
    """A short name for a session that does not give the session away; "" for none."""
    return hashlib.sha256(f"playpost.session.{session_key}".encode()).hexdigest()[:16] if session_key else ""


def say_bye(user_id: int, session_key: str | None = None) -> None:
    """Close this person's sockets: those of one session, or all of them ("session" is "" then).

    A broker that is away does not stop a logout: sockets check their session on each message as well.
    """
    message = {"type": "bye", "user": user_id, "session": session_tag(session_key)}
    try:
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
    except Exception as error:
        log.warning("could not say bye to user %s: %s", user_id, type(error).__name__)
