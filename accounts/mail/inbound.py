"""Incoming replies: the signed addresses they go to, and which part of them is read.

An address identifies one email, and so one person, seat and decision: `reply+<row>-<signature>@…`. The address of a
combined email (`reply+m<row>-…`) identifies all of its parts. It is all lower case, because mail programs change case.
From is ignored: it can be forged, the address cannot, and answers go to the person's own address.
Bounces come to `reply+b<row>-<signature>@…`, the envelope sender of the email.
An email to `reply+stop-<user>[-<match>]-…`, the address in our List-Unsubscribe header, stops our emails.
"""

import hmac
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import Message as Mime
from hashlib import sha256
from itertools import islice
from typing import Any

from anymail.signals import inbound as mail_arrived
from django.conf import settings
from django.db import OperationalError
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import hooks
from accounts.hooks import Reply
from accounts.mail import bounces, mime, reply_text, unsubscribe
from accounts.mail.email import Email, rendered
from accounts.mail_kinds import kind_of
from accounts.models import IncomingMail, OutgoingMail

log = logging.getLogger("playpost.inbound")
MOST_ADDRESSES = 50  # per email that are looked at: its true recipient comes first
RECEIVED = "received"
MOST_AN_HOUR = 60  # replies per person that are processed
SIGNATURE = 20  # hexadecimal digits: 80 bits
ALONE = 0  # the part number of an email that is not combined
MANY = "m"  # prefix of the number in the address of a combined email
_TOKEN = re.compile(rf"\+({MANY}?)([0-9]{{1,18}})-([0-9a-f]{{{SIGNATURE}}})@")
_STOP = re.compile(rf"\+(stop-([0-9]{{1,18}})(?:-([0-9]{{1,18}}))?)-([0-9a-f]{{{SIGNATURE}}})@")
_BOUNCE = re.compile(rf"\+(b([0-9]{{1,18}}))-([0-9a-f]{{{SIGNATURE}}})@")
_ROBOTS = ("mailer-daemon@", "postmaster@", "no-reply@", "noreply@")


@dataclass(frozen=True, slots=True)
class Message:
    """An incoming email: its headers, its body as text or HTML, and the status code if it reports a failed delivery."""

    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    html: str = ""
    failure: str = ""


# --- addresses ----------------------------------------------------------------------------------------------------


def address_for(row: OutgoingMail, is_bundle: bool = False) -> str:
    """The Reply-To address of this email, or of the combined email sent with this row (`is_bundle`); "" on a site that
    takes no replies, and for an unsaved row (a preview)."""
    return _address(f"{MANY if is_bundle else ''}{row.pk}", _mark_of(row)) if row.pk else ""


def stop_address(scope: unsubscribe.Scope) -> str:
    """The address to which any email stops the emails of this scope; "" on a site that takes no replies."""
    return _address(f"stop-{scope.user_id}" + (f"-{scope.match_id}" if scope.match_id else ""))


def bounce_address(row: OutgoingMail) -> str:
    """The envelope sender of this email, to which bounces go; "" if they do not come to our own door."""
    is_ours = settings.HAS_VERP and "anymail" not in settings.EMAIL_BACKEND and row.pk
    return _address(f"b{row.pk}", _time_of(row)) if is_ours else ""


def is_ours(address: str) -> bool:
    """Does this look like one of our signed addresses?"""
    box, _, host = settings.REPLY_ADDRESS.lower().partition("@")
    low = address.lower()
    known = any(form.search(low) for form in (_TOKEN, _STOP, _BOUNCE))
    return bool(host) and known and low.startswith(f"{box}+") and low.endswith(f"@{host}")


def bounced_by(address: str) -> OutgoingMail | None:
    """The email whose bounces go to this address; None if it is not a signed bounce address."""
    found = _BOUNCE.search(address.lower())
    row = OutgoingMail.objects.filter(pk=int(found[2])).first() if found else None
    is_signed = found and row and any(_is_signed(found[1], found[3], mark) for mark in (_time_of(row), ""))
    return row if is_signed else None


def stopped_by(address: str) -> unsubscribe.Scope | None:
    """What an email to this address stops; None if it is not a signed stop address."""
    found = _STOP.search(address.lower())
    if found is None or not _is_signed(found[1], found[4]):
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
        # The second mark is that of emails from before an upgrade, here and for bounces.
        if row and any(_is_signed(one[1] + one[2], one[3], mark) for mark in (_mark_of(row), row.user.link_mark)):
            return _parts_of(row) if one[1] else {ALONE: row}
    return {}


def _time_of(row: OutgoingMail) -> str:
    """What tells an email from another that has the same number after a backup is restored."""
    return str(int(row.created_at.timestamp()))


def _mark_of(row: OutgoingMail) -> str:
    return f"{row.user.link_mark} {_time_of(row)}"


