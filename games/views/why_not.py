""" "Why can't I ...?": what the seat cannot do now, and the rule that forbids it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.clause_links import clause_link
from games.table.presenter import with_names
from games.table.why_not import reasons_for
from games.views.decorators import member_page
from games.views.table import match_facts, own_seat, running


@member_page
def why(request: HttpRequest, match_id: int) -> HttpResponse:
    """The reasons as a page, or as a fragment for the drawer. Raises Refusal: 403, 404."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    reasons = [
        {
            "sentence": one.sentence,
            "clause": clause_link(one.clause),
            "words": [with_names(words, loaded.names, seat) for words in one.words],
            "more": one.more,
        }
        for one in reasons_for(loaded.game, loaded.at_table(), seat)
    ]
    name = "games/_why_not.html" if "part" in request.GET else "games/why_not.html"
    return render(request, name, {"reasons": reasons, "match": match_facts(loaded)})
