"""Links in emails: a signed ticket for one person, match and purpose. It logs nobody in.

Pages reached with a ticket hand out further ones for the same person, so that nobody has to log in to go on. None
of them outlives the email. A ticket becomes invalid when the person changes their password.
"""

import time
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.clause_links import clause_url
from games.errors import Refusal

LIFETIME = timedelta(days=30)
# What a ticket is for, besides a choice of its decision:
FORM = "f"  # all choices of the decision, and its form
TABLE = "table"  # look at the table from this seat
UNDO = "undo"  # ask for a takeback of the answer to the decision
AGAIN = "again"  # a rematch of a finished match
ANSWER = "answer"  # agree to a proposal, or decline; `decision` is its id
LEAVE = "leave"  # give the seat up at no cost
SIT = "sit"  # accept or decline an invitation, or give the seat up before the start; `seat` is NO_SEAT
MEMBER = "member"  # `decision` of such a ticket for a member of the table’s group, who needs no invitation
NO_SEAT = -1
FROM_MAIL = "from=mail"  # leaves out the menus of the site: see templates/base.html
_signer = signing.TimestampSigner(salt="playpost.email", sep=":")


@dataclass(frozen=True, slots=True)
class Ticket:
    """`choice`: an index into the choices of the decision, or one of the words above. `since`: when the email was sent
    that it comes from, in seconds; 0: now."""

    match: int
    seat: int
    user: int
    choice: str
    decision: str = ""
    since: int = 0

    def onward(self, choice: str, decision: str = "", match: int = 0, seat: int | None = None) -> "Ticket":
        """A ticket for another purpose of the same person; in another match with `match` and `seat`."""
        changes = {"match": match or self.match, "seat": self.seat if seat is None else seat}
        return replace(self, choice=choice, decision=decision, **changes)


def link(ticket: Ticket, mark: str = "") -> str:
    """The absolute URL for an email. `mark`: the person's `link_mark`, to save looking it up."""
    mark = mark or _mark_of(ticket.user)
    parts = (ticket.match, ticket.seat, ticket.user, ticket.choice, ticket.decision, mark)
    words, since = "~".join(str(part) for part in parts), signing.b62_encode(ticket.since or int(time.time()))
    token = signing.Signer.sign(_signer, f"{words}{_signer.sep}{since}")  # with the time of the email, not of now
    return f"{settings.SITE_URL}{_path()}{token}/"


@cache
def _path() -> str:
    """What stands before the ticket: an email has a dozen links, and each `reverse` costs as much as its signature."""
    return reverse("email", args=["ticket"]).removesuffix("ticket/")


def page_url(path: str) -> str:
    """The absolute URL of a page of the site for its reader in an email: without the site's menus."""
    page, hash, anchor = path.partition("#")
    return f"{settings.SITE_URL}{page}{'&' if '?' in page else '?'}{FROM_MAIL}{hash}{anchor}"


def rule_url(clause: str) -> str:
    """The absolute URL of a rule for an email; "" for none."""
    return page_url(clause_url(clause)) if clause else ""


class Outdated(Refusal):
    """410: a link that is ours, but too old. `match`: its table."""

    def __init__(self, match: int, why: str) -> None:
        super().__init__(410, why)
        self.match = match


def read(token: str) -> Ticket:
    """Verify a link. Raises Refusal: 403 if it is forged, 410 for a deleted account, Outdated if it has expired or the
    password has changed."""
    try:
        match, seat, user, choice, decision, mark = _signer.unsign(token).split("~")
        since = signing.b62_decode(token.split(_signer.sep)[-2])
        ticket = Ticket(int(match), int(seat), int(user), choice, decision, since)
    except (signing.BadSignature, ValueError):
        raise Refusal(403, "This link is not one of ours, or part of it is missing.") from None
    if time.time() - since > LIFETIME.total_seconds():
        raise Outdated(ticket.match, "This email is more than 30 days old. Open the table instead.")
    if not constant_time_compare(mark, _mark_of(ticket.user)):
        if User.objects.filter(pk=ticket.user, deleted_at__isnull=False).exists():
            raise Refusal(410, "This account was deleted.")
        why = "A new password was set since this email was sent. Log in and open the table instead."
        raise Outdated(ticket.match, why)
    return ticket


def _mark_of(user_id: int) -> str:
    person = User.objects.filter(pk=user_id).only("password").first()
    return person.link_mark if person else ""
