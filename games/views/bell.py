"""The page under the bell: what waits for its reader, each line with one thing to do."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from msgspec.structs import asdict

from accounts.request_types import MemberRequest
from games.lobby import bell
from games.views.decorators import member_action, member_page


@never_cache
@member_page
def news(request: MemberRequest) -> HttpResponse:
    found = bell.lines(request.user)
    context = asdict(found) | {"has_unread": any(one.mail.is_unread for one in found.news)}
    return render(request, "games/news.html", context)


@never_cache
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
