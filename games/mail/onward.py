"""What comes after a page reached from an email: the next decision of the same person, there and in other matches.

Each link is a ticket for that person alone, so that they go on without logging in.
"""

from django.urls import reverse
from msgspec import Struct

from accounts.models import User
from games.mail import choices, links
from games.mail.links import Ticket
from games.matches import open_decisions
from games.matches.loaded import LoadedMatch
from games.models import Match
from games.table import presenter


class Asked(Struct, frozen=True):
    """An open decision, with its choices as links."""

    prompt: str
    links: choices.Links


class Next(Struct, frozen=True):
    """Another match in which it is this person's turn."""

    title: str
    url: str


def asked_now(loaded: LoadedMatch, ticket: Ticket, mark: str) -> Asked | None:
    """What the holder of the ticket is asked in this match now."""
    asked = presenter.own_decisions(loaded, ticket.seat).asked
    if asked is None:
        return None
    offered = choices.offered(loaded, ticket.seat, asked.decision)
    return Asked(asked.decision.prompt, choices.links_of(offered, ticket, asked, mark))


def next_match(ticket: Ticket, user: User, *, is_logged_in: bool) -> Next | None:
    """The match with the most urgent decision of the ticket's holder, other than the ticket's own."""
    found = open_decisions.most_urgent(user, ticket.match)
    if found is None:
        return None
    title = Match.objects.only("slug").get(pk=found.match).game.meta.title
    if is_logged_in:
        return Next(title, reverse("match", args=[found.match]))
    onward = ticket.onward(links.FORM, found.key, found.match, found.seat)
    return Next(title, links.link(onward, user.link_mark))


def table_url(ticket: Ticket, user: User, *, is_logged_in: bool) -> str:
    """Where the holder of the ticket sees the table."""
    if is_logged_in:
        return reverse("match", args=[ticket.match])
    return links.link(ticket.onward(links.SIT if ticket.seat == links.NO_SEAT else links.TABLE), user.link_mark)
