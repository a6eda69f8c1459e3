"""Server-sent events for one person: decisions opened, moves made and chat lines, in all their matches.

The process listens to the channel layer once for all its streams. It hears only that a match has changed; what is new
is then worked out for each person from what their seat may know, by the functions that draw the pages.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from channels.layers import get_channel_layer
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone

from accounts import tokens
from accounts.models import User
from config import metrics
from games.api import shapes
from games.api.dispatch import problem, token_of
from games.errors import Refusal
from games.matches import broadcast
from games.matches.loaded import LoadedMatch
from games.models import Match, Seat
from games.sockets.database_thread import in_database_thread, together_in_database_thread
from games.sockets.hub import shared_match
from games.table import chat_lines, log_words, presenter

log = logging.getLogger("playpost.api")
KEEP_ALIVE = 15.0  # seconds until a silent stream says that it is there; how long one may outlive its token
OVERLAP = timedelta(seconds=10)  # told again after a break: what was stored late would be missed otherwise
MOST = 5  # open streams of one person at one process
MOST_MATCHES = 500  # of one person, the newest
FIRST = b"retry: 3000\n\n"


def _talks_of(readers: list[tuple[LoadedMatch, User | None]]) -> list[chat_lines.Talk | Exception]:
    """What all streams that have news at the same time need of chats, with a few queries."""
    return [*chat_lines.talks_of(readers)]


_talk_of = together_in_database_thread(_talks_of)


class Seen:
    """What a stream has told about one match: numbers of the newest record and line of chat, ids of decisions."""

    def __init__(self) -> None:
        self.record, self.said, self.decisions = -1, 0, set[str]()


class Stream:
    """One open stream. `since`: what is older is not told; `news`: matches that have changed, with their revisions."""

    def __init__(self, token: tokens.Access, since: datetime) -> None:
        self.token, self.user, self.since = token, token.user, since
        self.seen: dict[int, Seen] = {}
        self.news: dict[int, int] = {}
        self.known: dict[int, int] = {}  # revisions that were looked at
        self.matches: set[int] = set()
        self.rings = asyncio.Event()
        self.is_over = False

    def tell(self, match_id: int, revision: int) -> None:
        """There may be news in this match."""
        self.news[match_id] = max(revision, self.news.get(match_id, 0))
        self.rings.set()

    def end(self) -> None:
        """The token is no longer valid."""
        self.is_over = True
        self.rings.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The bytes of the stream, until its reader goes or its token ends."""
        try:
            await streams.open(self)
            yield FIRST
            while not self.is_over:
                if not self.news and not await self._waits():
                    yield b": here\n\n"
                while self.news and not self.is_over:
                    match_id = next(iter(self.news))
                    for event in await self._told(match_id, self.news.pop(match_id)):
                        yield event
        finally:
            await streams.close(self)

    async def _waits(self) -> bool:
        self.rings.clear()
        try:
            await asyncio.wait_for(self.rings.wait(), KEEP_ALIVE)
        except TimeoutError:
            return False
        return True

    async def _told(self, match_id: int, revision: int) -> list[bytes]:
        try:
            loaded = await shared_match(match_id, revision)
            self.known[match_id] = loaded.revision
            if loaded.position is None or loaded.seat_of(self.user.pk) is None:
                return []
            talk = await _talk_of((loaded, self.user))
            return list(self._events_of(loaded, talk))
        except Refusal:
            return []
        except Exception:
            log.exception("Match %s: a stream could not be told", match_id)
            return []

    def _events_of(self, loaded: LoadedMatch, talk: chat_lines.Talk) -> Iterable[bytes]:
        """What this person may know and was not told: moves, then lines of chat, then what they are asked."""
        seen, seat = self.seen.setdefault(loaded.id, Seen()), loaded.seat_of(self.user.pk)
        for line in loaded.lines:
            if line.number > seen.record:
                seen.record = line.number
                for one in log_words.told(loaded, line, seat) if line.at > self.since else ():
                    move = shapes.StreamMove(loaded.id, one.version, one.words, one.clause, one.at)
                    yield event("move", move, one.at)
        for said in talk.lines:
            if said.pk > seen.said:
                seen.said = said.pk
                if said.at > self.since:
                    yield event("message", shapes.StreamMessage(loaded.id, *shapes.said(said)), said.at)
        opens = [open for open in presenter.own_decisions(loaded, seat).all if is_asked(open)]
        for open in opens:
            if open.id not in seen.decisions:
                yield event("decision", decision_of(loaded, open), timezone.now())
        seen.decisions = {open.id for open in opens}


def is_asked(open: Any) -> bool:
    """Does somebody wait for this answer, or would hear it? Standing orders can be given at any time: no news."""
    return open.answer is None and open.decision.clock.pace != "standing"


def decision_of(loaded: LoadedMatch, open: Any) -> shapes.StreamDecision:
    """The decision in short; the match itself says what may be answered."""
    due = next((row.due_at for row in loaded.asked if row.key == open.id), None)
    return shapes.StreamDecision(loaded.id, loaded.slug, open.id, open.decision.prompt, open.decision.optional, due)


