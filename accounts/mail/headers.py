"""Builds the complete message for an email, with its headers and unsubscribe links."""

from datetime import datetime
from email.charset import QP, Charset
from email.mime.image import MIMEImage
from email.utils import formataddr, parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from accounts.mail import inbound, never, unsubscribe
from accounts.mail.email import Email, Picture, one_line
from accounts.mail.inlined import inlined
from accounts.mail_kinds import TO_STRANGERS, kind_of
from accounts.models import OutgoingMail

QUOTED = Charset("utf-8")  # servers on the way may convert 8-bit text, which breaks signatures (RFC 6376)
QUOTED.body_encoding = QP


class GameMail(EmailMultiAlternatives):
    """Django's message, with pictures as multipart/related: they are part of the text, not attachments."""

    metadata: dict[str, str] = {}
    mixed_subtype = "related"
    encoding = QUOTED

    def message(self, **ways: Any) -> Any:
        """The message, which says what it begins with (RFC 2387)."""
        made: Any = super().message(**ways)
        if made.get_content_subtype() == self.mixed_subtype:
            made.set_param("type", "multipart/alternative")
        return made


def domain() -> str:
    """The host name of this site, for Message-IDs."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def message_id(key: str, created_at: datetime) -> str:
    """The Message-ID, always the same for the same email, because most mailboxes drop duplicates. After a backup is
    restored, other emails have the same keys, but not the same times."""
    return id_of(f"{key}@{int(created_at.timestamp())}")


def id_of(marked: str) -> str:
    """The Message-ID, from the key and the time of an email."""
    return f"<{marked}.{domain()}>"


def message(
    row: OutgoingMail, email: Email, connection: BaseEmailBackend | None = None, is_bundle: bool = False
) -> GameMail:
    """The complete message with all headers. The unsubscribe link of a bundle stops all emails."""
    headers = _list_headers(row, email, is_bundle) | {
        **{name: one_line(value, 900) for name, value in email.headers.items()},
        "Message-ID": message_id(row.key, row.created_at),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    bounces_to = inbound.bounce_address(row)  # the envelope sender
    if bounces_to:
        headers["From"] = _sender(email)
    mail = GameMail(
        subject=one_line(email.subject),
        body=email.text,
        from_email=bounces_to or _sender(email),
        to=[email.to or row.user.mail_address],
        headers=headers,
        connection=connection,
    )
    mail.metadata = {"key": row.key}  # a mail service repeats it in its reports
    if email.html:
        mail.attach_alternative(inlined(email.html), "text/html")
    for picture in email.pictures:
        mail.attach(_part(picture))
    return mail


def _list_headers(row: OutgoingMail, email: Email, is_bundle: bool) -> dict[str, str]:
    """What mail programs need to sort these emails and to offer to stop them."""
    if row.kind in TO_STRANGERS:
        ways, about = [never.url(email.to)], "invitations"
    elif kind_of(row.kind).always:
        return {}
    else:
        scope = unsubscribe.Scope(row.user_id, "" if is_bundle else unsubscribe.part_of(row))
        stop = inbound.stop_address(scope)  # if the site takes replies
        ways = [unsubscribe.url(scope.user_id, scope.match_id), *([f"mailto:{stop}?subject=stop"] if stop else [])]
        about = "collected" if is_bundle else f"match-{row.match_id}" if row.match_id else row.kind
    return {
        "List-Id": f"<{about}.{domain()}>",
        "List-Unsubscribe": ", ".join(f"<{way}>" for way in ways),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _sender(email: Email) -> str:
    """The From header: our address, with the game after our name: "Playpost · Parcels with Ben"."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((one_line(f"{name} · {email.sender}", 100), address)) if email.sender else f"{name} <{address}>"


def _part(picture: Picture) -> MIMEImage:
    """An inline part without a file name, so that mail programs do not list it as an attachment."""
    part = MIMEImage(picture.content, "png")
    part["Content-ID"] = f"<{picture.cid}>"
    part["Content-Disposition"] = "inline"
    return part
