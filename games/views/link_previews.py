"""Link previews: the card images, and a page with Open Graph tags for a single rule."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.clause_links import clause_url
from games.errors import NoMatch
from games.mail import link_preview, picture
from games.mail.png import png
from games.matches import access
from games.matches.access import key_for
from games.matches.loaded import load_match
from games.titles import load
from games.views.decorators import member_page, open_page
from games.views.table import own_seat, running

ICONS = (180, 192, 512)
FRESH = 600  # seconds for which a card may be cached
# Preview bots ignore the fragment of a URL, which is where rules are.
_PREVIEWERS = re.compile(
    r"facebookexternalhit|Twitterbot|Slackbot|Discordbot|TelegramBot|WhatsApp|LinkedInBot|Mastodon|Signal|SkypeUri"
    r"|redditbot|Pinterest|Iframely|Embedly|MicrosoftPreview|Bluesky|Matrix|Synapse",
    re.IGNORECASE,
)


@open_page
def match_card(request: HttpRequest, match_id: int) -> HttpResponse:
    """The card of a table or match, for those who may see its page."""
    loaded = load_match(match_id)
    if not access.may_see(loaded, request.user, key_for(request, match_id)):
        raise NoMatch()
    return _png(link_preview.match_card(loaded), loaded.is_public)


@member_page
def my_position(request: HttpRequest, match_id: int) -> HttpResponse:
    """The position as this player's own seat sees it, for their list. Its address names the decision, so that browsers
    may keep it: seen from a seat, little changes while the decision is open."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    svg = picture.drawing(loaded, loaded.view_for(seat), None, seat)
    if not svg:
        raise NoMatch()
    return HttpResponse(svg, "image/svg+xml", headers={"Cache-Control": f"private, max-age={FRESH}"})


@require_safe
def game_card(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in load():
        return HttpResponse(status=404)
    return _png(link_preview.card(link_preview.of_game(slug)))


@require_safe
def site_card(request: HttpRequest) -> HttpResponse:
    return _png(link_preview.card(link_preview.of_site()))


@require_safe
def phone_card(request: HttpRequest) -> HttpResponse:
    return _png(link_preview.phone())


@require_safe
def app_icon(request: HttpRequest, size: int) -> HttpResponse:
    """The icon of the site as PNG, for systems that know no SVG. Drawn once by each process."""
    if size not in ICONS:
        return HttpResponse(status=404)
    return _png(_drawn_icon(size))


@cache
def _drawn_icon(size: int) -> bytes:
    path = finders.find("app-icon.svg")
    assert path is not None
    half = f'<svg width="{size / 2:g}" height="{size / 2:g}" '  # pictures have two pixels per unit
    return png(Path(path).read_text("utf-8").replace("<svg ", half, 1))


@require_safe
def rule_card(request: HttpRequest, id: str) -> HttpResponse:
    facts = link_preview.of_rule(id.upper())
    return _png(link_preview.card(facts)) if facts else HttpResponse(status=404)


def rule_page(request: HttpRequest, id: str) -> HttpResponse | None:
    """A small page about one rule for preview bots; None for everybody else, or if there is no such rule."""
    facts = link_preview.of_rule(id.upper()) if _PREVIEWERS.search(request.META.get("HTTP_USER_AGENT", "")) else None
    if facts is None:
        return None
    shown = link_preview.tags(facts, request.path, reverse("rule_card", args=[id.lower()]))
    context: dict[str, Any] = {"preview": shown, "url": clause_url(id.upper()), "facts": facts}
    return render(request, "games/rule_preview.html", context)


def _png(content: bytes, is_public: bool = True) -> HttpResponse:
    response = HttpResponse(content, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={FRESH}" if is_public else "private, no-store"
    return response
