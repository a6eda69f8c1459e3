"""Standing orders: the form for one at a table, and the page of all my orders and plans."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from msgspec import structs

from accounts.request_types import MemberRequest, Request
from games.clause_links import clause_url
from games.errors import Refusal, not_your_seat
from games.matches.loaded import LoadedMatch
from games.table import fragments, plans, presenter
from games.views.decorators import member_page
from games.views.table import ASKED_BY_PAGE, data_of, extras, match_facts, render_stage, running, viewer


@member_page
def order(request: Request, match_id: int) -> HttpResponse:
    """The form for a standing order, as a page or as a fragment for the table's script."""
    loaded = running(request, match_id)
    return order_page(request, loaded, extras(request, loaded, data_of(request.GET)))


def order_page(request: Request, loaded: LoadedMatch, more: presenter.Extras, status: int = 200) -> HttpResponse:
    """Render that form, with a refusal if there is one. Raises Refusal: 403, 409."""
    facts = presenter.describe(loaded, viewer(request, loaded), more)
    if facts.me is None:
        raise not_your_seat()
    if facts.orders is None:
        raise Refusal(409, "There is nothing to plan right now.", "PLAY-01")
    form = mark_safe(fragments.form(structs.replace(facts, asked=None, sealed=None, further=())))
    if ASKED_BY_PAGE in request.headers:
        return HttpResponse(f'<section class="decision is-quiet">{form}</section>')
    refusal = more.refusal
    context = {
        "form": form,
        "match": match_facts(loaded),
        "refusal": refusal,
        "clause_url": clause_url(refusal.clause) if refusal and refusal.clause else "",
    }
    return render_stage(request, "order", loaded.slug, context, status)


@member_page
def orders(request: MemberRequest) -> HttpResponse:
    """My standing orders and plans in all matches."""
    return render(request, "games/orders.html", {"plans": plans.of_person(request.user)})
