"""Matches without a row in the database: what-ifs and uploaded records."""

from hashlib import sha256

from games.matches.loaded import UNSTORED, LoadedMatch, SeatRow


def unstored_match(key: str, slug: str, names: list[str], ranks: list[int | None], version: int) -> LoadedMatch:
    """A loaded match that is not in the database. The caller sets its position. It is over if there are ranks."""
    # The cached log lines are keyed by match id, so it needs an id, in a range that no real match uses.
    number = UNSTORED | int.from_bytes(sha256(key.encode()).digest()[:6], "big")
    seats = [
        SeatRow(n, None, name, "", False, 0.0, 0, "", rank)
        for n, (name, rank) in enumerate(zip(names, ranks, strict=True))
    ]
    return LoadedMatch(
        id=number,
        slug=slug,
        status="over" if any(ranks) else "running",
        pace="live",
        move_seconds=0,
        bank_seconds=0,
        is_rated=False,
        is_public=False,
        token="",
        owner=0,
        version=version,
        revision=0,
        commitment="",
        ended_at=None,
        seats=seats,
        asked=[],
        lines=[],
    )
