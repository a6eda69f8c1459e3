"""Incoming replies: the signed addresses they go to, and which part of them is read.

An address identifies one email, and so one person, seat and decision: `reply+<row>-<signature>@…`. The address of a
combined email (`reply+m<row>-…`) identifies all of its parts. It is all lower case, because mail programs change case.
From is ignored: it can be forged, the address cannot, and answers go to the person's own address.
An email to `reply+stop-<user>[-<match>]-…`, the address in our List-Unsubscribe header, stops our emails.
"""

import hmac
import logging
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from html import unescape
from itertools import islice, takewhile
from typing import Any

from anymail.signals import inbound as mail_arrived
from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import hooks
from accounts.hooks import Reply
from accounts.mail import mime, unsubscribe
from accounts.models import IncomingMail, OutgoingMail

log = logging.getLogger("playpost.inbound")
MOST_TEXT = 20_000  # characters that are read
MOST_HTML = 200_000  # characters that are read before tags are removed
MOST_ADDRESSES = 50  # per email that are looked at: its true recipient comes first
MOST_LINE = 1000  # characters per line
MOST_LINES = 40  # lines per answer
RECEIVED = "received"
MOST_AN_HOUR = 60  # replies per person that are processed
SIGNATURE = 20  # hexadecimal digits: 80 bits
ALONE = 0  # the part number of an email that is not combined
MANY = "m"  # prefix of the number in the address of a combined email
_TOKEN = re.compile(rf"\+({MANY}?)([0-9]{{1,18}})-([0-9a-f]{{{SIGNATURE}}})@")
_STOP = re.compile(rf"\+(stop-([0-9]{{1,18}})(?:-([0-9]{{1,18}}))?)-([0-9a-f]{{{SIGNATURE}}})@")
_PART = re.compile(r"([0-9]{1,2}) ?: *(.*)")
# [^<>] stops at the next "<": otherwise an email full of "<" would take quadratic time.
_BREAK = re.compile(r"<(?:br|/p|/div|/tr|/li)[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_QUOTE = re.compile(
    r"^>(?!>)|^-- ?$|^_{10,}|^-{3,} ?\w|^(sent from my|from:|von:|de:) ?|^\W*(on|am|le|el|il)\b.{4,200}:$",
    re.IGNORECASE,
)
_ROBOTS = ("mailer-daemon@", "postmaster@", "no-reply@", "noreply@")


@dataclass(frozen=True, slots=True)
class Message:
    """An incoming email: its headers, and its body as text or HTML."""

    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    html: str = ""


# --- addresses ----------------------------------------------------------------------------------------------------


def address_for(row: OutgoingMail, is_bundle: bool = False) -> str:
    """The Reply-To address of this email, or of the combined email sent with this row (`is_bundle`); "" on a site that
    takes no replies, and for an unsaved row (a preview)."""
    return _address(f"{MANY if is_bundle else ''}{row.pk}", row.user.link_mark) if row.pk else ""


def stop_address(scope: unsubscribe.Scope) -> str:
    """The address to which any email stops the emails of this scope; "" on a site that takes no replies."""
    return _address(f"stop-{scope.user_id}" + (f"-{scope.match_id}" if scope.match_id else ""))


def stopped_by(address: str) -> unsubscribe.Scope | None:
    """What an email to this address stops; None if it is not a signed stop address."""
    found = _STOP.search(address.lower())
    if found is None or not hmac.compare_digest(_signature(found[1]), found[4]):
        return None
    return unsubscribe.Scope(int(found[2]), found[3] or "")


def _address(name: str, mark: str = "") -> str:
    box, _, host = settings.REPLY_ADDRESS.partition("@")
    return f"{box}+{name}-{_signature(name, mark)}@{host}" if host else ""


def emails_of(*addresses: str) -> dict[int, OutgoingMail]:
    """The emails that the first reply address of ours identifies, by part number; {} if none is signed by us, or if the
    password has changed since."""
    found = [one for one in map(_TOKEN.search, map(str.lower, addresses)) if one]
    rows = OutgoingMail.objects.select_related("user").in_bulk({int(one[2]) for one in found}) if found else {}
    for one in found:
        row = rows.get(int(one[2]))
        if row and _is_signed(one, row):
            return _parts_of(row) if one[1] else {ALONE: row}
    return {}


def _is_signed(found: re.Match[str], row: OutgoingMail) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    signed = (_signature(found[1] + found[2], row.user.link_mark, key) for key in keys)
    return any(hmac.compare_digest(one, found[3]) for one in signed)


def _parts_of(row: OutgoingMail) -> dict[int, OutgoingMail]:
    parts = OutgoingMail.objects.select_related("user").filter(user=row.user_id, bundle=row.key)
    return {part.data["part"]: part for part in parts if "decision" in part.data and "part" in part.data}


def _signature(name: str, mark: str = "", key: str | None = None) -> str:
    return salted_hmac("playpost.reply", f"{name} {mark}", key, algorithm="sha256").hexdigest()[:SIGNATURE]


# --- contents -------------------------------------------------------------------------------------------------------


