"""Pages of the manuals. They read; nothing here changes anything but loads a manual that nobody has loaded yet."""

from typing import Any

from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import http_date, urlencode
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.titles import load as load_games
from rulebook import library
from rulebook.models import Page, Section, page_url
from rulebook.search import clauses_named, clean_query, search

FRESH = 300  # seconds for which a reader's browser may show a page again without asking


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The games, and the platform's own rules."""
    page = _page(library.PLATFORM, library.pages_of(library.PLATFORM)[0])
    games = [_facts(slug) for slug in load_games()]
    return _answer(request, page, "rulebook/index.html", {"games": games, "platform": mark_safe(page.html)})


@require_safe
def manual(request: HttpRequest, slug: str) -> HttpResponse:
    """The first page of a manual; /rules/pc-35/ leads to the rule."""
    if slug not in load_games():
        return _to_clause(slug)
    return _show(request, slug, "index")


@require_safe
def manual_page(request: HttpRequest, slug: str, page: str) -> HttpResponse:
    """A further page; /rules/parcels/pc-35/ leads to the rule."""
    if slug not in load_games():
        raise Http404("There is no such game.")
    if page == "index":
        return HttpResponseRedirect(page_url(slug, "index"))
    return _show(request, slug, page)


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Search in all manuals or in one."""
    query = clean_query(request.GET.get("q", ""))
    slug = request.GET.get("game", "")
    slug = slug if slug in load_games() else ""
    context = {
        "query": query,
        "slug": slug,
        "title": load_games()[slug].meta.title if slug else "",
        "results": search(query, slug, request.GET.get("page")),
        "page_query": urlencode({"q": query, **({"game": slug} if slug else {})}) + "&",
    }
    return render(request, "rulebook/search.html", context)


def _show(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    pages = library.pages_of(slug)
    place = next((number for number, page in enumerate(pages) if page.name == name), None)
    if place is None:
        return _to_clause(name, slug)
    page = _page(slug, pages[place])
    facts = _facts(slug)
    title = facts["title"] if name == "index" else page.title
    context = {
        "manual": facts,
        "page": {"slug": name, "title": title},
        "html": mark_safe(page.html),
        "toc": page.toc,
        "pages": [_entry(item) | {"level": 1, "is_current": item.name == name} for item in pages],
        "prev": _entry(pages[place - 1]) if place else None,
        "next": _entry(pages[place + 1]) if place + 1 < len(pages) else None,
    }
    return _answer(request, page, "rulebook/page.html", context)


def _page(slug: str, known: Page) -> Page:
    """A page with its text."""
    return get_object_or_404(Page, slug=slug, name=known.name)


def _entry(page: Page) -> dict[str, Any]:
    return {"title": page.title, "url": page.get_absolute_url()}


def _to_clause(word: str, slug: str = "") -> HttpResponse:
    """The permanent address of a rule leads to its anchor. 404 for what is no rule of this game."""
    found = clauses_named(word, slug) if "-" in word else []
    wanted = Section.objects.filter(clause__in=found[:1], clause__iexact=word).select_related("page")
    if slug:
        wanted = wanted.filter(page__slug=slug)
    section = wanted.first()
    if section is None:
        raise Http404("There is no such page and no such rule.")
    return HttpResponseRedirect(section.get_absolute_url())


def _facts(slug: str) -> dict[str, Any]:
    """A game as the templates show it."""
    meta = load_games()[slug].meta
    least, most = meta.seats[0], meta.seats[-1]
    return {
        "slug": slug,
        "title": meta.title,
        "tagline": meta.tagline,
        "credit": meta.credit,
        "seats": str(least) if least == most else f"{least} to {most}",
        "length": f"{meta.minutes[0]} to {meta.minutes[1]} minutes",
        "url": reverse("rules", args=[slug]),
        "url_rules": reverse("rules", args=[slug]),
        "url_new": f"{reverse('new_match')}?{urlencode({'game': slug})}",
    }


def _answer(request: HttpRequest, page: Page, template: str, context: dict[str, Any]) -> HttpResponse:
    """Browsers of people who are not signed in may keep the page for some minutes.

    There is no ETag: a page shown again after "not modified" would meet a policy that names another nonce.
    """
    is_same_for_all = not request.user.is_authenticated and not len(get_messages(request))
    answer = render(request, template, context)
    answer.headers["Last-Modified"] = http_date(page.updated_at.timestamp())
    patch_vary_headers(answer, ["Cookie"])
    if is_same_for_all:
        patch_cache_control(answer, private=True, max_age=FRESH)
    else:
        patch_cache_control(answer, private=True, no_cache=True)
    return answer
