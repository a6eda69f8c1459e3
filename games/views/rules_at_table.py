"""The manual as a table plays by it: its version of the rules, and only the chapters about its options."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.errors import NoMatch
from games.lobby.waiting_room import WaitingRoom
from games.matches.access import key_for
from games.views.decorators import open_page
from games.views.table import visible


@open_page
def rules_at_table(
    request: HttpRequest, match_id: int, show: Callable[[HttpRequest, Any], HttpResponse], kind: Callable[..., Any]
) -> HttpResponse:
    """What the rulebook shows for these rules. Raises Refusal (404)."""
    loaded = visible(request, match_id)
    if loaded.status == "open" and not WaitingRoom.of(match_id, request.user).may_see(key_for(request, match_id)):
        raise NoMatch()
    if loaded.position is None:
        return show(request, kind(loaded.slug, loaded.game.meta.rules, {}))
    position = loaded.at_table()
    options: dict[str, Any] = msgspec.to_builtins(position.options)
    words = {name: str(value).lower() for name, value in options.items()}
    return show(request, kind(loaded.slug, position.rules, words))
