"""The host's own pages: help, privacy, terms, imprint, contact.

The host writes them in Markdown: `PLAYPOST_PAGES/privacy.md` and so on. Changes show at once. Missing pages come from
`templates/pages/`. Imprint and contact have no default, because only the host can write them; the footer leaves them
out until then.
"""

import os
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

TITLES = {"help": "Help", "privacy": "Privacy", "terms": "Terms", "imprint": "Imprint", "contact": "Contact"}
DEFAULTS = Path(__file__).resolve().parent.parent / "templates" / "pages"


def titles() -> dict[str, str]:
    """The pages that exist, as {name: title}."""
    return {name: title for name, title in TITLES.items() if _file(name) is not None}


def unreadable() -> list[Path]:
    """The host's files that this process is not allowed to read. The site shows the default texts instead."""
    if os.path.isdir(settings.PAGES) and not os.access(settings.PAGES, os.R_OK | os.X_OK):
        return [settings.PAGES]
    return [path for path in settings.PAGES.glob("*.md") if not os.access(path, os.R_OK)]


def _file(name: str) -> str | None:
    """The host's file or the default. Every page has the footer, so an unreadable file must not raise here."""
    for folder in (settings.PAGES, DEFAULTS):
        if os.access(place := f"{folder}/{name}.md", os.R_OK):
            return place
    return None


@lru_cache(maxsize=16)
def _rendered(path: Path, changed: int) -> SafeString:
    """The page as HTML. The host may use HTML in the Markdown, but no scripts and no forms."""
    import nh3  # imported here because every process loads this module for its checks, and few render such a page
    from markdown_it import MarkdownIt

    text = path.read_text(encoding="utf-8").replace("SITE_URL", settings.SITE_URL)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return mark_safe(nh3.clean(html, attributes={"a": {"href"}}, url_schemes={"https", "http", "mailto", "tel"}))


@require_safe
def host_page(request: HttpRequest, name: str) -> HttpResponse:
    place = _file(name) if name in TITLES else None
    if place is None:
        raise Http404
    path = Path(place)
    context = {"title": TITLES[name], "text": _rendered(path, path.stat().st_mtime_ns), "name": name}
    return render(request, "host_page.html", context)
