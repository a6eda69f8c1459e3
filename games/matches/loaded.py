"""A loaded match: everything needed to play at or show a table, read with one query and decoded once.

Loading is the hottest read of the platform (each move, each page, each push), hence SQL that builds JSON; its LIMIT
keeps PostgreSQL from reading all people of the site to find the names of three. A match loaded at one revision never
changes, so a process keeps recent ones and its sockets share them.
"""

import logging
from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from copy import copy
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from msgspec import Struct

from games.clocks.time_control import Left
from games.errors import Unreadable, no_match
from games.kernel import codec, engine
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Open
from games.kernel.types import Event
from games.memory_cache import Newest
from games.titles import load

log = logging.getLogger("playpost.match")
LINES = 12  # records of the log that come along; the rest is in "look back"
KEPT = 400  # loaded matches kept in a process
LOOSE = 1 << 60  # ids from here on belong to no match: to what-ifs and uploaded records

_QUERY = """
SELECT m.position, json_build_object(
    'id', m.id, 'slug', m.slug, 'status', m.status, 'pace', m.pace, 'move_seconds', m.move_seconds,
    'bank_seconds', m.bank_seconds, 'is_rated', m.is_rated, 'is_public', m.is_public, 'is_lesson', m.is_lesson,
    'token', m.token,
    'owner', m.owner_id, 'version', m.version, 'revision', m.revision, 'commitment', m.commitment,
    'ended_at', m.ended_at,
    'live_play', m.live_play, 'paused_clocks', m.paused_clocks,
    'question', (SELECT json_build_object('id', q.id, 'kind', q.kind, 'seat', q.seat, 'amount', q.amount,
            'by', q.by_id, 'agreed', q.agreed, 'ends_at', q.ends_at)
        FROM games_proposal q WHERE q.match_id = m.id AND q.outcome = ''),
    'pause', (SELECT json_build_object('starts_at', p.starts_at, 'ends_at', p.ends_at)
        FROM games_pause p WHERE p.match_id = m.id ORDER BY p.starts_at DESC LIMIT 1),
    'seats', (SELECT json_agg(json_build_object('number', s.number, 'user', s.user_id,
            'is_bot', coalesce(u.is_bot, false),
            'name', coalesce(nullif(u.display_name, ''), u.username, 'free seat'), 'username', coalesce(u.username, ''),
            'bank_left', s.bank_left, 'misses', s.misses, 'left_reason', s.left_reason, 'rank', s.rank,
            'strength', s.strength, 'last_word', s.last_word,
            'rating_before', s.rating_before, 'rating_after', s.rating_after,
            'was_away', s.was_away, 'is_guest', coalesce(u.is_guest, false)) ORDER BY s.number)
        FROM games_seat s LEFT JOIN LATERAL (
            SELECT is_bot, is_guest, display_name, username FROM accounts_user WHERE id = s.user_id LIMIT 1) u ON true
        WHERE s.match_id = m.id),
    'former', (SELECT coalesce(json_agg(json_build_object('seat', a.seat, 'until', a.until, 'user', a.user_id,
            'name', coalesce(nullif(u.display_name, ''), u.username), 'username', u.username) ORDER BY a.until), '[]')
        FROM games_lostseat a, LATERAL (
            SELECT display_name, username FROM accounts_user WHERE id = a.user_id LIMIT 1) u
        WHERE a.match_id = m.id),
    'asked', (SELECT coalesce(json_agg(json_build_object('key', d.key, 'seat', d.seat, 'pace', d.pace,
            'asked_at', d.asked_at, 'drains_at', d.drains_at, 'due_at', d.due_at, 'answered_at', d.answered_at)
            ORDER BY d.seat, d.key), '[]')
        FROM games_opendecision d WHERE d.match_id = m.id),
    'hidden', (SELECT coalesce(json_agg(t.text), '[]') FROM (SELECT p.text FROM games_report p
        WHERE p.match_id = m.id AND p.line_id IS NULL GROUP BY p.text
        HAVING count(*) >= 2 OR bool_or(p.is_deleted) ORDER BY p.text) t),
    'lines', (SELECT coalesce(json_agg(json_build_object('number', r.number, 'version', r.version, 'seat', r.seat,
            'by', r.by, 'at', r.at, 'events', r.events::json) ORDER BY r.number), '[]')
        FROM games_moverecord r WHERE r.match_id = m.id AND NOT r.is_order AND r.number > %s
          AND (%s >= 0 OR r.number >= (
            SELECT coalesce(min(n.number), 0) FROM (SELECT number FROM games_moverecord
                WHERE match_id = m.id AND NOT is_order AND events <> '[]' ORDER BY number DESC LIMIT %s) n)))
    )::text
FROM games_match m WHERE m.id = """


