"""What if: start a private copy from a moment of a match, play in it, restart it."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import mark_safe

from accounts.request_types import MemberRequest
from games import rate_limits
from games.errors import Refusal, not_your_seat
from games.matches.loaded import LoadedMatch
from games.numbers import number_of
from games.table import choosing, fragments, presenter, replay, what_if
from games.views.decorators import member_action, member_form, member_page
from games.views.moves import render_preview
from games.views.table import Data, data_of, render_stage, running, viewer

COPIES_AN_HOUR = 60  # per person, because each stores a position and makes bots think


@member_action
def begin(request: MemberRequest, match_id: int) -> HttpResponse:
    """Copy the match at version `at` (default: the newest) and go there."""
    loaded = running(request, match_id)
    version = number_of(request.POST.get("at", ""), loaded.version)
    then = replay.at_version(loaded, max(1, min(version, loaded.version)))
    rate_limits.spend("what-if", request.user.pk, COPIES_AN_HOUR, "You’ve tried out a lot. Wait a while.")
    key = what_if.begin(then, _seat(request, loaded), request.user.pk)
    return redirect("what_if", key)


def _seat(request: HttpRequest, loaded: LoadedMatch) -> int:
    """The user's own seat; after the end, any seat they ask for. Raises Refusal (403)."""
    own, wanted = loaded.seat_of(request.user.pk), request.POST.get("as", "")
    if loaded.is_over and wanted in {str(seat.number) for seat in loaded.seats}:
        return int(wanted)
    if own is None and not loaded.is_over:
        raise not_your_seat()
    return own or 0


@member_form
def copy(request: MemberRequest, key: str) -> HttpResponse:
    """View a copy or play in it. Only its owner can."""
    kept = what_if.find(key, request.user.pk)
    data = data_of(request.POST if request.method == "POST" else request.GET)
    refusal = None
    if request.method == "POST":
        try:
            if "restart" in data:
                what_if.restart(kept)
            else:
                what_if.play(kept, data)
            return redirect("what_if", key)
        except Refusal as error:
            refusal = error
    return _page(request, kept, data, refusal)


@member_page
def preview(request: MemberRequest, key: str) -> HttpResponse:
    """What the chosen move would do in a copy."""
    kept = what_if.find(key, request.user.pk)
    return render_preview(request, what_if.match_of(kept), kept.seat, data_of(request.GET))


@member_page
def narrow(request: MemberRequest, key: str) -> HttpResponse:
    """The values that are still possible for a move in a copy, as {field: [values]}."""
    kept = what_if.find(key, request.user.pk)
    return JsonResponse(choosing.still_possible(what_if.match_of(kept), kept.seat, data_of(request.GET)))


def _page(request: MemberRequest, kept: what_if.Copy, data: Data, refusal: Refusal | None) -> HttpResponse:
    loaded, seat, here = what_if.match_of(kept), kept.seat, reverse("what_if", args=[kept.key])
    me = replace(viewer(request, loaded), user=request.user.pk, seat=seat)
    chosen = choosing.chosen_so_far(loaded, seat, data)
    shown = presenter.describe(loaded, me, presenter.Extras((), refusal, chosen, form_action=here))
    parts = fragments.parts(loaded, shown)
    match = {"id": kept.match, "title": loaded.game.meta.title, "slug": loaded.slug}
    context = {
        "parts": {name: mark_safe(html) for name, html in parts.items()},
        "match": match | {"url": reverse("match", args=[kept.match])},
        "position": presenter.position_words(loaded, shown.view, seat),
        "from_url": f"{reverse('replay', args=[kept.match])}?at={kept.began_at}",
        "move": kept.began_at - 1,
        "is_over": loaded.is_over,
        "has_tray": fragments.has_tray(loaded.slug),
        "my_seat": seat,
        "ranks": shown.ranks,
    }
    return render_stage(request, "what_if", loaded.slug, context, refusal.status if refusal else 200)
