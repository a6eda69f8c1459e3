"""404 pages for the manuals: a clear sentence, a search, and suggestions."""

import re
from difflib import get_close_matches

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.titles import load as load_games
from rulebook.models import Link, page_url
from rulebook.search import clean_query, search
from rulebook.sources import all_clauses

ID = re.compile(r"([A-Za-z]{1,6})-?(\d{1,6})")
MOST = 5


def page(request: HttpRequest, asked: str, slug: str = "") -> HttpResponse:
    """A helpful 404 page. `asked`: the name in the URL; `slug`: the game, if known."""
    games = load_games()
    query = clean_query(re.sub(r"[-_/.]+", " ", asked))
    context = {
        "sentence": _sentence(asked, slug),
        "query": query,
        "slug": slug,
        "manual": Link(games[slug].meta.title, page_url(slug, "index")) if slug else None,
        "near": _near(asked, slug),
        "results": search(query, slug).object_list[:MOST] if query else [],
        "games": [Link(game.meta.title, page_url(name, "index")) for name, game in games.items()],
    }
    return render(request, "rulebook/missing.html", context, status=404)


def _sentence(asked: str, slug: str) -> str:
    named = ID.fullmatch(asked)
    if named and (known := [id for id in all_clauses() if id.rpartition("-")[0] == named[1].upper()]):
        first, last = known[0], known[-1]
        return f"There is no rule {asked.upper()}. The rules run from {first} to {last}."
    if slug:
        return f"The rules of {load_games()[slug].meta.title} have no page “{clean_query(asked)}”."
    return "There is no such page in the rules."


def _near(asked: str, slug: str) -> list[Link]:
    """Manuals and pages with names similar to `asked`."""
    games = load_games()
    named = {name: Link(game.meta.title, page_url(name, "index")) for name, game in games.items()}
    named |= {game.meta.title.casefold(): named[name] for name, game in games.items()}
    if slug:
        named |= {item.page: Link(item.title, page_url(slug, item.page)) for item in games[slug].meta.manual}
    word = asked.casefold().strip("/")
    close = get_close_matches(word, named, 3, 0.6) + [name for name in named if len(word) > 2 and word in name]
    return list(dict.fromkeys(named[name] for name in close))
