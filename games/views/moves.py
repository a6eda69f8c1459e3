"""Moves from the table's form: play (a refused move shows the table again, with the reason), preview, and the values
that are still possible."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.decorators import written
from accounts.request_types import Request
from games.clause_links import clause_url
from games.errors import Refusal
from games.kernel.errors import IllegalMove
from games.matches import move_forms
from games.matches import play as door
from games.matches.loaded import LoadedMatch, load_match
from games.table import choosing, presenter, recently_seen
from games.views.decorators import member_form, member_page
from games.views.standing_orders import order_page
from games.views.table import ASKED_BY_PAGE, Data, data_of, extras, own_seat, page, running


@member_form
def play(request: Request, match_id: int) -> HttpResponse:
    """Play a move from the page's form. If refused, show the page with the reason; GET (a reload) goes to the table."""
    if request.method != "POST":
        return redirect("match", match_id)
    data = data_of(request.POST)
    if "steps" in request.POST and not any(name.startswith("arg.") for name in data):  # the script fills them in
        messages.info(request, "Without JavaScript, choose your move here.")
        return redirect("text", match_id)
    refusal, loaded = move_of(request, match_id, data)
    if refusal is None:
        return redirect(f"{reverse('match', args=[match_id])}#table")
    if refusal.status == HTTPStatus.CONFLICT and (lost := written(request)):
        messages.warning(request, f"You wrote: “{lost}”")
    orders = presenter.own_decisions(loaded, loaded.seat_of(request.user.pk)).orders
    is_order = orders is not None and move_forms.verb_of(data) in {a.verb for a in orders.decision.actions}
    show = order_page if is_order else page
    return show(request, loaded, extras(request, loaded, data, refusal), refusal.status)


def move_of(request: HttpRequest, match_id: int, data: Data) -> tuple[Refusal | None, LoadedMatch]:
    """Play this person's move. Returns the rules' refusal, if any, and the match. Raises Refusal: 403, 404."""
    loaded = running(request, match_id)
    decision = (data.get("decision") or [""])[0][:60]
    try:
        seat = own_seat(request, loaded)
        door.play_move(match_id=match_id, seat=seat, decision=decision, move=data, by="web", user=request.user)
    except Refusal as refusal:
        if refusal.status in (403, 404):
            raise
        return refusal, load_match(match_id)
    return None, loaded


@member_page
def preview(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the chosen move would do, as a small fragment; if it is illegal, the refusal with its clause."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    recently_seen.mark(loaded.id, presenter.own_decisions(loaded, seat).all)
    return render_preview(request, loaded, seat, data_of(request.GET))


def render_preview(request: HttpRequest, loaded: LoadedMatch, seat: int, data: Data) -> HttpResponse:
    """What a chosen move of this seat would do, as a fragment."""
    try:
        lines = choosing.preview(loaded, seat, data)
    except IllegalMove as error:
        context = {"message": error.message, "clause": error.clause, "clause_url": clause_url(error.clause)}
        # The page's script asks on every change, and browsers log an error for each 422.
        status = 200 if ASKED_BY_PAGE in request.headers else 422
        return render(request, "games/_preview.html", context, status=status)
    return render(request, "games/_preview.html", {"lines": lines})


@member_page
def narrow(request: HttpRequest, match_id: int) -> HttpResponse:
    """The values that are still possible for a move in progress, as {field: [values]}."""
    loaded = running(request, match_id)
    return JsonResponse(choosing.still_possible(loaded, own_seat(request, loaded), data_of(request.GET)))
