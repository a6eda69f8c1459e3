"""The door of all links in emails: reads the ticket and opens the page it is for.

Whoever holds a ticket acts for its person, without log-in or cookies; somebody who is logged in as another is asked
first. GET changes nothing, because mail scanners follow links.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import staff_decisions
from accounts.models import User
from games.errors import Refusal, too_large
from games.groups.models import GroupTable
from games.mail import links
from games.matches.loaded import LoadedMatch, load_match
from games.views.from_email import errands
from games.views.from_email.moves import decision_page
from games.views.from_email.pages import Opened, refusal_facts, unlinked

PLAYS_FOR = "plays_for"  # session key: for whom somebody else goes on in this browser, by their own choice
ERRANDS: dict[str, Callable[[Opened], HttpResponse]] = {
    links.TABLE: errands.table,
    links.UNDO: errands.undo,
    links.AGAIN: errands.again,
    links.ANSWER: errands.answer,
    links.LEAVE: errands.leave,
    links.SIT: errands.sit,
}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def email(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link of an email."""
    try:
        return _open(request, links.read(token))
    except Refusal as refusal:
        return _lost(request, refusal)


def _lost(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Why the link opens nothing, on a page without site chrome."""
    context = {"title": "This link doesn’t work", **refusal_facts(refusal)}
    if isinstance(refusal, links.Outdated):
        table = reverse("match", args=[refusal.match])
        context["table"] = table if request.user.is_authenticated else f"{reverse('account_login')}?next={table}"
    return unlinked(render(request, "games/mailed_lost.html", context, status=refusal.status))


vars(email)["answer_too_large"] = lambda request: _lost(request, too_large())  # for config.security


def _open(request: HttpRequest, ticket: links.Ticket) -> HttpResponse:
    """The page of a ticket, which is valid only for its person, seat and purpose."""
    user = User.objects.filter(pk=ticket.user).first()
    if user is not None and not user.is_active:
        return _suspended(user)
    loaded = load_match(ticket.match)
    has_seat = user is not None and loaded.seat_of(user.pk) == ticket.seat
    if user is None or not (has_seat or (ticket.choice == links.SIT and ticket.seat == links.NO_SEAT)):
        raise Refusal(403, "Another player has this seat now.", "PLAY-11")
    if loaded.position is None and ticket.choice != links.SIT:
        raise Refusal(410, loaded.why_closed)
    if (asked_first := _ask_first(request, user)) is not None:
        return asked_first
    opened = Opened(request, loaded, user, ticket)
    if ticket.choice not in ERRANDS:
        return decision_page(opened)
    if ticket.decision == links.MEMBER and not _is_member(user, loaded):
        raise Refusal(403, "You’re no longer a member of the group of this table.")
    try:
        return ERRANDS[ticket.choice](opened)
    except Refusal as refusal:
        return errands.refused(opened, refusal)


def _suspended(user: User) -> HttpResponse:
    if page := staff_decisions.page_of_suspension(user):
        return redirect(page)
    raise Refusal(403, "This account is closed.")


def _is_member(user: User, loaded: LoadedMatch) -> bool:
    """Is this person in the group of the table, or at the table?"""
    tables = GroupTable.objects.filter(match=loaded.id, group__members__user=user)
    return loaded.seat_of(user.pk) is not None or tables.exists()


def _ask_first(request: HttpRequest, user: User) -> HttpResponse | None:
    """The page for somebody who is logged in as another person than the ticket's: is that meant?"""
    is_other = request.user.is_authenticated and request.user.pk != user.pk
    if not is_other or request.session.get(PLAYS_FOR) == user.pk:
        return None
    if request.method == "POST" and "go_on" in request.POST:
        request.session[PLAYS_FOR] = user.pk
        return redirect(request.get_full_path())
    return unlinked(render(request, "games/mailed_other.html", {"whose": user.name}))
