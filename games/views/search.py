"""One search for players, games and tournaments; the rules have a search of their own, one touch away."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.people import search as people
from accounts.request_types import Request
from games.lobby import game_facts
from games.tournaments import page as tournaments

LONGEST = 40


@require_safe
def search(request: Request) -> HttpResponse:
    """What ?q= finds. Players are shown to people who are logged in, as everywhere; bots to all."""
    asked = " ".join(request.GET.get("q", "").split())[:LONGEST]
    q = asked if asked.isprintable() else ""
    found = people.find(q, request.user) if q and request.user.is_authenticated else []
    context = {
        "q": q,
        "people": [*found, *people.house_bots(q)],
        "is_cut": len(found) == people.MOST,
        "found_games": [game for game in game_facts.of_all() if q and q.lower() in game.title.lower()],
        "tournaments": tournaments.called(q, request.user) if len(q) > 1 else [],
    }
    return render(request, "games/search.html", context)
