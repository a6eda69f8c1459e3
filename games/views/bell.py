"""The notifications page behind the bell: each line with one thing to do."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.people import ties
from accounts.request_types import MemberRequest
from games.lobby import bell
from games.lobby.my_matches import invitations, my_decisions
from games.views.decorators import member_action, member_page


@member_page
def news(request: MemberRequest) -> HttpResponse:
    """Moves, invitations, questions, then what is new. A constant number of queries."""
    found = bell.news(request.user)
    context = {
        "moves": my_decisions(request.user),
        "invited": invitations(request.user),
        "questions": bell.questions(request.user),
        "friends": list(ties.requests_to(request.user)),
        "news": found,
        "has_unread": any(one.mail.is_unread for one in found),
    }
    return render(request, "games/news.html", context)


@member_page
def open_news(request: MemberRequest, row_id: int) -> HttpResponse:
    """To what a line is about; it is read now, here and on all other devices."""
    url = bell.open_line(request.user, row_id)
    if not url:
        raise Http404
    return redirect(url)


@member_action
def read_news(request: MemberRequest) -> HttpResponse:
    """All news are read."""
    bell.read_all(request.user)
    messages.success(request, "All news are marked as read.")
    return redirect("news")
