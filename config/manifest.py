"""The web app: its manifest, and the service worker with which it opens without a connection."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

ICON_SIZES = (192, 512)
SHELL = ("site.css", "pages.css", "site.js", "clocks.js", "clauses.js", "app.js", "icons.svg", "icon.svg")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest. Icons are SVG, sharp at any size, and PNG for systems that know no other; the `maskable`
    ones have room for a round crop."""
    drawn = (("icon.svg", "any"), ("app-icon.svg", "maskable"))
    icons = [_icon(static(name), "svg+xml", "any", use) for name, use in drawn]
    for size in ICON_SIZES:
        address = reverse("app_icon", args=[size])
        icons += [_icon(address, "png", f"{size}x{size}", use) for use in ("any", "maskable")]
    facts = {
        "id": "/",
        "name": "Playpost",
        "short_name": "Playpost",
        "description": "Tabletop games with friends, by email or live.",
        "lang": "en",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4eddf",
        "theme_color": "#f4eddf",
        "categories": ["games"],
        "icons": icons,
        "screenshots": [
            {"src": reverse("site_card"), "type": "image/png", "sizes": "1200x630", "form_factor": "wide"},
            {"src": reverse("phone_card"), "type": "image/png", "sizes": "780x1688", "form_factor": "narrow"},
        ],
        "shortcuts": [
            {"name": "My games", "url": reverse("my_matches")},
            {"name": "Next move", "url": reverse("next_decision")},
            {"name": "Tables", "url": reverse("lobby")},
        ],
    }
    response = JsonResponse(facts, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response


def _icon(address: str, kind: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": address, "type": f"image/{kind}", "sizes": sizes, "purpose": purpose}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the whole site, at a path that gives it all pages. The manuals have their own."""
    facts = {"files": [static(name) for name in SHELL], "static_url": settings.STATIC_URL}
    response = render(request, "worker.js", facts, content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows instead of a page that it has not kept. Without menus, as who reads it is not known."""
    return render(request, "offline.html", {"is_plain": True})
