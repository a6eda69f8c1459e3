"""A loaded match: everything needed to play or show a match, read with one query and decoded once.

This is the most frequent read of the platform (every move, page and push), so the query builds JSON in SQL; LATERAL
with LIMIT 1 keeps PostgreSQL from scanning all users to find the names of three. A match loaded at one revision never
changes, so each process caches recent ones and its sockets share them.
"""

import logging
import zlib
from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from copy import copy, deepcopy
from datetime import datetime
from typing import Any

import msgspec
from django.urls import reverse
from msgspec import Struct

from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.clocks.time_control import Left
from games.errors import NoMatch, Unreadable
from games.kernel import codec, engine
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Open
from games.kernel.types import Event
from games.matches.hidden_words import mask
from games.titles import load

log = logging.getLogger("playpost.match")
LINES = 12  # newest log records to load; the replay has the rest
UNSTORED = 1 << 60  # ids from here on are not in the database: what-ifs and uploaded records

_QUERY = f"""
SELECT m.position, (SELECT s.between FROM games_snapshot s WHERE s.match_id = m.id AND s.version = m.version),
    json_build_object(
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
            'name', coalesce({name_in_sql("u")}, 'free seat'), 'username', coalesce(u.username, ''),
            'bank_left', s.bank_left, 'misses', s.misses, 'left_reason', s.left_reason, 'rank', s.rank,
            'strength', s.strength, 'last_word', s.last_word,
            'rating_before', s.rating_before, 'rating_after', s.rating_after,
            'was_away', s.was_away, 'is_guest', coalesce(u.is_guest, false),
            'stamp', coalesce(u.stamp, '')) ORDER BY s.number)
        FROM games_seat s LEFT JOIN LATERAL (
            SELECT is_bot, is_guest, display_name, username, stamp FROM accounts_user WHERE id = s.user_id
            LIMIT 1) u ON true
        WHERE s.match_id = m.id),
    'former', (SELECT coalesce(json_agg(json_build_object('seat', a.seat, 'until', a.until, 'user', a.user_id,
            'name', {name_in_sql("u")}, 'username', u.username) ORDER BY a.until), '[]')
        FROM games_lostseat a, LATERAL (
            SELECT display_name, username FROM accounts_user WHERE id = a.user_id LIMIT 1) u
        WHERE a.match_id = m.id),
    'rematch', CASE WHEN m.status = 'over' THEN (SELECT json_build_object('id', r.id, 'user', u.id,
            'name', {name_in_sql("u")})
        FROM games_match r JOIN accounts_user u ON u.id = r.owner_id
        WHERE r.rematch_of_id = m.id AND r.status IN ('open', 'running')) END,
    'cup', (SELECT json_build_object('id', c.id, 'name', c.name, 'round', o.round,
            'key', CASE WHEN c.is_private THEN c.token ELSE '' END)
        FROM tournaments_tournamenttable o JOIN tournaments_tournament c ON c.id = o.tournament_id
        WHERE o.match_id = m.id),
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
    stamp: str = ""


class FormerPlayer(Struct, frozen=True):
    """A player whose seat somebody else has taken over. `until`: number of the last record before that."""

    seat: int
    user: int
    name: str
    username: str
    until: int


class Rematch(Struct, frozen=True):
    """The open or running rematch of a match that is over, and who wants it."""

    id: int
    user: int
    name: str


class Cup(Struct, frozen=True):
    """The tournament and the round that a match belongs to. `key`: of the link to a private one."""

    id: int
    name: str
    round: int
    key: str

    @property
    def words(self) -> str:
        return f"{self.name}, round {self.round}"

    @property
    def url(self) -> str:
        return reverse("tournament", args=[self.id]) + (f"?key={self.key}" if self.key else "")


class AskedRow(Struct):
    """The clock of an open decision. From `drains_at` on it uses the reserve."""

    key: str
    seat: int
    pace: str
    asked_at: datetime
    drains_at: datetime | None
    due_at: datetime | None
    answered_at: datetime | None = None


class PausedClock(Struct, frozen=True):
    """A clock stopped by an interruption, with the times its decision had; `was_live`: it was stopped in live play."""

    asked_at: datetime
    drains_at: datetime
    due_at: datetime
    stopped_at: datetime
    was_live: bool = False


class LivePlay(Struct):
    """Live play in a correspondence match (PLAY-20). `left`: the correspondence clocks stopped for it, by decision."""

    since: datetime
    seconds: int
    left: dict[str, Left] = {}


class Question(Struct, frozen=True):
    """An open proposal from one player to the others; see models.Proposal."""

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


class LogRecord(Struct):
    """A record of the log with its events, private parts included."""

    number: int
    version: int
    seat: int | None
    by: str
    at: datetime
    events: list[Event]


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
    lines: list[LogRecord]
    hidden: tuple[str, ...] = ()  # words that two people have reported (hidden_words.py)
    position: Any = None
    opens: list[Any] | None = None  # cache of open_decisions(); set to None when the position changes
    is_lesson: bool = False
    live_play: LivePlay | None = None
    paused_clocks: dict[str, PausedClock] = {}  # by decision key
    question: Question | None = None
    pause: Span | None = None
    former: list[FormerPlayer] = []  # in the order they left
    rematch: Rematch | None = None
    cup: Cup | None = None
    between: bytes | None = None  # what stood before the newest move dealt a new round, compressed; see before_deal()
    parts: dict[Hashable, Any] = {}  # what viewers with the same cache key see, made once; see fragments
    stored: int = 0  # a hash of the row that was read; 0 for a copy

    @property
    def game(self) -> Game:
        """The rules of this match."""
        return load()[self.slug]

    @property
    def names(self) -> list[str]:
        """Players' names by seat."""
        return [seat.name for seat in self.seats]

    def seats_at(self, number: int) -> list[SeatRow]:
        """The seats with the players who sat there when the record of this number was written."""
        seats = list(self.seats)
        for player in reversed(self.former):
            if number <= player.until:
                own = {"user": player.user, "name": player.name, "username": player.username, "is_bot": False}
                seats[player.seat] = msgspec.structs.replace(seats[player.seat], **own)
        return seats

    def names_at(self, number: int) -> tuple[str, ...]:
        """The names by seat when the record of this number was written."""
        return tuple(seat.name for seat in self.seats_at(number))

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_unstored(self) -> bool:
        """Is this a what-if or an uploaded record, without a row in the database and without pages to link to?"""
        return self.id >= UNSTORED

    @property
    def why_closed(self) -> str:
        """What became of a cancelled table or match: versions count from the start."""
        ended = "The host of this site ended the match. It has no result and changes no rating."
        return ended if self.version else "This table was closed before it started."

    def people(self) -> list[SeatRow]:
        """The seats of people who are still playing; bots are left out."""
        return [seat for seat in self.seats if seat.user is not None and not seat.is_bot and not seat.left_reason]

    @property
    def tempo(self) -> tuple[str, int]:
        """The current pace of the clocks, and the seconds per turn at that pace."""
        return ("live", self.live_play.seconds) if self.live_play else (self.pace, self.move_seconds)

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of this person, even after they left the match; None for everybody else."""
        if user_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.user == user_id), None)

    def cup_of(self, seat: int | None) -> Cup | None:
        """The tournament, for those who came to this seat with it: its link may hold the key of a private one, which
        neither spectators (None or below 0) nor substitutes may have."""
        came = seat is not None and seat >= 0 and all(former.seat != seat for former in self.former)
        return self.cup if came else None

    def view_for(self, seat: int | None) -> Any:
        """What this seat may see (None: a spectator), without reported words. Nothing is shown of a match otherwise."""
        return mask(engine.view_for(self.game, self.at_table(), seat), self.hidden)

    def open_decisions(self) -> list[Open]:
        """All current decisions with their ids, including sealed ones; computed once and shared by all viewers."""
        if self.opens is None:
            self.opens = engine.open_decisions(self.game, self.at_table())
        return self.opens

    def at_table(self) -> AnyPosition:
        """The position. AssertionError if there is none yet."""
        assert self.position is not None
        position: AnyPosition = self.position
        return position


_decode = msgspec.json.Decoder(LoadedMatch).decode


def load_match(match_id: int, lines: int = LINES, after: int = -1, known: LoadedMatch | None = None) -> LoadedMatch:
    """Load a match with its newest records in one query. Raises Refusal (404), Unreadable.

    `lines`: at most this many records; `after`: only records with a larger number; `known`: the match as it was loaded
    before, returned if nothing in its row has changed, not even somebody's name.
    """
    rows = fetch_all(_QUERY + "%s", [after, after, lines, match_id])
    if not rows:
        raise NoMatch()
    stored = hash(rows[0])
    if known is not None and known.stored == stored:
        return known
    loaded = _read(*rows[0])
    loaded.stored = stored
    return loaded


def load_matches(match_ids: list[int]) -> dict[int, LoadedMatch]:
    """Load several matches in one query. Unreadable ones are left out."""
    matches = {}
    for row in fetch_all(_QUERY + "ANY(%s)", [-1, -1, LINES, match_ids]):
        with suppress(Unreadable):
            loaded = _read(*row)
            matches[loaded.id] = loaded
    return matches


def _read(position: str, between: bytes | None, facts: str) -> LoadedMatch:
    loaded = _decode(facts)
    loaded.between = None if between is None else bytes(between)
    if position and loaded.status != "cancelled":  # staff may have closed it because its position is unreadable
        loaded.position = read_position(loaded, position)
    return loaded


_reported: deque[tuple[int, int]] = deque(maxlen=200)  # (match id, revision): the sweep retries every two seconds


def read_position(loaded: LoadedMatch, raw: str) -> AnyPosition:
    """Decode a stored position. Raises Unreadable and logs once where decoding failed, but never the (secret) value."""
    try:
        return codec.load(loaded.game, raw)
    except Exception as error:  # a title's code may run here, to migrate an old position
        place = str(error).rpartition(" - at ")[2] if isinstance(error, msgspec.ValidationError) else ""
        if (loaded.id, loaded.revision) not in _reported:
            _reported.append((loaded.id, loaded.revision))
            log.error("Match %s cannot be read: %s %s", loaded.id, type(error).__name__, place)
        raise Unreadable from None


def before_deal(loaded: LoadedMatch) -> LoadedMatch | None:
    """The match as it stood before its newest move dealt a new round; None if it did not. Nobody is asked there."""
    if not loaded.between:
        return None
    position = codec.load(loaded.game, zlib.decompress(loaded.between))
    status = loaded.status if loaded.game.rules.result(position.state) else "running"  # the move may have ended it
    return msgspec.structs.replace(loaded, status=status, position=position, between=None, asked=[], opens=[], parts={})


def newest(lines: list[LogRecord]) -> list[LogRecord]:
    """The newest lines to keep, counting only lines with events: a sealed answer must not push one out of the log."""
    telling = [place for place, line in enumerate(lines) if line.events]
    return lines[telling[-LINES] :] if len(telling) > LINES else lines


def copy_match(loaded: LoadedMatch) -> LoadedMatch:
    """A copy to play on, which leaves the cached match unchanged. Reset `opens` after changing its position."""
    return msgspec.structs.replace(
        loaded,
        seats=[copy(seat) for seat in loaded.seats],
        asked=[copy(row) for row in loaded.asked],
        lines=list(loaded.lines),
        paused_clocks=dict(loaded.paused_clocks),
        live_play=deepcopy(loaded.live_play),
        position=codec.copy(loaded.game, loaded.position) if loaded.position is not None else None,
        parts={},
        stored=0,
    )
