""" "Why can't I ...?": what the seat cannot do now, and the rule that forbids it; or what one rule does now."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.clause_links import clause_link
from games.matches.loaded import LoadedMatch
from games.table.presenter import with_names
from games.table.why_not import Reason, applied, reasons_for
from games.views.decorators import member_page
from games.views.table import match_facts, own_seat, running


@member_page
def why(request: HttpRequest, match_id: int) -> HttpResponse:
    """The reasons as a page, or as a fragment for the drawer. With ?rule, of that rule. Raises Refusal: 403, 404."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    rule = request.GET.get("rule", "").upper()
    facts = _applied(loaded, seat, rule) if rule in loaded.game.clauses else _reasons(loaded, seat)
    name = "games/_why_not.html" if "part" in request.GET else "games/why_not.html"
    return render(request, name, {**facts, "match": match_facts(loaded)})


def _reasons(loaded: LoadedMatch, seat: int) -> dict[str, Any]:
    return {"reasons": [_shown(loaded, seat, one) for one in reasons_for(loaded.game, loaded.at_table(), seat)]}


def _applied(loaded: LoadedMatch, seat: int, rule: str) -> dict[str, Any]:
    found = applied(loaded.game, loaded.at_table(), seat, rule)
    return {
        "rule": clause_link(rule),
        "reasons": [_shown(loaded, seat, one) for one in found.reasons],
        "allowed": [with_names(words, loaded.names, seat) for words in found.allowed],
        "more": found.more,
    }


def _shown(loaded: LoadedMatch, seat: int, one: Reason) -> dict[str, Any]:
    return {
        "sentence": one.sentence,
        "clause": clause_link(one.clause),
        "words": [with_names(words, loaded.names, seat) for words in one.words],
        "more": one.more,
    }
