"""Which matches a request may look at."""

from games.api.registry import Call
from games.errors import no_match
from games.matches import access
from games.matches.loaded import LoadedMatch, load_match


def seen_match(call: Call, match_id: int) -> LoadedMatch:
    """The match if this person may know of it. Raises Refusal (404)."""
    loaded = load_match(match_id)
    key = call.query("key") or access.kept(call.request.session, match_id)
    if not access.may_see(loaded, call.user, key):
        raise no_match()
    return loaded


def begun_match(call: Call, match_id: int) -> LoadedMatch:
    """The same for one that has begun. Raises Refusal (404)."""
    loaded = seen_match(call, match_id)
    if loaded.position is None:
        raise no_match()
    return loaded
