"""The notifications page behind the bell."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.notices import push
from accounts.notices.services import PUSH
from accounts.people import friends
from accounts.request_types import MemberRequest
from games.lobby import bell
from games.lobby.my_matches import decisions_and_invitations
from games.numbers import number_of
from games.views.decorators import member_action, member_page

MOST_MOVES = 5  # the others stand in "My games"


@member_page
def news(request: MemberRequest) -> HttpResponse:
    """Moves, invitations and proposals, then news. A constant number of queries."""
    rows, has_older = bell.news(request.user, number_of(request.GET.get("before", "")))
    moves, invited = decisions_and_invitations(request.user)
    context = {
        "moves": moves[:MOST_MOVES],
        "invited": invited,
        "questions": bell.questions(request.user),
        "friends": friends.requests_to(request.user),
        "news": rows,
        "push_key": "" if PUSH in request.session else push.public_key(),
        "has_older": has_older,
        "has_unread": bell.has_unread(request.user),
    }
    return render(request, "games/news.html", context)


@member_page
def open_news(request: MemberRequest, row_id: int) -> HttpResponse:
    """Go to the page that a notification is about, and mark it as read on all devices."""
    url = bell.open_news(request.user, row_id)
    if not url:
        raise Http404
    return redirect(url)


@member_action
def read_news(request: MemberRequest) -> HttpResponse:
    """Mark all notifications as read."""
    bell.read_all(request.user)
    messages.success(request, "All news is marked as read.")
    return redirect("news")
