"""Loaded matches that this process keeps between requests: a move does not load its match again, and a page does not
render again what others have seen.
"""

from config.memory_cache import BoundedCache
from games.matches.loaded import LoadedMatch, load_match, newest

KEPT = 300  # loaded matches cached per process; each takes about 70 kB, half of it rendered parts
KEPT_FOR = 120.0  # seconds after its last move, other change or visit
_matches: BoundedCache[LoadedMatch] = BoundedCache(KEPT, seconds=KEPT_FOR)


def get(match_id: int, revision: int = 0) -> LoadedMatch | None:
    """The cached match if it has at least this revision."""
    loaded = _matches.get(match_id)
    return loaded if loaded is not None and loaded.revision >= revision else None


def put(loaded: LoadedMatch) -> None:
    """Cache it, unless a newer revision is already cached."""
    if get(loaded.id, loaded.revision + 1) is None:
        _matches.put(loaded.id, loaded)


def drop_old() -> None:
    """Drop what was put more than KEPT_FOR ago."""
    _matches.tidy()


def match_at(match_id: int, revision: int) -> LoadedMatch:
    """The match at this revision or a later one, from the cache if possible. Raises Refusal (404)."""
    if loaded := get(match_id, revision):
        return loaded
    known = get(match_id)
    if known is None or not known.lines:
        loaded = load_match(match_id)
    else:  # the log is append-only, so load only the records that are missing
        loaded = load_match(match_id, after=known.lines[-1].number)
        loaded.lines = newest([*known.lines, *loaded.lines])
    put(loaded)
    return loaded


def match_now(match_id: int) -> LoadedMatch:
    """The match as the database has it now: the cached one if nothing has changed, with the parts rendered from it.
    Raises Refusal (404)."""
    loaded = load_match(match_id, known=get(match_id))
    if loaded.position is not None:
        put(loaded)
    return loaded
