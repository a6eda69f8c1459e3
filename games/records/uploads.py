"""Records that people bring along: checked by playing them again, then kept for some hours to be stepped through.

Kept in Valkey: losing one costs an upload.
"""

import secrets
import zlib
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.core.cache import cache

from accounts.names import has_control
from games.errors import Refusal, no_match
from games.kernel import codec, replay
from games.kernel.types import AnyPosition, Event
from games.matches.loaded import LINES, Line, LoadedMatch
from games.matches.unstored import unstored_match
from games.titles import load

KEPT = 6 * 3600  # seconds
MOST_MOVES = 3000
MOST_SEATS = 20
LONGEST_NAME = 80
REASONS = ("resigned", "removed")
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # a record does not say when its moves were made


def read(raw: bytes) -> dict[str, Any]:
    """A file as a record. Raises Refusal (422) for what is none, or none of a game of ours."""
    try:
        record = msgspec.json.decode(raw, type=replay.Record)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Refusal(422, "This file isn’t the record of a match.") from None
    facts: dict[str, Any] = msgspec.to_builtins(record)
    if record.slug not in load():
        raise Refusal(422, "This site doesn’t have the game of this record.")
    if len(record.moves) > MOST_MOVES:
        raise Refusal(422, f"A record can have at most {MOST_MOVES} moves.")
    if not all(_is_name(name) for name in names_in(facts)):
        raise Refusal(422, f"Each seat needs a name of 1 to {LONGEST_NAME} characters that can be shown.")
    count = replay.seat_count(facts)
    known = all(0 <= line.seat < count and line.drop in (None, *REASONS) for line in record.moves)
    if not 0 < count <= MOST_SEATS or not known:
        raise Refusal(422, "This record names a seat or a departure that does not exist.")
    return facts


def _is_name(name: str) -> bool:
    return bool(name.strip()) and len(name) <= LONGEST_NAME and not has_control(name)


def names_in(record: dict[str, Any]) -> list[str]:
    """The players' names of a record; one that only counts its seats numbers them, as its checks do."""
    seats = record["seats"]
    return list(seats) if isinstance(seats, list) else [f"Seat {number}" for number in range(min(seats, MOST_SEATS))]


def check(record: dict[str, Any]) -> list[str]:
    """What replaying confirms, in sentences. Raises Refusal (422) with the first difference."""
    try:
        return replay.verify(load()[record["slug"]], record)
    except replay.Differs as difference:
        raise Refusal(422, f"This record is wrong. {difference}", "PLAY-10") from None


def keep(record: dict[str, Any]) -> str:
    """Play a checked record again and keep each position; the key under which it can be opened."""
    game, key = load()[record["slug"]], secrets.token_urlsafe(12)
    position, events = replay.begin(game, record)
    moments = {_name(key, 1): _moment(position, events, None)}
    for number, one in enumerate(replay.steps(game, record, position), 2):
        seat = record["moves"][one.number - 1]["seat"]
        moments[_name(key, number)] = _moment(one.position, one.outcome.events, seat)
    facts = {"slug": record["slug"], "names": names_in(record), "result": record["result"], "newest": len(moments)}
    cache.set_many(moments | {_name(key, 0): facts}, KEPT)
    return key


def _name(key: str, version: int) -> str:
    return f"record:{key}:{version}"


def _moment(position: AnyPosition, events: list[Event], seat: int | None) -> dict[str, Any]:
    text = b64encode(zlib.compress(codec.dump(position), 1)).decode()
    return {"position": text, "events": codec.dump_any(events).decode(), "seat": seat}


def match_of(key: str) -> LoadedMatch:
    """The last moment of a kept record, as a finished match. Raises Refusal (404) once it is forgotten."""
    facts = cache.get(_name(key, 0))
    if facts is None:
        raise Refusal(404, "We no longer have this record. Upload it again.")
    loaded = unstored_match(key, facts["slug"], facts["names"], facts["result"], facts["newest"])
    return match_then(key, loaded, loaded.version)


def match_then(key: str, loaded: LoadedMatch, version: int) -> LoadedMatch:
    """The kept record after this many moments. Raises Refusal (404)."""
    names = {number: _name(key, number) for number in range(max(1, version - LINES + 1), version + 1)}
    found = cache.get_many(names.values())
    if names[version] not in found:
        raise no_match()
    moments = [(number, found[name]) for number, name in names.items() if name in found]
    raw = zlib.decompress(b64decode(found[names[version]]["position"]))
    return msgspec.structs.replace(
        loaded,
        position=codec.load(loaded.game, raw),
        lines=[_line(number, moment) for number, moment in moments],
        version=version,
        status="over" if version == loaded.version else "running",
        opens=None,
        shared={},
    )


def _line(version: int, moment: dict[str, Any]) -> Line:
    return Line(version, version, moment["seat"], "", LONG_AGO, codec.load_events(moment["events"]))
