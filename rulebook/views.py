"""The manual pages. They are read-only, except that they load a manual that has not been loaded yet."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe
from msgspec import Struct, structs

from config import page_cache
from games.kernel.data import Meta
from games.titles import cover, folder
from games.titles import load as load_games
from rulebook import example_box, generated_pages, library, not_found
from rulebook.excerpts import TableRules, chapter, in_drawer, of_table, part
from rulebook.gallery import arranged
from rulebook.markdown import Card
from rulebook.models import Link, Page, Section, page_url
from rulebook.search import Within, answer, clauses_named, clean_query
from rulebook.sources import PLATFORM, examples_of, platform_clauses

HOUR = 3600
Preview = Callable[[HttpRequest, str], HttpResponse | None]
MOVED = {"index": "index", "gallery": generated_pages.GALLERY}  # other addresses of pages
LEARN = "learn"  # the anchor of the chapter for newcomers


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The list of manuals, and the platform's own rules."""
    page = library.pages_of(PLATFORM)[0]
    newest = Page.objects.filter(is_current=True).only("pk", "updated_at").latest("updated_at")

    def make() -> str:
        games = [
            {"meta": game.meta, "cover": cover(slug), "has_tutorial": _has_tutorial(slug)}
            for slug, game in load_games().items()
        ]
        context = {"games": games, "platform": _page(page).html, "canonical": _canonical(PLATFORM, "index")}
        return render_to_string("rulebook/index.html", context, request)

    if "from" in request.GET:  # reached from an email: without menus
        return HttpResponse(make())
    return page_cache.page(request, f"{page.stamp}-{newest.pk}", newest.updated_at, make)


def _has_tutorial(slug: str) -> bool:
    return (folder(slug) / "tutorial.toml").is_file()


@require_safe
def manual(request: HttpRequest, slug: str) -> HttpResponse:
    """The first page of a manual; /rules/pc-35/ redirects to the rule."""
    return _show(request, slug, "index") if slug in load_games() else _to_clause(request, slug)


@require_safe
def manual_page(request: HttpRequest, slug: str, page: str) -> HttpResponse:
    """Another page of a manual; /rules/parcels/pc-35/ redirects to the rule."""
    if slug not in load_games():
        return not_found.page(request, slug)
    if moved := MOVED.get(page):
        return HttpResponseRedirect(page_url(slug, moved))
    return _show(request, slug, page)


@require_safe
def edition(request: HttpRequest, slug: str, version: int, page: str = "index") -> HttpResponse:
    """The manual for an older version of the rules, for matches played with it. Redirects for the current version."""
    if slug not in load_games():
        return not_found.page(request, slug)
    if version == load_games()[slug].meta.rules:
        return HttpResponseRedirect(page_url(slug, page))
    if not library.pages_of(slug, version):
        return HttpResponseRedirect(f"{page_url(slug, generated_pages.CHANGES)}#version-{version}")
    return _show(request, slug, page, version)


@require_safe
def short(request: HttpRequest, id: str, preview: Preview) -> HttpResponse:
    """/r/hr-45 redirects to the rule; programs that make link previews get a page about it."""
    return preview(request, id) or _to_clause(request, id)


