"""The log of a match in words, computed once for all viewers who may know the same.

`lines_of` keeps the marks for its readers; `story` is what one of them reads.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from sys import getsizeof
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct, structs

from config.memory_cache import BoundedCache
from games.clause_links import clause_url
from games.kernel import codec, engine
from games.kernel.types import Event
from games.kernel.words import continued, only_for_others, read_by
from games.matches import platform_events
from games.matches.hidden_words import mask_text
from games.matches.loaded import LINES, LoadedMatch, LogRecord
from games.matches.recent import KEPT
from games.models import MoveRecord
from games.table import beats

MOST = 100  # records told at a time
LINE = 200  # bytes of a line besides its texts, about
_PLAYER = re.compile("\x02(\\d+);[Yy]our?(?:self)?[|][^\x03]*\x03")  # a mark that names a player


class LogLine(Struct, frozen=True):
    """One line of the log in words. `version`: the match's version after it; `pictures`: ids of the title's cards;
    `beats`: what an open table plays (beats.py)."""

    words: str
    clause: str
    version: int
    at: datetime
    seat: int | None
    pictures: str = ""
    beats: str = ""

    @property
    def clause_url(self) -> str:
        """The rule in the manual."""
        return clause_url(self.clause)

    @property
    def html(self) -> Markup:
        """The line with its marks, and the players in bold, which pages colour."""
        return Markup(_PLAYER.sub(r'<b data-seat="\1">\g<0></b>', str(escape(self.words))))

    def read_by(self, seat: int | None) -> "LogLine":
        """The line as the player of this seat reads it; None: a spectator."""
        return structs.replace(self, words=read_by(self.words, seat))


def _bytes(lines: list[LogLine]) -> int:
    return sum(LINE + getsizeof(line.words) + getsizeof(line.pictures) + getsizeof(line.beats) for line in lines)


# for two seats of each cached match
_LOG_LINES: BoundedCache[list[LogLine]] = BoundedCache(2 * LINES * KEPT, 4_000_000, _bytes)


def story(loaded: LoadedMatch, seat: int | None, since: int = -1, until: int | None = None) -> list[LogLine]:
    """The log as this seat's player reads it, oldest first: versions after `since`, up to and including `until`."""
    return [one.read_by(seat) for one in known_to(loaded, seat, since, until)]


def story_after(loaded: LoadedMatch, seat: int | None, since: int) -> list[LogLine]:
    """The first entries after this version that tell this seat something."""
    while (later := after(loaded, since)).lines:
        if told := story(later, seat):
            return told
        since = later.lines[-1].version
    return []


def after(loaded: LoadedMatch, since: int) -> LoadedMatch:
    """The match with its first records after this version instead of its newest: `MOST` of them, to the end of a
    version."""
    told = MoveRecord.objects.filter(match_id=loaded.id, version__gt=since, is_order=False).exclude(events="[]")
    rows = list(told.order_by("number")[: MOST + 1])
    if len(rows) > MOST:
        rows = [row for row in rows if row.version < rows[-1].version]
    return structs.replace(loaded, lines=logged(rows))


def logged(records: Iterable[MoveRecord]) -> list[LogRecord]:
    """Stored records as those of a loaded match."""
    return [
        LogRecord(row.number, row.version, row.seat, row.by, row.at, codec.load_events(row.events)) for row in records
    ]


def known_to(loaded: LoadedMatch, seat: int | None, since: int = -1, until: int | None = None) -> list[LogLine]:
    """The log as this seat may know it, with the marks for its readers."""
    lines = [line for line in loaded.lines if line.version > since and (until is None or line.version <= until)]
    return [one for line in lines for one in lines_of(loaded, line, seat)]


def lines_of(loaded: LoadedMatch, line: LogRecord, seat: int | None) -> list[LogLine]:
    """The events of one record in words, with marks; cached for all viewers who may know the same."""
    return _LOG_LINES.get_or_make(lines_key(loaded, line, seat), lambda: _in_words(loaded, line, seat))


def lines_key(loaded: LoadedMatch, line: LogRecord, seat: int | None) -> tuple[Any, ...]:
    """Cache key for the words of this record. Seats that know no more than everybody share a key."""
    private = [event for event in line.events if event.private]
    knows = _knows(loaded, private, seat) if private else ()
    return (loaded.id, line.number, knows, loaded.names_at(line.number), _passed_on(loaded, line), loaded.hidden)


def _knows(loaded: LoadedMatch, private: list[Event], seat: int | None) -> tuple[int | None, int]:
    """Whose words of these events the seat reads, and how many have become public: nothing else changes the words."""
    round, is_over = loaded.at_table().round, loaded.is_over
    opened = sum(engine.is_open(event, round, is_over) for event in private)
    return seat if any(seat in event.private for event in private) else None, opened


def number_of(key: tuple[Any, ...]) -> int:
    """The number of the record that has this key."""
    number: int = key[1]
    return number


def _passed_on(loaded: LoadedMatch, line: LogRecord) -> tuple[int, ...]:
    """The seats that have other players since this record."""
    then = loaded.seats_at(line.number) if loaded.former else ()
    return tuple(was.number for was, now in zip(then, loaded.seats, strict=False) if was.user != now.user)


def _in_words(loaded: LoadedMatch, line: LogRecord, seat: int | None) -> list[LogLine]:
    lines, names, passed_on = [], list(loaded.names_at(line.number)), _passed_on(loaded, line)
    drawn = loaded.game.table.log_pictures
    prefix = "Clock: " if line.by == "clock" and line.seat is not None else ""
    for event in engine.events_for(line.events, seat, loaded.at_table().round, loaded.is_over):
        is_ours = event.kind.startswith(platform_events.PREFIX)
        words = (platform_events.story if is_ours else loaded.game.table.story)(event, names)
        if prefix and event.data.get("seat") == line.seat:  # others may have answered in time
            words, prefix = continued(prefix, words), ""
        words = mask_text(words, loaded.hidden)
        if event.kind not in platform_events.HANDOVERS:  # these speak to the new player
            words = only_for_others(words, passed_on)
        pictures = "" if is_ours or drawn is None else ",".join(drawn(event))
        shown = "" if is_ours else beats.of_event(loaded.slug, event, seat)
        lines.append(LogLine(words, event.clause, line.version, line.at, line.seat, pictures, shown))
    return lines
