"""The door for incoming email without a mail service: a small SMTP or LMTP server that takes replies and bounces.

It accepts only addresses that look like ours, drops what we have not signed, and never sends anything. SMTP is for a
machine without a mail server (port 25 leads here), LMTP for one with Postfix, which checks senders and keeps email
while we are down.
"""

import asyncio
import logging
from email import message_from_bytes
from typing import Any
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import connection

from accounts.mail import inbound

log = logging.getLogger("playpost.inbound")
MOST_BYTES = 25 * 1024 * 1024  # of one email
MOST_RECIPIENTS = 20
MOST_NESTS = 40  # parts that hold parts: the parser compares each line with the ends of all that are open


class Door:
    """What to do with each email (a handler of aiosmtpd)."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not inbound.is_ours(address):
            return "550 5.1.1 No such mailbox"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        try:
            if content.lower().count(b"boundary=") > MOST_NESTS:
                raise RecursionError
            answer = f"250 2.0.0 {await asyncio.to_thread(_take_in_thread, list(envelope.rcpt_tos), content)}"
        except RecursionError:  # as it would be the next time
            answer = "554 5.6.0 Too many parts in parts"
        except Exception as error:
            log.error("Could not process an incoming email: %s", type(error).__name__)
            answer = "451 4.3.0 Try again later"
        return "\r\n".join([answer] * len(envelope.rcpt_tos)) if isinstance(server, LMTP) else answer


def take(addresses: list[str], content: bytes) -> str:
    """Process an email as it came. Returns the outcome in a word."""
    return inbound.receive(addresses, inbound.read(message_from_bytes(content)))


def _take_in_thread(addresses: list[str], content: bytes) -> str:
    try:
        return take(addresses, content)
    finally:
        connection.close()  # each thread has its own


class Server(Controller):
    """A server at a place like `smtp://0.0.0.0:25` or `lmtp://127.0.0.1:2424`, with start() and stop()."""

    def __init__(self, place: str) -> None:
        parts = urlsplit(place)
        if parts.scheme not in ("smtp", "lmtp") or parts.port is None:
            raise ValueError(f"PLAYPOST_INBOUND is {place!r}, but must look like lmtp://127.0.0.1:2424.")
        self.protocol = LMTP if parts.scheme == "lmtp" else SMTP
        super().__init__(Door(), hostname=parts.hostname or "127.0.0.1", port=parts.port)

    def factory(self) -> Any:
        return self.protocol(self.handler, data_size_limit=MOST_BYTES, ident="Playpost", hostname="playpost")
