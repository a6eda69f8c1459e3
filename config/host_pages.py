"""The host's own pages: help, privacy, terms, imprint, contact.

Each is a text of the host, `PLAYPOST_PAGES/privacy.md` and so on, in Markdown; it is read again when it has changed.
What is not there comes from `templates/pages/`. An imprint and a contact exist only once the host has written them, for
nobody else can: until then the footer does not name them.
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
    """The pages that exist: name and title."""
    return {name: title for name, title in TITLES.items() if _file(name) is not None}


def unreadable() -> list[Path]:
    """What the host has written and this process may not read; the site goes on with our own texts."""
    if os.path.isdir(settings.PAGES) and not os.access(settings.PAGES, os.R_OK | os.X_OK):
        return [settings.PAGES]
    return [path for path in settings.PAGES.glob("*.md") if not os.access(path, os.R_OK)]


def _file(name: str) -> Path | None:
    """The host's text, else ours. Each page has a footer: a file that may not be read must not take them all away."""
    places = (settings.PAGES / f"{name}.md", DEFAULTS / f"{name}.md")
    return next((path for path in places if os.access(path, os.R_OK)), None)


@lru_cache(maxsize=16)
def _rendered(path: Path, changed: int) -> SafeString:
    """The host may write HTML, too, within what is safe on a page: no scripts, no forms."""
    import nh3  # here: each process loads this file for its checks, and few ever draw such a page
    from markdown_it import MarkdownIt

    text = path.read_text(encoding="utf-8").replace("SITE_URL", settings.SITE_URL)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return mark_safe(nh3.clean(html, attributes={"a": {"href"}}, url_schemes={"https", "http", "mailto", "tel"}))


@require_safe
def host_page(request: HttpRequest, name: str) -> HttpResponse:
    path = _file(name) if name in TITLES else None
    if path is None:
        raise Http404
    context = {"title": TITLES[name], "text": _rendered(path, path.stat().st_mtime_ns), "name": name}
    return render(request, "host_page.html", context)
