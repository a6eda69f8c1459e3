"""Who has a table open right now. Kept in Valkey for less than a minute; losing it does no harm."""

from collections.abc import Iterable

from django.core.cache import cache

SECONDS = 45  # a page that has not reported for this long counts as closed
REFRESH = 20
BETWEEN_PAGES = 15  # how long a page may take to reload


def _key(match_id: int, seat: int) -> str:
    return f"here:{match_id}:{seat}"


def _left(match_id: int, seat: int) -> str:
    return f"left:{match_id}:{seat}"


def mark(seats: Iterable[tuple[int, int]]) -> None:
    """Record that these (match id, seat) pairs have a page open."""
    values = {_key(match_id, seat): 1 for match_id, seat in seats}
    if values:
        cache.set_many(values, SECONDS)


def forget(match_id: int, seat: int) -> None:
    """Record that this seat's last page in this process was closed."""
    cache.delete(_key(match_id, seat))
    cache.set(_left(match_id, seat), 1, BETWEEN_PAGES)


def just_left(match_id: int, seats: int) -> set[int]:
    """The seats that closed a page moments ago: the next may be loading, as after sending any form."""
    keys = {_left(match_id, seat): seat for seat in range(seats)}
    return {keys[key] for key in cache.get_many(keys)}


def here(match_id: int, seats: int) -> set[int]:
    """The seats (of 0 to `seats` - 1) whose players have the table open."""
    return {seat for _, seat in among((match_id, seat) for seat in range(seats))}


def among(seats: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Those of these (match id, seat) pairs whose players have the table open, with one request to Valkey."""
    keys = {_key(match_id, seat): (match_id, seat) for match_id, seat in seats}
    return {keys[key] for key in (cache.get_many(keys) if keys else ())}


def mark_and_list(come: Iterable[tuple[int, int]], seats: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """mark() those in `come`, then return among(seats)."""
    mark(come)
    return among(seats)
