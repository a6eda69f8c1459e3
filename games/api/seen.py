"""Which matches a request may look at."""

from games.api.registry import Call
from games.errors import no_match
from games.matches import access
from games.matches.loaded import LoadedMatch, load_match


def begun_match(call: Call, match_id: int) -> LoadedMatch:
    """A match that has begun, if this person may see it. Raises Refusal (404)."""
    loaded = load_match(match_id)
    key = call.query("key") or access.kept(call.request.session, match_id)
    if loaded.position is None or not access.may_see(loaded, call.user, key):
        raise no_match()
    return loaded
