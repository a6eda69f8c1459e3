"""The friends page with its search, and the buttons to follow, befriend and block."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.decorators import member_action, member_page
from accounts.models import User
from accounts.people import friends, search
from accounts.request_types import MemberRequest

PEOPLE = 50  # of each list on one page
WORDS = {
    "follow": "You follow {name}.",
    "unfollow": "You no longer follow {name}.",
    "befriend": "Friend request sent to {name}.",
    "unfriend": "{name} is no longer on your list.",
    "block": "You blocked {name}. They aren’t told.",
    "unblock": "You unblocked {name}.",
}


@member_page
def people(request: MemberRequest) -> HttpResponse:
    """Friends, requests, followed and blocked people; with ?q=, also search results."""
    me, asked = request.user, request.GET.get("q", "")
    found = search.find(asked, me) if asked else []
    context: dict[str, Any] = {"q": asked[: search.LONGEST], "found": found, "is_cut": len(found) == search.MOST}
    ties: dict[str, Any] = friends.ties_of(me)
    for how in ("friends", "followed"):
        ties[how] = Paginator(ties[how], PEOPLE).get_page(request.GET.get(how))
    return render(request, "accounts/people.html", context | ties)


@member_action
def change_relation(request: MemberRequest, username: str) -> HttpResponse:
    """Handle a button. `what`: follow, unfollow, befriend, unfriend, block or unblock."""
    person = get_object_or_404(User, username__iexact=username, is_guest=False, is_bot=False, deleted_at=None)
    what, me = request.POST.get("what", ""), request.user
    if what not in friends.ACTS or person.pk == me.pk:
        messages.error(request, "You can’t do that.")
        return redirect("people")
    if me.is_guest:
        messages.info(request, "Save your games first. Then you can have friends here.")
        return redirect("save_games")
    try:
        friends.ACTS[what](by=me, whom=person)
        words = WORDS[what]
        if what == "befriend" and friends.Relation(me, person).are_friends:
            words = "You and {name} are friends."
        messages.success(request, words.format(name=person.name))
    except friends.TooMany:
        messages.error(request, f"You can have at most {friends.MOST}. Remove somebody first.")
    return redirect(_back(request, person))


def _back(request: MemberRequest, person: User) -> str:
    """The page that the button was on."""
    page = request.POST.get("next", "")
    if page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        return page
    return reverse("profile", args=[person.username])
