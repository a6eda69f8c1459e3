"""Substitutes: pass a seat on, volunteer as a substitute."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.request_types import MemberRequest
from games.deadlines import substitutes
from games.errors import Refusal
from games.models import Substitute
from games.titles import load
from games.views.decorators import member_action, member_form
from games.views.table import running


@member_action
def pass_on(request: MemberRequest, match_id: int) -> HttpResponse:
    """Pass the seat on. Substitutes can, and players who may still leave at the start."""
    loaded = running(request, match_id)
    seat = loaded.seat_of(request.user.pk)
    if seat is None and request.user.pk in [former.user for former in loaded.former]:  # the button was pressed twice
        messages.info(request, "Somebody else has your seat now.")
        return redirect("my_matches")
    was_substitute = seat is not None and substitutes.is_substitute(match_id, seat)
    substitutes.pass_on(match_id=match_id, user=request.user, now=timezone.now())
    words = "Thank you for stepping in." if was_substitute else "You left the match. It costs you nothing."
    messages.success(request, f"{words} Somebody else has your seat now.")
    return redirect("my_matches")


@member_form
def substitute(request: MemberRequest) -> HttpResponse:
    """Choose the games in which I would be a substitute."""
    if request.method == "POST":
        chosen = set(request.POST.getlist("slug"))
        if unknown := chosen - set(load()):
            raise Refusal(422, f"There is no such game: {sorted(unknown)[0][:50]}")
        substitutes.volunteer_for(user=request.user, slugs=chosen)
        messages.success(request, "Saved.")
        return redirect("substitute")
    mine = set(Substitute.objects.filter(user=request.user).values_list("slug", flat=True))
    games = [{"slug": slug, "title": game.meta.title, "is_on": slug in mine} for slug, game in load().items()]
    return render(request, "games/substitute.html", {"games": games, "most": substitutes.MOST_AT_ONCE})