def _is_signed(name: str, signature: str, mark: str = "") -> bool:
    """Did we sign this name, with the site's key or an earlier one?"""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(_signature(name, mark, key), signature) for key in keys)


def _parts_of(row: OutgoingMail) -> dict[int, OutgoingMail]:
    parts = OutgoingMail.objects.select_related("user").filter(user=row.user_id, bundle=row.key)
    asked = (part for part in parts if "decision" in part.data and kind_of(part.kind).asks)
    return {part.data["part"]: part for part in asked if "part" in part.data}


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
        or low.get("content-type", "").startswith("multipart/report")  # it was read, or not delivered
        or any(robot in low.get("from", "") for robot in _ROBOTS)
    )


class StillBusy(OperationalError):
    """Another process has taken this email a moment ago and may have been killed: whoever brings it must come again,
    which a 503 says to a mail service and a 451 to a mail server."""


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
    if any(_BOUNCE.search(address.lower()) for address in addresses):
        return _bounced(addresses, message)
    emails = emails_of(*addresses)
    if not emails:
        log.info("Ignored an incoming email that is not a reply to one of ours.")
        return "unknown"
    above, aside = reply_text.written(message.text, message.html, lambda: _sent(emails.values()))
    parts = {} if ALONE in emails else _by_part(above or aside, emails)
    if not parts:  # if only one part can be answered, its number can be left out
        row, is_addressed = next(iter(emails.values())), len(emails) == 1
        return _receive(row, message, Reply(0, *reply_text.read_lines(above), tuple(aside), is_addressed))
    own = {number: Reply(0, *reply_text.read_lines(lines)) for number, lines in parts.items()}
    return ", ".join(_receive(emails[number], message, reply) for number, reply in own.items())


def _sent(emails: Iterable[OutgoingMail]) -> str | None:
    """The text of the emails as it would be written now, None if one would not be. Read anew: rendering notes in a row
    which choices it shows."""
    rows = OutgoingMail.objects.select_related("user").filter(pk__in=[row.pk for row in emails])
    written = [rendered(row) for row in rows]
    texts = [email.text for email in written if isinstance(email, Email)]
    return "\n".join(texts) if len(texts) == len(written) else None


def _by_part(lines: list[str], emails: Mapping[int, OutgoingMail]) -> dict[int, list[str]]:
    """The lines for each part of a combined email, which name it or one of its choices."""
    return reply_text.by_part(lines, emails) or reply_text.by_number(lines, _numbers(emails))


def _numbers(emails: Mapping[int, OutgoingMail]) -> dict[int, range]:
    """The numbers of the choices of each part."""
    begun = {part: row.data.get("begins", 1) for part, row in emails.items()}
    return {part: range(begin, begin + emails[part].data.get("choices", 0)) for part, begin in begun.items()}


def _bounced(addresses: Iterable[str], message: Message) -> str:
    row = next((row for row in map(bounced_by, addresses) if row), None)
    if row is None or not message.failure:  # such as a delay, or an automatic answer
        return "ignored"
    is_hard = bounces.is_hard(message.failure)
    bounces.record_of(row, bounces.Verdict.HARD if is_hard else bounces.Verdict.SOFT)
    return "bounced"


def _receive(row: OutgoingMail, message: Message, reply: Reply) -> str:
    known = _record(row, message, " / ".join(reply.lines or reply.aside)[:200])
    if known is None:
        return "repeated"
    outcome = _process(row, message, replace(reply, id=known.pk))
    IncomingMail.objects.filter(pk=known.pk).update(outcome=outcome)
    return outcome


def _record(row: OutgoingMail, message: Message, line: str) -> IncomingMail | None:
    """Record the reply; None if it has been processed before. Raises StillBusy."""
    headers = {name.lower(): value for name, value in message.headers.items()}
    same = headers.get("message-id") or f"{headers.get('date', '')}\n{message.text}{message.html}"
    key = sha256(mime.storable(f"{row.pk}\n{same}").encode()).hexdigest()
    known, is_new = IncomingMail.objects.get_or_create(key=key, defaults={"mail": row, "line": line})
    if not is_new and known.outcome != RECEIVED:
        return None
    # The process that took it first may have been killed, so it is taken again after a minute. A move counts only once.
    if not is_new and known.at > timezone.now() - timedelta(minutes=1):
        raise StillBusy
    return known


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
    addresses = (message.envelope_recipient or "", *mime.addresses_in(message, "to"))
    receive(addresses, read(message))


def read(message: Mime) -> Message:
    """A parsed email as we need it."""
    text, html = (mime.text_of(message, kind) for kind in ("text/plain", "text/html"))
    return Message(mime.headers_of(message), text, html, mime.failure_of(message))