class SeatRow(Struct):
    """A seat with its player; `bank_left` in seconds, `left_reason` empty, "resigned" or "removed"."""

    number: int
    user: int | None
    name: str
    username: str
    is_bot: bool
    bank_left: float
    misses: int
    left_reason: str
    rank: int | None
    strength: str = "house"
    last_word: str = ""
    is_guest: bool = False
    rating_before: int | None = None
    rating_after: int | None = None
    was_away: bool = False


class Former(Struct, frozen=True):
    """Who sat there until somebody else took the seat over. `until`: number of the last record of that time."""

    seat: int
    user: int
    name: str
    username: str
    until: int

    def back_in(self, seat: SeatRow) -> SeatRow:
        """The seat as it was."""
        return msgspec.structs.replace(seat, user=self.user, name=self.name, username=self.username, is_bot=False)


class AskedRow(Struct):
    """An open decision as the clocks know it. From `drains_at` on it uses the reserve."""

    key: str
    seat: int
    pace: str
    asked_at: datetime
    drains_at: datetime | None
    due_at: datetime | None
    answered_at: datetime | None = None


class PausedClock(Struct, frozen=True):
    """A clock that was stopped, by an interruption, with the times that its decision had; `was_live`: in live play."""

    asked_at: datetime
    drains_at: datetime
    due_at: datetime
    stopped_at: datetime
    was_live: bool = False


class LivePlay(Struct):
    """A stretch of live play at a table by correspondence (PLAY-20). `left`: the clocks that were stopped for it, by
    decision."""

    since: datetime
    seconds: int
    left: dict[str, Left] = {}


class Question(Struct, frozen=True):
    """What one player asks of the others; see models.Proposal."""

    id: int
    kind: str
    seat: int
    amount: int
    by: int
    agreed: list[int]
    ends_at: datetime


class Span(Struct, frozen=True):
    """The newest pause of a match."""

    starts_at: datetime
    ends_at: datetime


class Line(Struct):
    """A record of the log with its events, private parts included."""

    number: int
    version: int
    seat: int | None
    by: str
    at: datetime
    events: list[Event]


class Shared(Struct):
    """What is the same for several viewers of a match at one revision: worked out once, by whoever needs it first.

    `parts`: what the viewers with the same key see alike.
    """

    names: tuple[str, ...] | None = None
    parts: dict[Hashable, Any] = {}


