"""Which matches an API request may see."""

from typing import Any

from games.api.registry import Call
from games.errors import NoMatch
from games.matches import access
from games.matches.loaded import LoadedMatch, load_match


def begun_match(call: Call, match_id: int) -> LoadedMatch:
    """Load a match that has begun and that the caller may see. Raises Refusal: 404, 410."""
    return match_for(call.user, match_id, call.query("key") or access.saved_key(call.request.session, match_id))


def match_for(user: Any, match_id: int, key: str = "") -> LoadedMatch:
    """Load a match that has begun and that this person or link key may see. Raises Refusal: 404, 410."""
    loaded = load_match(match_id)
    if not access.may_see(loaded, user, key):
        raise NoMatch()
    access.need_begun(loaded)
    return loaded