def is_automatic(headers: Mapping[str, str]) -> bool:
    """Was it written by a machine (out of office, bounce, mailing list)? Such emails get no answer."""
    low = {name.lower(): str(value).strip().lower() for name, value in headers.items()}
    return (
        low.get("auto-submitted", "no").partition(";")[0].strip() != "no"
        or any(name in low for name in ("x-autoreply", "x-autorespond", "x-auto-response-suppress", "list-id"))
        or low.get("precedence") in ("bulk", "junk", "list", "auto_reply")
        or low.get("return-path") == "<>"
        or any(robot in low.get("from", "") for robot in _ROBOTS)
    )


def own_lines(message: Message) -> list[str]:
    """The lines that the sender wrote, up to the quoted email or the signature."""
    html = _BREAK.sub("\n", mime.seen(message.html[:MOST_HTML]).replace("<blockquote", "\n> <blockquote"))
    text = mime.storable(message.text[:MOST_HTML].strip() or unescape(_TAG.sub("", html)))
    lines = [line.strip() for line in text[:MOST_TEXT].splitlines()]
    return list(takewhile(lambda line: not _QUOTE.search(line), lines))


def read_lines(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(the first block of lines, lines for the chat, which start with >>)."""
    first: list[str] = []
    said, is_closed = [], False
    for line in lines:
        if line.startswith(">>") and line.lstrip("> "):
            said.append(line.lstrip("> "))
        elif line and is_closed:
            break
        elif line:
            first.append(line[:MOST_LINE])
        is_closed = is_closed or (bool(first) and not line)
    return tuple(first[:MOST_LINES]), tuple(said[:10])


def by_email(lines: Iterable[str], emails: Collection[int]) -> dict[int, list[str]]:
    """The lines for each part of a combined email: "2: 5" and the lines below it are for the second part."""
    found: dict[int, list[str]] = {}
    own: list[str] = []  # lines above the first number are ignored
    for line in lines:
        begun = _PART.fullmatch(line)
        if begun and int(begun[1]) in emails:
            own = found.setdefault(int(begun[1]), [])
        own.append(begun[2] if begun and int(begun[1]) in emails else line)
    return found


# --- receiving ----------------------------------------------------------------------------------------------------


def receive(addresses: Iterable[str], message: Message) -> str:
    """Process an incoming email, once. Returns the outcome in one word (one per email it answers). Bad input never
    raises; a failure of ours does, so that the mail service delivers the email again."""
    addresses = list(islice(addresses, MOST_ADDRESSES))
    scopes = [scope for scope in map(stopped_by, addresses) if scope]
    for scope in scopes:
        unsubscribe.stop(scope)
    if scopes:
        return "stopped"
    emails = emails_of(*addresses)
    if not emails:
        log.info("Ignored an incoming email that is not a reply to one of ours.")
        return "unknown"
    lines = own_lines(message)
    parts = {} if ALONE in emails else by_email(lines, emails)
    if not parts:  # if only one part can be answered, its number can be left out
        return _receive(next(iter(emails.values())), message, lines, is_addressed=len(emails) == 1)
    return ", ".join(_receive(emails[number], message, own) for number, own in parts.items())


def _receive(row: OutgoingMail, message: Message, lines: list[str], *, is_addressed: bool = True) -> str:
    first, said = read_lines(lines)
    known = _record(row, message, " / ".join(first)[:200])
    if known is None:
        return "repeated"
    outcome = _process(row, message, Reply(known.pk, first, said, is_addressed))
    IncomingMail.objects.filter(pk=known.pk).update(outcome=outcome)
    return outcome


def _record(row: OutgoingMail, message: Message, line: str) -> IncomingMail | None:
    """Record the reply; None if it has been processed before or is being processed now."""
    headers = {name.lower(): value for name, value in message.headers.items()}
    same = headers.get("message-id") or f"{headers.get('date', '')}\n{message.text}{message.html}"
    key = sha256(mime.storable(f"{row.pk}\n{same}").encode()).hexdigest()
    known, is_new = IncomingMail.objects.get_or_create(key=key, defaults={"mail": row, "line": line})
    # The process that took it first may have been killed, so it is taken again after a minute. A move counts only once.
    was_lost = known.outcome == RECEIVED and known.at < timezone.now() - timedelta(minutes=1)
    return known if is_new or was_lost else None


def _process(row: OutgoingMail, message: Message, reply: Reply) -> str:
    if is_automatic(message.headers):
        return "automatic"
    hour = timezone.now() - timedelta(hours=1)
    if IncomingMail.objects.filter(mail__user=row.user_id, at__gt=hour).count() > MOST_AN_HOUR:
        return "too many"
    return next((word for take in hooks.reply_takers if (word := take(row, reply))), "not taken")


@receiver(mail_arrived)
def reply_arrived(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """The mail service has received an email for us."""
    message = event.message
    addresses = (message.envelope_recipient or "", *(address.addr_spec for address in message.to))
    receive(
        addresses,
        Message(mime.headers_of(message), mime.text_of(message, "text/plain"), mime.text_of(message, "text/html")),
    )
