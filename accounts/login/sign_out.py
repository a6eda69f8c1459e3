"""Tells open pages that their user has been logged out, or may do something else now. Each web process listens on
behalf of its pages."""

import hashlib
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger("playpost.live")


GROUP = "people"  # the channel group of all web processes


def session_tag(session_key: str | None) -> str:
    """An identifier for a session that does not reveal its key; "" for no session."""
    return hashlib.sha256(f"playpost.session.{session_key}".encode()).hexdigest()[:16] if session_key else ""


def close_sockets(user_id: int, session_key: str | None = None, *, may_return: bool = False) -> None:
    """Close this user's sockets: those of one session, or all of them. `may_return`: the pages open new ones at once.

    A broker that is down does not prevent the logout: sockets also check their session on each message.
    """
    message = {"type": "bye", "user": user_id, "session": session_tag(session_key)}
    message |= {"may_return": True} if may_return else {}
    try:
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
    except Exception as error:
        log.warning("Could not close the sockets of user %s: %s", user_id, type(error).__name__)
