"""The web app manifest, which lets people add the site to their home screen."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest. Icons are SVG, sharp at any size; the `maskable` one has room for a round crop."""
    icons = [("icon.svg", "any"), ("app-icon.svg", "maskable")]
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
        "icons": [
            {"src": static(name), "type": "image/svg+xml", "sizes": "any", "purpose": purpose}
            for name, purpose in icons
        ],
        "shortcuts": [
            {"name": "My games", "url": reverse("my_matches")},
            {"name": "Next decision", "url": reverse("next_decision")},
            {"name": "Tables", "url": reverse("lobby")},
        ],
    }
    response = JsonResponse(facts, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response
