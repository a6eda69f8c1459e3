"""The message around a letter: its headers, and the ways to stop such mails."""

from email.mime.image import MIMEImage
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from accounts.mail import inbound, unsubscribe
from accounts.mail.letter import Letter, Picture, one_line
from accounts.models import OutgoingMail


def domain() -> str:
    """The host name of this site, for Message-IDs."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def message_id(key: str) -> str:
    """Always the same for the same mail: most mailboxes drop a repeat."""
    return f"<{key}@{domain()}>"


def message(
    row: OutgoingMail, letter: Letter, connection: BaseEmailBackend | None = None, is_bundle: bool = False
) -> EmailMultiAlternatives:
    """The complete message with all headers of a game mail. A bundle is stopped as a whole."""
    match_id = "" if is_bundle else row.match_id
    about = "collected" if is_bundle else f"match-{match_id}" if match_id else row.kind
    headers = {
        "List-Id": f"<{about}.{domain()}>",
        **{name: one_line(value, 900) for name, value in letter.headers.items()},
        "Message-ID": message_id(row.key),
        "List-Unsubscribe": ", ".join(f"<{way}>" for way in _ways_out(row.user_id, match_id)),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    mail = EmailMultiAlternatives(
        subject=one_line(letter.subject), body=letter.text, to=[row.user.email], headers=headers, connection=connection
    )
    if letter.html:
        mail.attach_alternative(letter.html, "text/html")
    if letter.pictures:
        mail.mixed_subtype = "related"  # type: ignore[attr-defined] # the pictures belong to the text, they are no files to be saved
    for picture in letter.pictures:
        mail.attach(_part(picture))
    return mail


def _part(picture: Picture) -> MIMEImage:
    """Inline and without a name of a file: mailboxes list it neither as an attachment nor below the text."""
    part = MIMEImage(picture.content, "png")
    part["Content-ID"] = f"<{picture.cid}>"
    part["Content-Disposition"] = "inline"
    return part


def _ways_out(user_id: int, match_id: str) -> list[str]:
    """A page; and an address of ours for mailboxes that stop letters by a mail, where replies are read."""
    address = inbound.stop_address(unsubscribe.Scope(user_id, match_id))
    return [unsubscribe.url(user_id, match_id)] + ([f"mailto:{address}?subject=stop"] if address else [])
