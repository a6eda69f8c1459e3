"""A conversation between two friends."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import User
from accounts.people import blocks
from accounts.request_types import MemberRequest
from games.lobby import messages
from games.numbers import number_of
from games.table.chat_writing import once, why_muted
from games.views.decorators import member_form


@member_form
def conversation(request: MemberRequest, username: str) -> HttpResponse:
    """The messages with this person, and a form to write to them. Past ones stay readable after a friendship ends."""
    people = User.objects.filter(is_bot=False, is_guest=False, is_active=True, bot_owner=None)
    other = get_object_or_404(people.exclude(pk=request.user.pk), username__iexact=username)
    if request.method == "POST":
        text = request.POST.get("text", "")
        with once(request.user, f"messages{other.pk}", text) as is_new:
            if is_new:
                messages.write(by=request.user, to=other, text=text)
        return redirect("conversation", other.username)
    may_write = not request.user.is_guest and messages.may_write(request.user, other)
    before = number_of(request.GET.get("before", ""))
    lines, has_earlier = messages.read(user=request.user, other=other, before=before)
    context = {
        "other": other,
        "lines": lines,
        "has_earlier": has_earlier,
        "before": before,
        "may_write": may_write,
        "silent": why_muted(request.user, "messages"),
        "has_blocked": not may_write and blocks.has_blocked_any(request.user, [other.pk]),
    }
    return render(request, "games/conversation.html", context)
