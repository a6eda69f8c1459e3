"""Replies to our mails: the signed address they go to, what is read of them, what is dropped.

An address speaks for one mail, hence for one person, seat and decision: `reply+<mail>-<signature>@…`. No upper case in
it, because mail programs change that. Who wrote it is nobody's business: From can be forged, the address cannot, and
answers go to the person's own address.
"""

import hmac
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from html import unescape

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import hooks
from accounts.hooks import Reply
from accounts.models import IncomingMail, OutgoingMail

log = logging.getLogger("playpost.inbound")
MOST_TEXT = 20_000  # characters that are looked at
RECEIVED = "received"
MOST_AN_HOUR = 60  # replies of one person that are answered
SIGNATURE = 20  # hexadecimal digits: 80 bits
_TOKEN = re.compile(rf"\+([0-9]{{1,18}})-([0-9a-f]{{{SIGNATURE}}})@")
_TAG = re.compile(r"<(?:br|/p|/div|/tr|/li)[^>]*>", re.IGNORECASE)
_QUOTE = re.compile(
    r"^>(?!>)|^-- ?$|^_{10,}|^-{3,} ?\w|^(sent from my|from:|von:|de:) ?|^\W*(on|am|le|el|il)\b.{4,200}:$",
    re.IGNORECASE,
)
_ROBOTS = ("mailer-daemon@", "postmaster@", "no-reply@", "noreply@")


@dataclass(frozen=True, slots=True)
class Message:
    """A mail that came in: its headers, and its body as text or HTML."""

    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    html: str = ""


# --- addresses ----------------------------------------------------------------------------------------------------


def address_for(row: OutgoingMail) -> str:
    """Where a reply to this mail goes; "" on a site that takes no replies, and for a mail that is only shown."""
    if not settings.REPLY_ADDRESS or not row.pk:
        return ""
    name, _, host = settings.REPLY_ADDRESS.partition("@")
    return f"{name}+{row.pk}-{_signature(row.pk)}@{host}"


def mail_of(address: str) -> OutgoingMail | None:
    """The mail that an address of ours speaks for; None if we did not sign it, or the mail is forgotten."""
    found = _TOKEN.search(address.lower())
    if found is None or not hmac.compare_digest(_signature(int(found[1])), found[2]):
        return None
    return OutgoingMail.objects.select_related("user").filter(pk=int(found[1])).first()


def _signature(pk: int) -> str:
    return salted_hmac("playpost.reply", str(pk), algorithm="sha256").hexdigest()[:SIGNATURE]


# --- what a mail says ---------------------------------------------------------------------------------------------


def is_automatic(headers: Mapping[str, str]) -> bool:
    """Out of office, bounces, lists: written by a machine, so never answered by one."""
    low = {name.lower(): str(value).strip().lower() for name, value in headers.items()}
    return (
        low.get("auto-submitted", "no").partition(";")[0].strip() != "no"
        or any(name in low for name in ("x-autoreply", "x-autorespond", "x-auto-response-suppress", "list-id"))
        or low.get("precedence") in ("bulk", "junk", "list", "auto_reply")
        or low.get("return-path") == "<>"
        or any(robot in low.get("from", "") for robot in _ROBOTS)
    )


def lines_of(message: Message) -> tuple[str, tuple[str, ...]]:
    """(first line of one's own words, lines to be said). What was quoted, and all below it, is not looked at."""
    text = message.text.strip() or unescape(re.sub(r"<[^>]*>", "", _TAG.sub("\n", message.html)))
    first, said = "", []
    for line in (line.strip() for line in text[:MOST_TEXT].splitlines()):
        if not line:
            continue
        if line.startswith(">>") and line.lstrip("> "):
            said.append(line.lstrip("> "))
        elif _QUOTE.search(line) or first:
            break
        else:
            first = line
    return first[:200], tuple(said[:10])


# --- taking one ---------------------------------------------------------------------------------------------------


def receive(addresses: Iterable[str], message: Message) -> str:
    """Take a mail that came in, once. Returns what became of it in one word. What people write raises nothing; an error
    of ours does, so that the mail service brings the mail again."""
    row = next((row for row in map(mail_of, addresses) if row is not None), None)
    if row is None:
        log.info("A mail came in that no letter of ours was answered with.")
        return "unknown"
    line, said = lines_of(message)
    known = _note(row, message, line)
    if known is None:
        return "repeated"
    outcome = _take(row, message, Reply(f"r{known.pk}", line, said))
    IncomingMail.objects.filter(pk=known.pk).update(outcome=outcome)
    return outcome


def _note(row: OutgoingMail, message: Message, line: str) -> IncomingMail | None:
    """Write down that it came; None if it has been dealt with before, or is just being dealt with."""
    headers = {name.lower(): value for name, value in message.headers.items()}
    same = headers.get("message-id") or f"{headers.get('date', '')}\n{message.text}{message.html}"
    key = sha256(f"{row.pk}\n{same}".encode()).hexdigest()
    known, is_new = IncomingMail.objects.get_or_create(key=key, defaults={"mail": row, "line": line})
    # Whoever took it first may have been killed: after a minute it is taken again, and a move counts once all the same.
    was_lost = known.outcome == RECEIVED and known.at < timezone.now() - timedelta(minutes=1)
    return known if is_new or was_lost else None


def _take(row: OutgoingMail, message: Message, reply: Reply) -> str:
    if is_automatic(message.headers):
        return "automatic"
    hour = timezone.now() - timedelta(hours=1)
    if IncomingMail.objects.filter(mail__user=row.user_id, at__gt=hour).count() > MOST_AN_HOUR:
        return "too many"
    return next((word for take in hooks.reply_takers if (word := take(row, reply))), "not taken")
