"""Server-sent events for one person: decisions opened, moves made and chat lines, in all their matches.

The process subscribes to the channel layer once for all its streams, and learns only that a match has changed. The
events of each person are then computed from what their seat may know, by the functions that render the pages.
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
from games import rate_limits
from games.api import shapes
from games.api.authentication import token_of
from games.api.dispatch import problem
from games.errors import Refusal
from games.matches import broadcast
from games.matches.loaded import LoadedMatch
from games.models import Match, Seat
from games.sockets.database_thread import batched_in_database_thread, in_database_thread
from games.sockets.hub import shared_match
from games.table import chat_reading, log_words, presenter

log = logging.getLogger("playpost.api")
KEEP_ALIVE = 15.0  # seconds between keep-alive comments, and between token checks
OVERLAP = timedelta(seconds=10)  # repeated after a reconnect, because rows may be committed late
OPENED_A_MINUTE = 60  # by one person
MOST = 5  # open streams of one person in one process
MOST_MATCHES = 500  # of one person, the newest
FIRST = b"retry: 3000\n\n"


def _chats_for(readers: list[chat_reading.Reader]) -> list[chat_reading.ChatView | Exception]:
    """The chats for all streams that have news at the same time, with a few queries."""
    return [*chat_reading.chats_for(readers)]


_chat_for = batched_in_database_thread(_chats_for)


class Seen:
    """What a stream has sent about one match: the newest record, the newest chat line, and the open decisions."""

    def __init__(self) -> None:
        self.record, self.said, self.decisions = -1, 0, set[str]()


class Stream:
    """One open stream. `since`: skip older events; `news`: revisions of the matches that have changed."""

    def __init__(self, token: tokens.Access, since: datetime) -> None:
        self.token, self.user, self.since = token, token.user, since
        self.seen: dict[int, Seen] = {}
        self.news: dict[int, int] = {}
        self.known: dict[int, int] = {}  # revisions already processed
        self.matches: set[int] = set()
        self.wake = asyncio.Event()
        self.is_over = False

    def tell(self, match_id: int, revision: int) -> None:
        """Wake the stream: this match may have news."""
        self.news[match_id] = max(revision, self.news.get(match_id, 0))
        self.wake.set()

    def end(self) -> None:
        """End the stream, because its token is no longer valid."""
        self.is_over = True
        self.wake.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The bytes of the stream, until the client disconnects or the token ends."""
        try:
            await streams.open(self)
            yield FIRST
            while not self.is_over:
                if not self.news and not await self._wait():
                    yield b": here\n\n"
                while self.news and not self.is_over:
                    match_id = next(iter(self.news))
                    for event in await self._load_events(match_id, self.news.pop(match_id)):
                        yield event
        finally:
            await streams.close(self)

    async def _wait(self) -> bool:
        self.wake.clear()
        try:
            await asyncio.wait_for(self.wake.wait(), KEEP_ALIVE)
        except TimeoutError:
            return False
        return True

    async def _load_events(self, match_id: int, revision: int) -> list[bytes]:
        try:
            loaded = await shared_match(match_id, revision)
            self.known[match_id] = loaded.revision
            if loaded.position is None or loaded.seat_of(self.user.pk) is None:
                return []
            chat = await _chat_for((loaded, self.user))
            return list(self._events_of(loaded, chat))
        except Refusal:
            return []
        except Exception:
            log.exception("Match %s: could not update a stream", match_id)
            return []

    def _events_of(self, loaded: LoadedMatch, chat: chat_reading.ChatView) -> Iterable[bytes]:
        """The new events for this person: moves, then chat lines, then decisions."""
        seen, seat = self.seen.setdefault(loaded.id, Seen()), loaded.seat_of(self.user.pk)
        for line in loaded.lines:
            if line.number > seen.record:
                seen.record = line.number
                for one in log_words.lines_of(loaded, line, seat) if line.at > self.since else ():
                    words = one.read_by(seat).words
                    move = shapes.StreamMove(one.version, words, one.clause, one.at, loaded.id)
                    yield event("move", move, one.at)
        for said in chat.lines:
            if said.pk > seen.said:
                seen.said = said.pk
                if said.at > self.since:
                    yield event("message", shapes.StreamMessage(*shapes.said(said), loaded.id), said.at)
        opens = [open for open in presenter.own_decisions(loaded, seat).all if is_asked(open)]
        for open in opens:
            if open.id not in seen.decisions:
                yield event("decision", decision_of(loaded, open), timezone.now())
        seen.decisions = {open.id for open in opens}


def is_asked(open: Any) -> bool:
    """Is this decision worth an event? Answered ones are not, nor standing orders, which can be given at any time."""
    return open.answer is None and open.decision.clock.pace != "standing"


