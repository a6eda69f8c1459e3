"""Offline reading: the service worker for the manuals, the list of files it caches, and an index for the search."""

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.titles import load as load_games
from rulebook import library
from rulebook.models import Section, page_url
from rulebook.search_terms import same_words

FILE = Path(__file__).parent / "worker.js"
FILES = (
    *("site.css", "pages.css", "rulebook.css", "icons.svg", "icon.svg"),
    *("site.js", "clocks.js", "clauses.js", "rulebook.js", "offline_search.js"),
)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker script, at a path that limits its scope to the manuals."""
    response = HttpResponse(FILE.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def pages(request: HttpRequest, slug: str) -> HttpResponse:
    """The URLs of a manual and its static files, for the worker to cache. `stamp` changes with the manual."""
    if slug not in load_games():
        raise Http404("There is no such game.")
    found = library.pages_of(slug)
    urls = [page_url(slug, page.name) for page in found]
    facts = {
        "stamp": found[0].digest[:20] if found else "",
        "pages": [reverse("rules_index"), *urls, reverse("rules_search_index", args=[slug])],
        "files": [static(name) for name in FILES],
    }
    response = JsonResponse(facts)
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """What static/offline_search.js searches: the parts of a manual (heading, URL, rule, text, players' questions), and
    other words for what players type, numbers included."""
    if slug not in load_games():
        raise Http404("There is no such game.")
    library.pages_of(slug)
    sections = Section.objects.filter(page__slug=slug, page__is_current=True).exclude(kind="also")
    parts = [
        [one.heading or one.page.title, one.get_absolute_url(), one.clause, one.text, one.asked]
        for one in sections.select_related("page").defer("page__html", "page__toc", "page__cards", "vector")
    ]
    return JsonResponse({"title": load_games()[slug].meta.title, "parts": parts, "same": same_words(slug)})