class LoadedMatch(Struct):
    """A match at one revision. `position` is None while the table still waits for players."""

    id: int
    slug: str
    status: str
    pace: str
    move_seconds: int
    bank_seconds: int
    is_rated: bool
    is_public: bool
    token: str
    owner: int
    version: int
    revision: int
    commitment: str
    ended_at: datetime | None
    seats: list[SeatRow]
    asked: list[AskedRow]
    lines: list[Line]
    hidden: tuple[str, ...] = ()  # words that two people have reported (hidden_words.py)
    position: Any = None
    opens: list[Any] | None = None  # what the position asks, worked out once: see open_decisions()
    is_lesson: bool = False
    live_play: LivePlay | None = None
    paused_clocks: dict[str, PausedClock] = {}  # by decision key
    question: Question | None = None
    pause: Span | None = None
    former: list[Former] = []  # in the order in which they left
    shared: Shared = msgspec.field(default_factory=Shared)

    @property
    def game(self) -> Game:
        """The rules of this match."""
        return load()[self.slug]

    @property
    def names(self) -> list[str]:
        """Players' names by seat."""
        return list(self.names_key)

    @property
    def names_key(self) -> tuple[str, ...]:
        """The names in a form that can be part of a key."""
        if self.shared.names is None:
            self.shared.names = tuple(seat.name for seat in self.seats)
        return self.shared.names

    def seats_at(self, number: int) -> list[SeatRow]:
        """The seats with the players that they had when this record was written."""
        seats = list(self.seats)
        for one in reversed(self.former):
            if number <= one.until:
                seats[one.seat] = one.back_in(seats[one.seat])
        return seats

    def names_at(self, number: int) -> tuple[str, ...]:
        """The names by seat when this record was written."""
        return tuple(seat.name for seat in self.seats_at(number)) if self.former else self.names_key

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_loose(self) -> bool:
        """Does this loaded match belong to no match? Then there are no pages about it but its own."""
        return self.id >= LOOSE

    def people(self) -> list[SeatRow]:
        """The seats of people who still play."""
        return [seat for seat in self.seats if seat.user is not None and not seat.is_bot and not seat.left_reason]

    @property
    def tempo(self) -> tuple[str, int]:
        """The pace at which the clocks run just now, and the seconds that it gives for a turn."""
        return ("live", self.live_play.seconds) if self.live_play else (self.pace, self.move_seconds)

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of this person, also after leaving it; None for everybody else."""
        if user_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.user == user_id), None)

    def open_decisions(self) -> list[Open]:
        """Everything that is asked now, answered or not, with ids; the viewers of a loaded match share it."""
        if self.opens is None:
            self.opens = engine.open_decisions(self.game, self.at_table())
        return self.opens

    def at_table(self) -> AnyPosition:
        """The position. AssertionError while there is none."""
        assert self.position is not None
        position: AnyPosition = self.position
        return position


_decode = msgspec.json.Decoder(LoadedMatch).decode


def load_match(match_id: int, lines: int = LINES, after: int = -1) -> LoadedMatch:
    """The match as it stands now with its newest records, one query. Raises Refusal (404), Unreadable.

    `lines`: how many records at most; `after`: only those with a larger number.
    """
    with connection.cursor() as cursor:
        cursor.execute(_QUERY + "%s", [after, after, lines, match_id])
        row = cursor.fetchone()
    if row is None:
        raise no_match()
    return _read(*row)


def load_matches(match_ids: list[int]) -> dict[int, LoadedMatch]:
    """Several matches as they stand now, one query. One that cannot be read is left out."""
    found = {}
    with connection.cursor() as cursor:
        cursor.execute(_QUERY + "ANY(%s)", [-1, -1, LINES, match_ids])
        for row in cursor.fetchall():
            with suppress(Unreadable):
                loaded = _read(*row)
                found[loaded.id] = loaded
    return found


def _read(position: str, facts: str) -> LoadedMatch:
    loaded = _decode(facts)
    if position and loaded.status != "cancelled":  # a match that could not be read may have been called off
        loaded.position = read_position(loaded, position)
    return loaded


_reported: deque[tuple[int, int]] = deque(maxlen=200)  # matches at a revision; the sweep looks every two seconds


def read_position(loaded: LoadedMatch, raw: str) -> AnyPosition:
    """A stored position of this match. Raises Unreadable; the log says once where it fails, not what stands there."""
    try:
        return codec.load(loaded.game, raw)
    except Exception as error:  # of any kind: rules may bring old positions up to date
        place = str(error).rpartition(" - at ")[2] if isinstance(error, msgspec.ValidationError) else ""
        if (loaded.id, loaded.revision) not in _reported:
            _reported.append((loaded.id, loaded.revision))
            log.error("Match %s cannot be read: %s %s", loaded.id, type(error).__name__, place)
        raise Unreadable from None


def newest(lines: list[Line]) -> list[Line]:
    """The lines that a loaded match keeps. A sealed answer must not push a line out of anybody's log."""
    telling = [place for place, line in enumerate(lines) if line.events]
    return lines[telling[-LINES] :] if len(telling) > LINES else lines


def copy_match(loaded: LoadedMatch) -> LoadedMatch:
    """A loaded match to play on: the remembered one stays as it is. Who changes the position looks to `opens`."""
    return msgspec.structs.replace(
        loaded,
        seats=[copy(seat) for seat in loaded.seats],
        asked=[copy(row) for row in loaded.asked],
        lines=list(loaded.lines),
        paused_clocks=dict(loaded.paused_clocks),
        live_play=msgspec.structs.replace(loaded.live_play, left=dict(loaded.live_play.left))
        if loaded.live_play
        else None,
        position=codec.copy(loaded.game, loaded.position) if loaded.position is not None else None,
        shared=Shared(),
    )


class _Recent:
    """The newest loaded matches of this process, by match."""

    def __init__(self) -> None:
        self._matches: Newest[LoadedMatch] = Newest(KEPT)

    def get(self, match_id: int, revision: int) -> LoadedMatch | None:
        """A loaded match of at least this revision."""
        loaded = self._matches.get(match_id)
        return loaded if loaded is not None and loaded.revision >= revision else None

    def put(self, loaded: LoadedMatch) -> None:
        """Keep it, unless a newer one is here."""
        if self.get(loaded.id, loaded.revision + 1) is None:
            self._matches.put(loaded.id, loaded)


recent = _Recent()


def match_at(match_id: int, revision: int) -> LoadedMatch:
    """A loaded match of at least this revision, from memory if this process has it. Raises Refusal (404)."""
    known = recent.get(match_id, 0)
    if known is not None and known.revision >= revision:
        return known
    if known is None or not known.lines:
        loaded = load_match(match_id)
    else:  # the log only grows: its older records are here already
        loaded = load_match(match_id, after=known.lines[-1].number)
        loaded.lines = newest([*known.lines, *loaded.lines])
    recent.put(loaded)
    return loaded
