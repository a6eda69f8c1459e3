"""Emails about the account itself (codes, a forgotten password): sent at once, because somebody is waiting.

With the mail server away they wait in the outbox and the page goes on. They hold codes and links that open an account,
so a row forgets them as soon as it is done with, and nothing is sent that is too old to be of use.
"""

import logging
import secrets
from datetime import timedelta

from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.email import Email, Skip, renderer
from accounts.mail.preferences import ACCOUNT
from accounts.models import OutgoingMail, User

log = logging.getLogger("playpost.mail")
OF_USE = timedelta(hours=1)


def send(message: EmailMessage, user: User | None) -> None:
    """Hand this to the mail server, or owe it to this person. Never raises for a mail server that is away."""
    try:
        message.send()
    except Exception as error:  # of whatever kind the mail service's backend raises
        log.warning("an email about an account could not be sent at once: %s", type(error).__name__)
        if user is not None:
            html = next((str(part[0]) for part in getattr(message, "alternatives", ())), "")
            kept = {"to": message.to[0], "subject": str(message.subject), "text": str(message.body), "html": html}
            outbox.queue(kind=ACCOUNT, key=f"account.{secrets.token_hex(8)}", user=user, data=kept)


@renderer(ACCOUNT)
def _again(row: OutgoingMail) -> Email | Skip:
    if timezone.now() - row.created_at > OF_USE:
        return Skip("It had expired. Please ask for a new one.")
    return Email(row.data["subject"], row.data["text"], row.data["html"], to=row.data["to"])
