"""Uploaded records: checked by replaying them, then kept for a few hours to step through.

They are kept in Valkey in compressed chunks, a few per person. Losing one only costs another upload.
"""

import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import msgspec
from django.core.cache import cache

from accounts.names import has_control
from games.errors import NoMatch, Refusal
from games.kernel import codec, replay
from games.kernel.verify import verify_record
from games.matches.loaded import LINES, LoadedMatch, LogRecord
from games.matches.unstored import unstored_match
from games.titles import load

KEPT = 6 * 3600  # seconds
MOST_KEPT = 3  # records per person; a further one replaces the oldest
MOST_BYTES = 400_000  # per record, compressed
CHUNK = 32  # moments compressed together, as they differ little
MOST_MOVES = 3000
MOST_SEATS = 20
LONGEST_NAME = 80
REASONS = ("resigned", "removed")
Moment = tuple[str, str, int | None]  # the position, what happened, who moved
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # stands in for the times of moves, which records do not have


def read(raw: bytes) -> dict[str, Any]:
    """Read a file as a record. Raises Refusal (422) if it is not a record, or not of a game on this site."""
    try:
        record = msgspec.json.decode(raw, type=replay.Record)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Refusal(422, "This file isn’t the record of a match.") from None
    facts: dict[str, Any] = msgspec.to_builtins(record)
    if record.slug not in load():
        raise Refusal(422, "This site doesn’t have the game of this record.")
    if len(record.moves) > MOST_MOVES:
        raise Refusal(422, f"A record can have at most {MOST_MOVES} moves.")
    if not all(name.strip() and len(name) <= LONGEST_NAME and not has_control(name) for name in names_in(facts)):
        raise Refusal(422, f"Each player’s name must have 1 to {LONGEST_NAME} printable characters.")
    count = replay.seat_count(facts)
    known = all(0 <= line.seat < count and line.drop in (None, *REASONS) for line in record.moves)
    if not 0 < count <= MOST_SEATS or not known:
        raise Refusal(422, "This record refers to a seat that doesn’t exist or has an unknown reason for leaving.")
    return facts


def names_in(record: dict[str, Any]) -> list[str]:
    """The players' names in a record; "Seat 0" and so on if it only has the number of seats, as when it is checked."""
    seats = record["seats"]
    return list(seats) if isinstance(seats, list) else [f"Seat {number}" for number in range(min(seats, MOST_SEATS))]


def check(record: dict[str, Any]) -> list[str]:
    """Replay the record and return what that confirms, in sentences. Raises Refusal (422) with the first difference."""
    try:
        return verify_record(load()[record["slug"]], record)
    except replay.Difference as difference:
        raise Refusal(422, f"This record is wrong. {difference}", "PLAY-10") from None


def save(record: dict[str, Any], user_id: int) -> str:
    """Replay a checked record and store each position. Returns the key to open it with.

    Raises Refusal (413) if it is too large.
    """
    key = secrets.token_urlsafe(12)
    chunks: dict[str, str] = {}
    moments, count, size = _moments(record), 0, 0
    while some := list(islice(moments, CHUNK)):
        chunks[_name(key, len(chunks))] = packed = b64encode(zlib.compress(codec.dump(some))).decode()
        count, size = count + len(some), size + len(packed)
        if size > MOST_BYTES:
            raise Refusal(413, "This record is correct, but it’s too large to be kept here and replayed.")
    facts = {"slug": record["slug"], "names": names_in(record), "result": record["result"], "newest": count}
    _make_room(user_id, key, len(chunks))
    cache.set_many(chunks | {_name(key, "facts"): facts}, KEPT)
    return key


def _moments(record: dict[str, Any]) -> Iterator[Moment]:
    game = load()[record["slug"]]
    position, events = replay.begin(game, record)
    yield codec.dump(position).decode(), codec.dump(events).decode(), None
    for one in replay.steps(game, record, position):
        seat = record["moves"][one.number - 1]["seat"]
        yield codec.dump(one.position).decode(), codec.dump(one.outcome.events).decode(), seat


def _make_room(user_id: int, key: str, chunks: int) -> None:
    """Add this record to the person's list and delete their oldest ones."""
    mine = f"records:{user_id}"
    known = [*cache.get(mine, []), [key, chunks]]
    for old, count in known[:-MOST_KEPT]:
        cache.delete_many([_name(old, "facts"), *(_name(old, number) for number in range(count))])
    cache.set(mine, known[-MOST_KEPT:], KEPT)


def _name(key: str, part: int | str) -> str:
    return f"record:{key}:{part}"


def match_of(key: str) -> LoadedMatch:
    """The end of a kept record, as a finished match. Raises Refusal (404) if it is no longer kept."""
    facts = cache.get(_name(key, "facts"))
    if facts is None:
        raise Refusal(404, "We no longer have this record. Upload it again.")
    loaded = unstored_match(key, facts["slug"], facts["names"], facts["result"], facts["newest"])
    return at_version(key, loaded, loaded.version)


def at_version(key: str, loaded: LoadedMatch, version: int) -> LoadedMatch:
    """A kept record at this version. Raises Refusal (404)."""
    first = max(1, version - LINES + 1)
    chunks = {_name(key, number): number for number in range((first - 1) // CHUNK, (version - 1) // CHUNK + 1)}
    stored = cache.get_many(chunks)
    moments = [
        (chunks[name] * CHUNK + place, moment)
        for name in chunks
        if name in stored
        for place, moment in enumerate(msgspec.json.decode(zlib.decompress(b64decode(stored[name]))), 1)
    ]
    shown = [(number, moment) for number, moment in moments if first <= number <= version]
    if not shown or shown[-1][0] != version:
        raise NoMatch()
    return msgspec.structs.replace(
        loaded,
        position=codec.load(loaded.game, shown[-1][1][0]),
        lines=[LogRecord(n, n, seat, "", LONG_AGO, codec.load_events(events)) for n, (_, events, seat) in shown],
        version=version,
        status="over" if version == loaded.version else "running",
        opens=None,
        parts={},
    )
