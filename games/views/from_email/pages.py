"""Pages reached from emails: who opened one, and how it is rendered. They have no site chrome and need no cookies.

The ticket in the address is the authority, so their forms carry no CSRF token: who can send one already has the ticket.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe

from accounts.models import User
from games.errors import Refusal
from games.kernel.display import Fact
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Decision
from games.mail import choices, links, picture
from games.mail.links import Ticket
from games.matches import open_decisions
from games.matches.loaded import LoadedMatch, load_match
from games.models import Match
from games.table import presenter
from games.views.table import render_stage


@dataclass(frozen=True)
class Opened:
    """An opened email link: the request, the current match, the person and their ticket."""

    request: HttpRequest
    loaded: LoadedMatch
    user: User
    ticket: Ticket

    @property
    def seat(self) -> int:
        return self.ticket.seat

    @property
    def is_logged_in(self) -> bool:
        """Is this person logged in in this browser?"""
        return bool(self.request.user == self.user)

    def asked(self) -> Open | None:
        """The decision of the ticket, if it is still open."""
        opens = presenter.own_decisions(self.loaded, self.seat).all
        return next((open for open in opens if open.id == self.ticket.decision), None)

    def url(self, choice: str, decision: str = "") -> str:
        """A link of this person for another purpose in this match."""
        return links.link(self.ticket.onward(choice, decision), self.user.link_mark)

    @cached_property
    def table_url(self) -> str:
        """Where this person sees the table."""
        if self.is_logged_in:
            return reverse("match", args=[self.loaded.id])
        return self.url(links.SIT if self.seat == links.NO_SEAT else links.TABLE)

    def now(self) -> "Opened":
        """The same with the match as it is now."""
        return Opened(self.request, load_match(self.loaded.id), self.user, self.ticket)


@dataclass(frozen=True)
class Shown:
    """The position on a page: as an SVG, its alt text, and in words."""

    svg: str = ""
    words: str = ""
    facts: Sequence[Fact] = ()
    is_touchable: bool = False
    caption: str = ""


def shown_position(opened: Opened, asked: Decision | None = None) -> Shown:
    """The position as the holder of the ticket sees it."""
    described = presenter.describe(opened.loaded, presenter.Viewer(opened.user.pk, opened.seat, opened.user.time_zone))
    facts = presenter.position_words(opened.loaded, described.view, opened.seat)
    drawn = picture.drawing(opened.loaded, described.view, asked, opened.seat)
    return Shown(drawn, picture.alt_text(facts), facts)


def page(
    opened: Opened, name: str, context: Mapping[str, Any], shown: Shown | None = None, status: int = 200
) -> HttpResponse:
    """Render games/mailed_<name>.html. Each says where it goes on: `asked`, `next` and the table."""
    loaded, ticket = opened.loaded, opened.ticket
    shown = shown or Shown()
    values = {
        "match": {"slug": loaded.slug, "title": loaded.game.meta.title, "id": loaded.id},
        "seat_name": loaded.names[ticket.seat] if 0 <= ticket.seat < len(loaded.names) else "",
        "shown": shown,
        "is_guest": opened.user.is_guest,
        "picture": mark_safe(shown.svg),  # our own SVG, with its text escaped
        "table_url": opened.table_url,
        **context,
    }
    response = render_stage(opened.request, f"mailed_{name}", loaded.slug, values, status)
    return unlinked(response)


def unlinked(response: HttpResponse) -> HttpResponse:
    """Keep the address from leaking in Referer: it is the key."""
    response["Referrer-Policy"] = "no-referrer"
    return response


def onwards(opened: Opened) -> dict[str, Any]:
    """Context: what this person is asked now, in this match and in another. Each link is a ticket for them alone, so
    that they go on without logging in."""
    return {"asked": _asked_now(opened), "next": _next_match(opened)}


def _asked_now(opened: Opened) -> dict[str, Any] | None:
    """What this person is asked in this match, with the choices as links."""
    loaded, seat = opened.loaded, opened.seat
    asked = presenter.own_decisions(loaded, seat).asked if loaded.position else None
    if asked is None:
        return None
    offered = choices.offered(loaded, seat, asked.decision)
    found = choices.links_of(offered, opened.ticket, asked, opened.user.link_mark)
    return {"prompt": asked.decision.prompt, "links": found}


def _next_match(opened: Opened) -> dict[str, str] | None:
    """The other match with the most urgent decision of this person."""
    found = open_decisions.most_urgent(opened.user, opened.loaded.id)
    if found is None:
        return None
    title = Match.objects.only("slug").get(pk=found.match).game.meta.title
    onward = opened.ticket.onward(links.FORM, found.key, found.match, found.seat)
    url = reverse("match", args=[found.match]) if opened.is_logged_in else links.link(onward, opened.user.link_mark)
    return {"title": title, "url": url}


def refusal_facts(error: Refusal | IllegalMove) -> dict[str, str]:
    """Context: a refusal in words, with the link to its clause."""
    clause = error.clause
    return {"sentence": error.message, "clause": clause, "clause_url": links.rule_url(clause)}
