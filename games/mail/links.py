"""Links in letters: a signed ticket for one person, one seat, one decision and one choice. It signs nobody in."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.errors import Refusal

LIFETIME = timedelta(days=30)
FORM = "f"  # instead of the number of a choice: the whole form
_signer = signing.TimestampSigner(salt="playpost.letter", sep=":")


@dataclass(frozen=True, slots=True)
class Ticket:
    """`choice` is the place in the list of the letter, or FORM."""

    match: int
    seat: int
    user: int
    choice: str
    decision: str


def link(ticket: Ticket) -> str:
    """The absolute address for a letter."""
    parts = (ticket.match, ticket.seat, ticket.user, ticket.choice, ticket.decision)
    token = _signer.sign("~".join(str(part) for part in parts))
    return settings.SITE_URL + reverse("letter", args=[token])


def read(token: str) -> Ticket:
    """The ticket of a link. Raises Refusal: 403 for a forged one, 410 for one that is too old."""
    try:
        match, seat, user, choice, decision = _signer.unsign(token, max_age=LIFETIME).split("~")
        return Ticket(int(match), int(seat), int(user), choice, decision)
    except signing.SignatureExpired:
        raise Refusal(410, "This letter is older than 30 days. Open the table instead.") from None
    except (signing.BadSignature, ValueError):
        raise Refusal(403, "This link isn’t valid, or a part of it is missing.") from None
