"""Template context for every page: the site's name, the games' colours, what waits for the reader and so on."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe

from config import host_pages
from games.lobby import bell
from games.operations import announcements
from games.titles import load


def site(request: HttpRequest) -> dict[str, Any]:
    """Context processor. The counts are lazy: they cost one query, and only in templates that show it."""
    known = {
        "site_name": "Playpost",
        "accents": accents(),
        "is_author": settings.IS_AUTHOR,
        "announcement": announcements.current(),
        "host_pages": host_pages.titles,  # called by the footer, which a table has not
        # See games.mail.links. Not from request.GET, which the page about too many parameters cannot read.
        "is_plain": "from=mail" in request.META.get("QUERY_STRING", "").split("&"),
    }
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        known["waits"] = SimpleLazyObject(lambda: bell.counts(user.pk))
    return known


@cache
def accents() -> SafeString:
    """One CSS rule for each game with colours of its own. Safe, because Meta validates the colours in meta.toml."""
    metas = [game.meta for game in load().values() if game.meta.accent]
    rules = [f'[data-game="{meta.slug}"]{{--accent:light-dark({",".join(meta.accent or ())})}}' for meta in metas]
    return mark_safe("".join(rules))
