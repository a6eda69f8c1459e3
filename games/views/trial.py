"""What if: begin a private trial from a moment of a match, play in it, begin it again."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from games import forms, fragments, history, limits, present, trials
from games.errors import Refusal, not_your_seat
from games.frames import Frame
from games.views.entry import member_action, members_only, small_body
from games.views.refusals import answers_refusals
from games.views.table import Data, assets, data_of, foresight, running, viewer

TRIALS_AN_HOUR = 60  # of one person: each keeps a position and lets bots think


@member_action
def begin(request: HttpRequest, match_id: int) -> HttpResponse:
    """Copy a moment of the match (`at`; else the newest) and go there."""
    frame = running(request, match_id)
    at = request.POST.get("at", "")
    version = int(at) if at.isdecimal() and len(at) < 9 else frame.version
    then = history.frame_then(frame, max(1, min(version, frame.version)))
    limits.spend("trial", request.user.pk, TRIALS_AN_HOUR, limits.HOUR, "You try out a lot. Wait a while.")
    key = trials.begin(then, _seat(request, frame), request.user.pk)
    return redirect("trial", key)


def _seat(request: HttpRequest, frame: Frame) -> int:
    """The own seat; after the end anybody may take any. Raises Refusal (403)."""
    own, wanted = frame.seat_of(request.user.pk), request.POST.get("as", "")
    if frame.is_over and wanted in {str(seat.number) for seat in frame.seats}:
        return int(wanted)
    if own is None and not frame.is_over:
        raise not_your_seat()
    return own or 0


@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
@members_only
def trial(request: HttpRequest, key: str) -> HttpResponse:
    """Look at a trial, or play in it; only its owner can."""
    facts = trials.facts_of(key, request.user.pk)
    data = data_of(request.POST if request.method == "POST" else request.GET)
    refusal = None
    if request.method == "POST":
        try:
            if "restart" in data:
                trials.restart(key, facts)
            else:
                trials.play(key, facts, data)
            return redirect("trial", key)
        except Refusal as error:
            refusal = error
    return _page(request, key, facts, data, refusal)


@require_safe
@answers_refusals
@members_only
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """What the chosen move would do in a trial."""
    facts = trials.facts_of(key, request.user.pk)
    return foresight(request, trials.frame_of(key, facts), facts["seat"], data_of(request.GET))


@require_safe
@answers_refusals
@members_only
def narrow(request: HttpRequest, key: str) -> HttpResponse:
    """For a choice that has begun in a trial: the values that are still possible, {field: [values]}."""
    facts, data = trials.facts_of(key, request.user.pk), data_of(request.GET)
    frame = trials.frame_of(key, facts)
    return JsonResponse(present.begun(frame, facts["seat"], forms.verb_of(data), data)[1])


def _page(request: HttpRequest, key: str, facts: dict[str, Any], data: Data, refusal: Refusal | None) -> HttpResponse:
    frame, seat = trials.frame_of(key, facts), facts["seat"]
    me = present.Viewer(request.user.pk, seat, viewer(request, frame).zone, viewer(request, frame).csrf)
    here = reverse("trial", args=[key])
    more = present.Extras(refusal=refusal, form_action=here, page=here)
    if verb := forms.verb_of(data):
        more.chosen, more.narrowed = present.begun(frame, seat, verb, data)
    shown = present.describe(frame, me, more)
    parts = fragments.parts(frame, shown)
    match = {"id": facts["match"], "title": frame.game.meta.title, "slug": frame.slug}
    context = {
        "parts": {name: mark_safe(html) for name, html in parts.items()},
        "match": match | {"url": reverse("match", args=[facts["match"]])},
        "position": fragments.position_text(shown),
        "from_url": f"{reverse('history', args=[facts['match']])}?at={facts['from']}",
        "move": facts["from"] - 1,
        "is_over": frame.is_over,
        "has_tray": fragments.has_tray(frame.slug),
        "my_seat": seat,
        "ranks": shown["ranks"],
        **assets(frame.slug),
    }
    return render(request, "games/trial.html", context, status=refusal.status if refusal else 200)
