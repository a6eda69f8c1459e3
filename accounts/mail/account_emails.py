"""Emails about the account itself (codes, password resets): sent at once, because somebody is waiting for them.

If the mail server is down, they go to the outbox and the page does not fail. They contain codes and links that open an
account, so the outbox row is cleared as soon as it is done, and an expired email is not sent.
"""

import logging
import secrets
from datetime import timedelta

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.email import Email, Skip, renderer
from accounts.mail.inlined import inlined
from accounts.mail.preferences import ACCOUNT
from accounts.models import OutgoingMail, User

log = logging.getLogger("playpost.mail")
EXPIRES = timedelta(hours=1)


def send(message: EmailMessage, user: User | None) -> None:
    """Send a message, or queue it for this person if the mail server fails. Never raises."""
    html = ""
    if isinstance(message, EmailMultiAlternatives) and message.alternatives:
        html = inlined(str(message.alternatives[0][0]))
        message.alternatives = []
        message.attach_alternative(html, "text/html")
    try:
        message.send()
    except Exception as error:  # each email backend raises its own exceptions
        log.warning("Could not send an account email at once: %s", type(error).__name__)
        if user is not None:
            kept = {"to": message.to[0], "subject": str(message.subject), "text": str(message.body), "html": html}
            outbox.queue(kind=ACCOUNT, key=f"account.{secrets.token_hex(8)}", user=user, data=kept)


@renderer(ACCOUNT)
def _again(row: OutgoingMail) -> Email | Skip:
    if timezone.now() - row.created_at > EXPIRES:
        return Skip("It had expired. Please ask for a new one.")
    return Email(row.data["subject"], row.data["text"], row.data["html"], to=row.data["to"])
