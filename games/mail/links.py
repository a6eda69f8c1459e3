"""Links in emails: a signed ticket for one person, seat, decision and choice. It logs nobody in.

A ticket becomes invalid when the person changes their password.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.errors import Refusal

LIFETIME = timedelta(days=30)
FORM = "f"  # instead of a choice: the whole form
AGAIN = "again"  # of a finished match: a rematch
_signer = signing.TimestampSigner(salt="playpost.email", sep=":")


@dataclass(frozen=True, slots=True)
class Ticket:
    """`choice`: an index into the choices of the email, FORM or AGAIN."""

    match: int
    seat: int
    user: int
    choice: str
    decision: str


def link(ticket: Ticket, mark: str = "") -> str:
    """The absolute URL for an email. `mark`: the person's `link_mark`, to save looking it up."""
    mark = mark or _mark_of(ticket.user)
    parts = (ticket.match, ticket.seat, ticket.user, ticket.choice, ticket.decision, mark)
    token = _signer.sign("~".join(str(part) for part in parts))
    return settings.SITE_URL + reverse("email", args=[token])


def read(token: str) -> Ticket:
    """Verify a link. Raises Refusal: 403 if it is forged, 410 if it has expired or the password has changed."""
    try:
        match, seat, user, choice, decision, mark = _signer.unsign(token, max_age=LIFETIME).split("~")
        ticket = Ticket(int(match), int(seat), int(user), choice, decision)
    except signing.SignatureExpired:
        raise Refusal(410, "This email is more than 30 days old. Open the table instead.") from None
    except (signing.BadSignature, ValueError):
        raise Refusal(403, "This link is not one of ours, or part of it is missing.") from None
    if not constant_time_compare(mark, _mark_of(ticket.user)):
        raise Refusal(410, "The password was changed since this email was sent. Log in and open the table instead.")
    return ticket


def _mark_of(user_id: int) -> str:
    person = User.objects.filter(pk=user_id).only("password").first()
    return person.link_mark if person else ""