@require_safe
def words(request: HttpRequest, id: str, **_: Any) -> HttpResponse:
    """A rule as JSON (id, text, where, mark, url), for the tooltip of a link to it."""
    section = _section(id)
    if section is None:
        return JsonResponse({"error": "There is no such rule."}, status=404)
    game = load_games().get(section.page.slug)
    clause = (game.clauses if game else platform_clauses()).get(section.clause)
    facts = {
        "id": section.clause,
        "text": section.text,
        "where": game.meta.title if game else "At every table",
        "mark": "our ruling" if game and clause and clause.source == "ruling" else "",
        "url": section.get_absolute_url(),
    }
    response = JsonResponse(facts)
    patch_cache_control(response, private=True, max_age=HOUR)
    return response


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Search all manuals or one. With ?part, only the list of results, for search while typing."""
    query = clean_query(request.GET.get("q", ""))
    slug = request.GET.get("game", "")
    slug = slug if slug in load_games() else ""
    found = answer(query, slug, request.GET.get("page"))
    is_part = "part" in request.GET
    context = {
        "query": query,
        "slug": slug,
        "title": load_games()[slug].meta.title if slug else "",
        "results": found.results,
        "mended": found.mended,
        "games": [game.meta for game in load_games().values()],
        "page_query": urlencode({"q": query, **({"game": slug} if slug else {})}) + "&",
    }
    return render(request, "rulebook/_found.html" if is_part else "rulebook/search.html", context)


@require_safe
def booklet(request: HttpRequest, slug: str) -> HttpResponse:
    """A whole manual on one page, to be printed."""
    if slug not in load_games():
        return not_found.page(request, slug)
    names = {item.page for item in load_games()[slug].meta.manual}
    pages = [page for page in library.pages_of(slug) if page.name in names]

    def make() -> str:
        whole = [_page(page) for page in pages]
        parts = [_part(page, names) for page in whole]
        context = {"manual": load_games()[slug].meta, "parts": parts, "version": pages[0].version}
        return render_to_string("rulebook/booklet.html", context | {"canonical": _canonical(slug, "index")}, request)

    return page_cache.page(request, pages[0].stamp, pages[0].updated_at, make)


def _part(page: Page, names: set[str]) -> dict[str, Any]:
    """A page as a part of the booklet."""
    return {"title": page.title, "name": page.name, "html": mark_safe(part(page, names)), "cards": page.cards}


@require_safe
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """The chapter “Learn in two minutes” as a separate page, to print."""
    page = _page(library.pages_of(slug)[0]) if slug in load_games() else None
    html = chapter(page, LEARN) if page else ""
    if page is None or not html:
        return not_found.page(request, LEARN if page else slug, slug if page else "")
    context = {"manual": load_games()[slug].meta, "html": mark_safe(html), "canonical": _canonical(slug, "index")}
    make = partial(render_to_string, "rulebook/learn.html", context, request)
    return page_cache.page(request, page.stamp, page.updated_at, make)


def drawer(request: HttpRequest, table: TableRules) -> HttpResponse:
    """The manual of a table for its drawer: the page with the rule `at`, or what answers the question `q`."""
    if query := clean_query(request.GET.get("q", "")):
        return _drawer_search(request, table, query)
    pages = library.pages_of(table.slug, table.version) or library.pages_of(table.slug)
    section = _section(request.GET.get("at", ""), table.slug, pages)
    page = next(page for page in pages if page.name == (section.page.name if section else "index"))
    whole = table if section is None or table.uses(section.needs) else structs.replace(table, options={})

    def make() -> str:
        full = _page(page)
        html, contents = of_table(full, whole)
        context = {"html": mark_safe(in_drawer(full, html)), "toc": contents, "page": page}
        return render_to_string("rulebook/_drawer_page.html", context, request)

    return page_cache.page(request, f"{page.name}-{page.stamp}-{sorted(whole.options.items())}", page.updated_at, make)


def _drawer_search(request: HttpRequest, table: TableRules, query: str) -> HttpResponse:
    """The answers in the rules of a table."""
    pages = library.pages_of(table.slug, table.version) or library.pages_of(table.slug)
    known = Section.objects.filter(page__in=pages).order_by().values_list("needs", flat=True).distinct()
    within = Within([page.pk for page in pages], [needs for needs in known if table.uses(needs)])
    found = answer(query, table.slug, request.GET.get("page"), within)
    title = load_games()[table.slug].meta.title
    context = {"query": query, "title": title, "results": found.results, "mended": found.mended, "slug": table.slug}
    return render(request, "rulebook/_found.html", context | {"is_drawer": True})


@require_safe
def try_example(
    request: HttpRequest, slug: str, example: str, read: example_box.Read, words: example_box.Words
) -> HttpResponse:
    """An example after some moves, which are all in the URL. With ?part, only its box."""
    found = examples_of(slug).get(example) if slug in load_games() else None
    if found is None:
        return not_found.page(request, example, slug if slug in load_games() else "")
    try:
        box = example_box.answer(load_games()[slug], found, dict(request.GET.lists()), read, words)
    except example_box.InvalidRequest as odd:
        wrong = {"sentence": str(odd), "url": reverse("try_example", args=[slug, example])}
        return render(request, "rulebook/bad_example.html", wrong, status=400)
    if "part" in request.GET:
        return HttpResponse(box)
    anchor = f"play-{example}"
    page = Page.objects.filter(slug=slug, is_current=True, html__contains=f'id="{anchor}"').only("name", "slug").first()
    back = f"{page_url(slug, page.name if page else 'index')}#{anchor}"
    context = {"manual": load_games()[slug].meta, "example": found, "box": mark_safe(box), "back": back}
    return render(request, "rulebook/try.html", context)


@require_safe
def nothing(request: HttpRequest, rest: str, **more: Any) -> HttpResponse:
    """All other URLs under /rules/ and /r/: add a missing slash, or 404."""
    if not rest.endswith("/"):
        try:
            if resolve(f"{request.path_info}/").func is not nothing:
                return HttpResponseRedirect(f"{request.path_info}/")
        except Resolver404:
            pass
    slug, _, word = rest.strip("/").partition("/")
    return not_found.page(request, word or slug, slug if slug in load_games() and word else "")


def _show(request: HttpRequest, slug: str, name: str, version: int | None = None) -> HttpResponse:
    pages = library.pages_of(slug, version)
    page = next((page for page in pages if page.name == name), None)
    if page is None:
        return _to_clause(request, name, slug)
    if request.GET:  # a filtered or sorted gallery, or reached from an email: too many variants to cache
        return HttpResponse(_render(request, slug, pages, page))
    return page_cache.page(request, page.stamp, page.updated_at, lambda: _render(request, slug, pages, page))


def _render(request: HttpRequest, slug: str, pages: list[Page], known: Page) -> str:
    page, game = _page(known), load_games()[slug].meta
    names = {item.page: item.title for item in game.manual}
    menu = [item for item in pages if item.name in names]
    extras = [item for item in pages if item.name not in names]
    titled = page.title if page.name != "index" or page.title != names.get("index") else game.title
    place = next((number for number, item in enumerate(menu) if item.name == page.name), None)
    context = {
        "manual": game,
        "page": {"slug": page.name, "title": titled},
        "description": page.description,
        "html": mark_safe(page.html),
        "toc": page.toc,
        "has_tutorial": _has_tutorial(slug),
        "can_learn": any(heading["anchor"] == LEARN for heading in page.toc),
        "pages": [Link(names[item.name], item.get_absolute_url(), item.name == page.name) for item in menu],
        "extras": [Link(item.title, item.get_absolute_url(), item.name == page.name) for item in extras],
        "prev": menu[place - 1] if place else None,
        "next": menu[place + 1] if place is not None and place + 1 < len(menu) else None,
        "version": page.version,
        "is_old": not page.is_current,
        "canonical": _canonical(slug, page.name),
        "preview": _preview(game, titled, page),
    }
    if page.cards:
        gallery = arranged(msgspec.convert(page.cards, list[Card]), request.GET)
        return render_to_string("rulebook/gallery.html", context | {"gallery": gallery}, request)
    return render_to_string("rulebook/page.html", context, request)


class LinkPreview(Struct, frozen=True):
    """What other programs show as a preview of a link to a page."""

    title: str
    description: str
    url: str
    picture: str


def _preview(game: Meta, title: str, page: Page) -> LinkPreview:
    return LinkPreview(
        title=f"Rules of {game.title}" if title == game.title else f"{title}: {game.title}",
        description=page.description or game.tagline,
        url=_canonical(page.slug, page.name),
        picture=settings.SITE_URL + reverse("game_card", args=[page.slug]),
    )


def _page(known: Page) -> Page:
    """The same page with all its fields."""
    return get_object_or_404(Page, pk=known.pk)


def _canonical(slug: str, name: str) -> str:
    return settings.SITE_URL + page_url(slug, name)


def _section(word: str, slug: str = "", pages: Sequence[Page] | None = None) -> Section | None:
    """The section of the rule with this id, in any spelling, on these pages or (None) on the current ones."""
    found = clauses_named(word, slug) if "-" in word else []
    wanted = Section.objects.filter(clause__in=found[:1], clause__iexact=word)
    wanted = wanted.select_related("page").defer("page__html", "page__toc", "page__cards")
    wanted = wanted.filter(page__is_current=True) if pages is None else wanted.filter(page__in=pages)
    return (wanted.filter(page__slug=slug) if slug else wanted).first()


def _to_clause(request: HttpRequest, word: str, slug: str = "") -> HttpResponse:
    """Redirect from the permanent URL of a rule to its anchor; a helpful 404 page if there is no such rule."""
    section = _section(word, slug)
    return HttpResponseRedirect(section.get_absolute_url()) if section else not_found.page(request, word, slug)
