"""Proposals and nudges: the page with the open proposal, and the forms for new ones."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe

from accounts.request_types import MemberRequest
from games.agreements import proposals, takebacks
from games.clocks import time_control
from games.deadlines import nudges
from games.errors import Refusal
from games.matches import presence
from games.matches.loaded import LoadedMatch
from games.numbers import whole_number
from games.table import fragments
from games.views.decorators import member_action, member_page
from games.views.table import own_seat, running, viewer


@member_page
def page(request: MemberRequest, match_id: int) -> HttpResponse:
    """The open proposal of a match and what can be proposed, for its players."""
    loaded = running(request, match_id)
    own = own_seat(request, loaded)
    me, here = viewer(request, loaded), presence.here(loaded.id, len(loaded.seats))
    context = {
        "proposals": mark_safe(fragments.proposals(loaded, me, here)),
        "match": {"id": loaded.id, "slug": loaded.slug, "title": loaded.game.meta.title, "is_over": loaded.is_over},
        "is_by_post": loaded.tempo[0] != "live",
        "has_live_play": loaded.pace != "live",
        "waited_for": [loaded.seats[seat] for seat in nudges.may_be_nudged(loaded, own)],
        "has_left": bool(loaded.seats[own].left_reason),
        "is_asked": proposals.is_asked(loaded),
        "is_paused": proposals.pause_of(match_id, timezone.now()) is not None,
        "has_clock": proposals.running_clock(loaded, own) is not None,
        "longest_pause": proposals.LONGEST_PAUSE // time_control.DAY,
        "most_hours": proposals.MOST_TIME // time_control.HOUR,
        "no_takeback": "" if loaded.is_over else _no_takeback(loaded, own),
    }
    return render(request, "games/proposals.html", context)


def _no_takeback(loaded: LoadedMatch, seat: int) -> str:
    """Why this seat can't propose a takeback now; "" if it can."""
    try:
        takebacks.check(loaded, seat)
    except Refusal as refusal:
        return refusal.message
    return ""


@member_action
def ask(request: MemberRequest, match_id: int) -> HttpResponse:
    """Propose a pause, more time, a takeback or live play."""
    running(request, match_id)
    facts: dict[str, Any] = {"match_id": match_id, "user": request.user}
    what = request.POST.get("what", "")
    if what == "pause":
        proposal = proposals.ask_pause(**facts, days=_number(request, "days"))
    elif what == "time":
        proposal = proposals.ask_time(**facts, hours=_number(request, "hours"))
    elif what == "at_once":
        proposals.undo(**facts)
        return redirect("match", match_id)
    elif what == "undo":
        proposal = proposals.ask_takeback(**facts)
    elif what == "live":
        proposal = proposals.ask_live(**facts, seconds=_number(request, "seconds"))
    else:
        raise Refusal(422, "You can ask for a pause, more time, a takeback or live play.")
    messages.success(request, "Done." if proposal.outcome else "We’ve asked the other players.")
    return redirect("match", match_id)


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""), f"Enter a whole number of {name}.", most=6)


@member_action
def answer(request: MemberRequest, match_id: int, proposal_id: int) -> HttpResponse:
    """Accept or decline a proposal; for its author: withdraw it."""
    running(request, match_id)
    facts: dict[str, Any] = {"match_id": match_id, "user": request.user, "proposal_id": proposal_id}
    if request.POST.get("answer") == "yes":
        proposals.agree(**facts)
    elif request.POST.get("answer") == "no":
        proposals.decline(**facts)
    else:
        raise Refusal(422, "Answer with yes or no.")
    return redirect("match", match_id)


@member_action
def go_on(request: HttpRequest, match_id: int) -> HttpResponse:
    """End the pause."""
    running(request, match_id)
    proposals.end_pause(match_id=match_id, user=request.user)
    return redirect("match", match_id)


@member_action
def stop_live_play(request: HttpRequest, match_id: int) -> HttpResponse:
    """End live play."""
    running(request, match_id)
    proposals.stop_live_play(match_id=match_id, user=request.user)
    return redirect("match", match_id)


@member_action
def nudge(request: HttpRequest, match_id: int) -> HttpResponse:
    """Nudge a player who is to move."""
    running(request, match_id)
    nudges.nudge(match_id=match_id, user=request.user, seat=_number(request, "seat"))
    messages.success(request, "We’ll send a friendly reminder.")
    return redirect("match", match_id)