def decision_of(loaded: LoadedMatch, open: Any) -> shapes.StreamDecision:
    """The decision without its possible answers, which the match lists."""
    due = next((row.due_at for row in loaded.asked if row.key == open.id), None)
    return shapes.StreamDecision(loaded.id, loaded.slug, open.id, open.decision.prompt, open.decision.optional, due)


def event(kind: str, data: msgspec.Struct, at: datetime) -> bytes:
    """One server-sent event. Its id is a time, so that any process can resume the stream."""
    number = int(at.timestamp() * 1000)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), msgspec.json.encode(data))


def since_of(last_id: str) -> datetime:
    """Where to resume, from the id of the last event received; now if there is none."""
    now = timezone.now()
    if not (last_id.isdecimal() and len(last_id) < 15):
        return now
    return min(now, datetime.fromtimestamp(int(last_id) / 1000, UTC) - OVERLAP)


class Streams:
    """The open streams of this process, and their one channel-layer subscription."""

    def __init__(self) -> None:
        self.all: set[Stream] = set()
        self.by_match: dict[int, set[Stream]] = {}
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self, user: User | None = None) -> int:
        """The number of open streams, of all users or of this one."""
        return sum(user is None or stream.user.pk == user.pk for stream in list(self.all))

    async def open(self, stream: Stream) -> None:
        """Subscribe to this person's matches, and check each of them once."""
        if not self._channel:
            self._channel = await get_channel_layer().new_channel()
            for work in (self._receive(), self._maintain()):
                self._tasks.add(asyncio.ensure_future(work))
        self.all.add(stream)
        matches = await in_database_thread(matches_of)([stream.user.pk], stream.since)
        await self._follow(stream, matches.get(stream.user.pk, {}))

    async def close(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
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

    async def _receive(self) -> None:
        while True:
            message = await get_channel_layer().receive(self._channel)
            if message["type"] in ("poke", "said"):
                for stream in self.by_match.get(message["match"], ()):
                    stream.tell(message["match"], message.get("revision", 0))

    async def _maintain(self) -> None:
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            try:
                await self.refresh()
            except Exception:
                log.exception("Could not refresh the event streams")

    async def refresh(self) -> None:
        """End streams whose token is invalid, follow new matches, catch up on lost messages. Two queries for all."""
        open = list(self.all)
        if not open:
            return
        valid = await in_database_thread(tokens.still_valid)([stream.token.id for stream in open])
        matches = await in_database_thread(matches_of)(list({stream.user.pk for stream in open}), timezone.now())
        for stream in open:
            if stream.token.id not in valid:
                stream.end()
            elif stream in self.all:
                await self._follow(stream, matches.get(stream.user.pk, {}))


def matches_of(users: list[int], since: datetime) -> dict[int, dict[int, int]]:
    """{user id: {match id: revision}} of the open tables, running matches and just ended matches of these users."""
    lately = Q(match__status=Match.Status.OVER, match__ended_at__gt=min(since, timezone.now() - timedelta(minutes=1)))
    live = Q(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING)) | lately
    rows = Seat.objects.filter(live, user__in=users).order_by("-match_id")
    revisions: dict[int, dict[int, int]] = {}
    for user, match_id, revision in rows.values_list("user", "match", "match__revision"):
        own = revisions.setdefault(user or 0, {})
        if len(own) < MOST_MATCHES:
            own[match_id] = revision
    return revisions


streams = Streams()
metrics.STREAMS.set_function(lambda: float(streams.count()))


async def stream(request: HttpRequest) -> HttpResponseBase:
    """The event stream: decisions, moves and messages for the user of the token."""
    if request.method != "GET":
        refused = problem(Refusal(405, "Use GET here."))
        refused["Allow"] = "GET"
        return refused
    try:
        # not in a thread of this request, which would hold a database connection for as long as the stream lasts
        token = await in_database_thread(token_of)(request, "read")
        if streams.count(token.user) >= MOST:
            raise Refusal(429, f"You can have {MOST} streams open at once. Close one first.")
        words = "You’re opening streams very fast. Wait a minute."
        await in_database_thread(rate_limits.spend)("stream", token.user.pk, OPENED_A_MINUTE, words, 60)
    except Refusal as refusal:
        return problem(refusal)
    opened = Stream(token, since_of(request.headers.get("Last-Event-ID", "")))
    answer = StreamingHttpResponse(opened.events(), content_type="text/event-stream")
    answer["Cache-Control"] = "private, no-store"
    answer["X-Accel-Buffering"] = "no"  # so that nginx passes each event on at once
    answer["Content-Encoding"] = "identity"  # compression would hold events back
    return answer