def event(kind: str, data: msgspec.Struct, at: datetime) -> bytes:
    """One event. Its id is a time, so that any process can go on where another has ended."""
    number = int(at.timestamp() * 1000)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), msgspec.json.encode(data))


def since_of(last_id: str) -> datetime:
    """From when on to tell, from the id of the last event that was read; now if there is none."""
    now = timezone.now()
    if not (last_id.isdecimal() and len(last_id) < 15):
        return now
    return min(now, datetime.fromtimestamp(int(last_id) / 1000, UTC) - OVERLAP)


class Streams:
    """The open streams of this process, and its ear at the channel layer for them."""

    def __init__(self) -> None:
        self.all: set[Stream] = set()
        self.by_match: dict[int, set[Stream]] = {}
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self, user: User | None = None) -> int:
        """How many are open; `user`: of this person."""
        return sum(user is None or stream.user.pk == user.pk for stream in list(self.all))

    async def open(self, stream: Stream) -> None:
        """Listen for the matches of this person, and look at each once."""
        if not self._channel:
            self._channel = await get_channel_layer().new_channel()
            for work in (self._hear(), self._look_after()):
                self._tasks.add(asyncio.ensure_future(work))
        self.all.add(stream)
        found = await in_database_thread(matches_of)([stream.user.pk], stream.since)
        await self._follow(stream, found.get(stream.user.pk, {}))

    async def close(self, stream: Stream) -> None:
        """Nobody reads it any more."""
        self.all.discard(stream)
        await self._leave(stream, set(stream.matches))

    async def _follow(self, stream: Stream, revisions: dict[int, int]) -> None:
        for match_id in revisions.keys() - stream.matches:
            if match_id not in self.by_match:
                self.by_match[match_id] = set()
                await get_channel_layer().group_add(broadcast.group(match_id), self._channel)
            self.by_match[match_id].add(stream)
            stream.matches.add(match_id)
        for match_id, revision in revisions.items():
            if stream.known.get(match_id, -1) < revision:
                stream.tell(match_id, revision)
        await self._leave(stream, stream.matches - revisions.keys())

    async def _leave(self, stream: Stream, match_ids: Collection[int]) -> None:
        for match_id in list(match_ids):
            stream.matches.discard(match_id)
            readers = self.by_match.get(match_id, set())
            readers.discard(stream)
            if not readers and self.by_match.pop(match_id, None) is not None:
                await get_channel_layer().group_discard(broadcast.group(match_id), self._channel)

    async def _hear(self) -> None:
        while True:
            message = await get_channel_layer().receive(self._channel)
            if message["type"] in ("poke", "said"):
                for stream in self.by_match.get(message["match"], ()):
                    stream.tell(message["match"], message.get("revision", 0))

    async def _look_after(self) -> None:
        """End what may no longer be read, find matches that began, make up for messages that were lost."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            try:
                await self.look_after()
            except Exception:
                log.exception("streams were not looked after")

    async def look_after(self) -> None:
        """Once, for all streams: two queries."""
        open = list(self.all)
        if not open:
            return
        valid = await in_database_thread(tokens.that_stand)([stream.token.id for stream in open])
        found = await in_database_thread(matches_of)(list({stream.user.pk for stream in open}), timezone.now())
        for stream in open:
            if stream.token.id not in valid:
                stream.end()
            elif stream in self.all:
                await self._follow(stream, found.get(stream.user.pk, {}))


def matches_of(users: list[int], since: datetime) -> dict[int, dict[int, int]]:
    """{person: {match: revision}} of what they sit at: tables that wait, matches that run or have just ended."""
    lately = Q(match__status=Match.Status.OVER, match__ended_at__gt=min(since, timezone.now() - timedelta(minutes=1)))
    live = Q(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING)) | lately
    rows = Seat.objects.filter(live, user__in=users).order_by("-match_id")
    found: dict[int, dict[int, int]] = {}
    for user, match_id, revision in rows.values_list("user", "match", "match__revision"):
        mine = found.setdefault(user or 0, {})
        if len(mine) < MOST_MATCHES:
            mine[match_id] = revision
    return found


streams = Streams()
metrics.STREAMS.set_function(lambda: float(streams.count()))


async def stream(request: HttpRequest) -> HttpResponseBase:
    """Decisions, moves and messages of whoever this token acts for, as they come."""
    if request.method != "GET":
        refused = problem(Refusal(405, "Use GET here."))
        refused["Allow"] = "GET"
        return refused
    try:
        # not in a thread of this request: that would keep its connection as long as the stream lasts
        token = await in_database_thread(token_of)(request, "read")
        if streams.count(token.user) >= MOST:
            raise Refusal(429, f"You can have {MOST} streams open. Close one first.")
    except Refusal as refusal:
        return problem(refusal)
    opened = Stream(token, since_of(request.headers.get("Last-Event-ID", "")))
    answer = StreamingHttpResponse(opened.events(), content_type="text/event-stream")
    answer["Cache-Control"] = "private, no-store"
    answer["X-Accel-Buffering"] = "no"  # nginx passes each event on at once
    answer["Content-Encoding"] = "identity"  # and we do not compress: that would hold events back
    return answer
