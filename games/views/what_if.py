"""What if: begin a private trial from a moment of a match, play in it, begin it again."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from accounts.request_types import MemberRequest
from games import rate_limits
from games.errors import Refusal, not_your_seat
from games.matches import move_forms
from games.matches.loaded import LoadedMatch
from games.table import fragments, presenter, replay, what_if
from games.views.decorators import member_action, member_form, members_only
from games.views.refusals import answers_refusals
from games.views.table import Data, assets, data_of, foresight, running, viewer

TRIALS_AN_HOUR = 60  # of one person: each keeps a position and lets bots think


@member_action
def begin(request: MemberRequest, match_id: int) -> HttpResponse:
    """Copy a moment of the match (`at`; else the newest) and go there."""
    loaded = running(request, match_id)
    at = request.POST.get("at", "")
    version = int(at) if at.isdecimal() and len(at) < 9 else loaded.version
    then = replay.match_then(loaded, max(1, min(version, loaded.version)))
    rate_limits.spend("trial", request.user.pk, TRIALS_AN_HOUR, rate_limits.HOUR, "You try out a lot. Wait a while.")
    key = what_if.begin(then, _seat(request, loaded), request.user.pk)
    return redirect("what_if", key)


def _seat(request: HttpRequest, loaded: LoadedMatch) -> int:
    """One's own seat; after the end anybody may take any. Raises Refusal (403)."""
    own, wanted = loaded.seat_of(request.user.pk), request.POST.get("as", "")
    if loaded.is_over and wanted in {str(seat.number) for seat in loaded.seats}:
        return int(wanted)
    if own is None and not loaded.is_over:
        raise not_your_seat()
    return own or 0


@member_form
def trial(request: MemberRequest, key: str) -> HttpResponse:
    """Look at a trial, or play in it; only its owner can."""
    facts = what_if.facts_of(key, request.user.pk)
    data = data_of(request.POST if request.method == "POST" else request.GET)
    refusal = None
    if request.method == "POST":
        try:
            if "restart" in data:
                what_if.restart(key, facts)
            else:
                what_if.play(key, facts, data)
            return redirect("what_if", key)
        except Refusal as error:
            refusal = error
    return _page(request, key, facts, data, refusal)


@require_safe
@answers_refusals
@members_only
def preview(request: MemberRequest, key: str) -> HttpResponse:
    """What the chosen move would do in a trial."""
    facts = what_if.facts_of(key, request.user.pk)
    return foresight(request, what_if.match_of(key, facts), facts["seat"], data_of(request.GET))


@require_safe
@answers_refusals
@members_only
def narrow(request: MemberRequest, key: str) -> HttpResponse:
    """For a choice that has begun in a trial: the values that are still possible, {field: [values]}."""
    facts, data = what_if.facts_of(key, request.user.pk), data_of(request.GET)
    loaded = what_if.match_of(key, facts)
    return JsonResponse(presenter.begun(loaded, facts["seat"], move_forms.verb_of(data), data)[1])


def _page(request: MemberRequest, key: str, facts: dict[str, Any], data: Data, refusal: Refusal | None) -> HttpResponse:
    loaded, seat = what_if.match_of(key, facts), facts["seat"]
    me = presenter.Viewer(request.user.pk, seat, viewer(request, loaded).zone, viewer(request, loaded).csrf)
    here = reverse("what_if", args=[key])
    more = presenter.Extras(refusal=refusal, form_action=here, page=here)
    if verb := move_forms.verb_of(data):
        more.chosen, more.narrowed = presenter.begun(loaded, seat, verb, data)
    shown = presenter.describe(loaded, me, more)
    parts = fragments.parts(loaded, shown)
    match = {"id": facts["match"], "title": loaded.game.meta.title, "slug": loaded.slug}
    context = {
        "parts": {name: mark_safe(html) for name, html in parts.items()},
        "match": match | {"url": reverse("match", args=[facts["match"]])},
        "position": fragments.position_text(shown),
        "from_url": f"{reverse('replay', args=[facts['match']])}?at={facts['from']}",
        "move": facts["from"] - 1,
        "is_over": loaded.is_over,
        "has_tray": fragments.has_tray(loaded.slug),
        "my_seat": seat,
        "my_name": loaded.names[seat],
        "ranks": shown["ranks"],
        **assets(loaded.slug),
    }
    return render(request, "games/what_if.html", context, status=refusal.status if refusal else 200)
