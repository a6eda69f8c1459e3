"""Limits on searches, of one person or anonymous network, and on cards for link previews, of one network."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from accounts.login import throttle
from accounts.request_types import Request
from games import rate_limits
from games.errors import Refusal
from games.views.refused_requests import refused

SEARCHES_A_MINUTE = 120  # one is sent for each pause in typing
CARDS_A_MINUTE = 240  # services that show links fetch cards for many people from few addresses
SEARCHES = ("search", "people", "rules_search", "rules_at_table")  # the names of addresses; ?q= asks
CARDS = ("match_card", "game_card", "rule_card", "site_card", "phone_card")


class LimitRequests:
    """Middleware: answer 429 beyond these limits."""

    def __init__(self, get_response: Callable[[Any], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: Request, *_: Any) -> HttpResponse | None:
        """Called when it is known which view will answer."""
        name = request.resolver_match.url_name if request.resolver_match else ""
        try:
            if name in SEARCHES and request.GET.get("q"):
                who = request.user.pk or throttle.network_of(request)
                rate_limits.spend("search", who, SEARCHES_A_MINUTE, "You’re searching very fast. Wait a minute.", 60)
            elif name in CARDS:
                who = throttle.network_of(request)  # without a look at the session, so that caches may keep cards
                rate_limits.spend("card", who, CARDS_A_MINUTE, "You’re asking for many pictures. Wait a minute.", 60)
        except Refusal as refusal:
            return refused(request, refusal)
        return None
