"""The open pages of this process by match. The process subscribes to the channel layer once for all of them.

The layer only says that something has changed. The match is then loaded once per table, and each page sends its own
view of it. News of a sealed answer goes only to the pages of that seat.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from itertools import islice
from typing import Any, Protocol

from autobahn.exception import Disconnected
from channels.layers import get_channel_layer

from accounts.login import sessions, sign_out
from accounts.models import User
from accounts.people import blocks
from config import allocator, metrics
from games.matches import broadcast, open_decisions, presence, recent
from games.matches.loaded import LoadedMatch
from games.sockets import page_limits
from games.sockets.database_thread import in_database_thread
from games.table import chat_reading
from games.table.chat_reading import ChatView
from games.table.presenter import Viewer

log = logging.getLogger("playpost.live")
# Close codes. Applications may send only 1000 and 3000 to 4999: any other code would leave the socket open and silent.
SIGNED_OUT, NO_MATCH, OLD_PAGE, TOO_MANY_PAGES, TRY_AGAIN, TOO_MANY = 4401, 4404, 4426, 4429, 4500, 4508
PROBE = "ear"  # a channel group that never gets a message; joining it tests the connection
SESSIONS_PER_QUERY = 500
AWAKE = 30.0  # seconds after which a page rests
_loading: dict[tuple[int, int], "asyncio.Future[LoadedMatch]"] = {}


async def shared_match(match_id: int, revision: int) -> LoadedMatch:
    """Load a match of at least this revision. Concurrent calls in this process share one query."""
    loaded = recent.get(match_id, revision)
    if loaded is not None:
        return loaded
    key = (match_id, revision)
    task = _loading.get(key)
    if task is None:
        task = _loading[key] = asyncio.ensure_future(in_database_thread(recent.match_at)(match_id, revision))
        task.add_done_callback(lambda _: _loading.pop(key, None))
    return await asyncio.shield(task)


class OpenPage(Protocol):
    """One open page of a match, as the hub and admission use it. `table` is None until the page has been admitted."""

    match_id: int
    user: User | None
    made_for: str  # the id of who was logged in when the page was made; "" for nobody
    session: str
    network: str  # where an anonymous visitor comes from
    viewer: Viewer
    table: "OpenTable | None"
    revision: int  # of the newest match state sent
    is_gone: bool

    def join_table(self, table: "OpenTable", loaded: LoadedMatch, user: User | None) -> None: ...

    async def show_all(self, loaded: LoadedMatch, chat: ChatView) -> None: ...

    async def catch_up(self, loaded: LoadedMatch) -> None: ...

    async def show_people(self, loaded: LoadedMatch) -> None: ...

    async def show_chat(self, loaded: LoadedMatch, chat: ChatView) -> None: ...

    async def show_reaction(self, seat: int, number: int) -> None: ...

    def rest(self, before: float) -> bool: ...

    async def refuse(self, code: int) -> None: ...

    async def close(self, code: int) -> None: ...


class OpenTable:
    """The open pages of one match in this process.

    `page_counts`: pages per seat; `here`: seats present in any process; `message_count`: messages so far; `latest`: the
    newest revision that they announced.
    """

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.pages: set[OpenPage] = set()
        self.page_counts: Counter[int] = Counter()
        self.here: set[int] = set()
        self.message_count, self.latest = 0, 0
        self.expected = 0  # batches of pages still being admitted
        self._new: list[int] = []  # seats that have arrived but are not announced yet

    def add_page(self, page: OpenPage) -> None:
        """Add a page. If it is the first of its seat, announce_new() tells the other pages."""
        self.pages.add(page)
        page_limits.opened(page.user, page.network)
        seat = page.viewer.seat
        if seat is not None:
            self.page_counts[seat] += 1
            self.here.add(seat)
            if self.page_counts[seat] == 1:
                self._new.append(seat)

    async def remove_page(self, page: OpenPage) -> None:
        """Remove a page, and announce it if it was the last of its seat in this process."""
        if page in self.pages:
            page_limits.closed(page.user, page.network)
        seat = page.viewer.seat if page in self.pages else None
        self.pages.discard(page)
        if seat is None:
            return
        self.page_counts -= Counter([seat])  # drops the key at zero
        if seat not in self.page_counts:
            await asyncio.to_thread(presence.forget, self.match_id, seat)
            await self._announce([seat], is_here=False)

    async def announce_new(self) -> None:
        """Announce arrivals to the pages of this match in every process."""
        if self._new:
            new, self._new = self._new, []
            await self._announce(new, is_here=True)

    async def _announce(self, seats: list[int], is_here: bool) -> None:
        message = {"type": "presence", "match": self.match_id, "seats": seats, "here": is_here}
        await get_channel_layer().group_send(broadcast.group(self.match_id), message)

    async def receive(self, message: dict[str, Any]) -> None:
        """Handle a message about this match from the channel layer."""
        self.message_count += 1
        if message["type"] == "poke":
            await self.catch_up(message["revision"], message["seats"])
        elif message["type"] == "presence":
            await self._presence(message["seats"], message["here"])
        elif message["type"] == "said":
            await self.send_chat(self.pages)
        elif message["type"] == "reaction":
            await self._react(message)

    async def catch_up(self, revision: int, seats: list[int] | None = None) -> None:
        """Send the current view to each page, or to each page of these seats."""
        self.latest = max(self.latest, revision)
        if any(page.revision < revision for page in self._pages_of(seats)):
            loaded = await shared_match(self.match_id, revision)
            await self._each(self._pages_of(seats), lambda page: page.catch_up(loaded))

    async def _presence(self, seats: list[int], is_here: bool) -> None:
        """Players arrived at or left another process."""
        still = [seat for seat in seats if seat in self.page_counts]
        if not is_here and still:  # they left there but still have a page open here
            await asyncio.to_thread(presence.mark, [(self.match_id, seat) for seat in still])
            await self._announce(still, is_here=True)
        self.here = (self.here | set(seats)) if is_here else (self.here - set(seats)) | self.page_counts.keys()
        if self.pages:
            loaded = await self._newest()
            await self._each(self.pages, lambda page: page.show_people(loaded))

    async def send_chat(self, pages: Iterable[OpenPage]) -> None:
        """Send these pages the chat as each may read it."""
        if pages := list(pages):
            loaded = await self._newest()
            chats = await in_database_thread(chat_reading.chats_for)([(loaded, page.user) for page in pages])
            of_page = dict(zip(pages, chats, strict=True))
            await self._each(pages, lambda page: page.show_chat(loaded, of_page[page]))

    async def _react(self, message: dict[str, Any]) -> None:
        """Show a quick reaction, except to people who have blocked its author, or whom the author has blocked."""
        apart = await in_database_thread(blocks.apart_from)(message["user"])
        pages = [page for page in self.pages if page.user is None or page.user.pk not in apart]
        await self._each(pages, lambda page: page.show_reaction(message["seat"], message["number"]))

    async def send_missed(self, page: OpenPage) -> None:
        """Send a page what arrived while it was being admitted."""
        await page.catch_up(await shared_match(self.match_id, self.latest))
        await self.send_chat([page])

    async def _newest(self) -> LoadedMatch:
        return await shared_match(self.match_id, max([self.latest, *(page.revision for page in self.pages)]))

    def _pages_of(self, seats: list[int] | None) -> list[OpenPage]:
        return [page for page in self.pages if seats is None or page.viewer.seat in seats]

    async def _each(self, pages: Iterable[OpenPage], act: Callable[[OpenPage], Awaitable[None]]) -> None:
        """Call `act` for each page. A page that fails is closed, and reconnects; the others are not affected."""
        for page in list(pages):
            try:
                await act(page)
            except Disconnected:
                await page.close(TRY_AGAIN)  # it was closing anyway
            except Exception:
                log.exception("Match %s: could not update a page", self.match_id)
                await page.close(TRY_AGAIN)


class OpenTables:
    """All open tables of this process, and its one channel-layer subscription."""

    def __init__(self) -> None:
        self.by_match: dict[int, OpenTable] = {}
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self) -> int:
        """The number of pages open in this process."""
        return sum(len(table.pages) for table in list(self.by_match.values()))

    async def expect(self, match_ids: Iterable[int]) -> dict[int, OpenTable]:
        """The tables of these matches. This process subscribes to them until expect_no_more(), and for as long as they
        have pages. Raises redis.RedisError if the broker is down.
        """
        await self._listen()
        for match_id in match_ids:
            if match_id not in self.by_match:
                await get_channel_layer().group_add(broadcast.group(match_id), self._channel)
                self.by_match[match_id] = OpenTable(match_id)
        tables = {match_id: self.by_match[match_id] for match_id in match_ids}
        for table in tables.values():
            table.expected += 1
        return tables

    async def expect_no_more(self, tables: Collection[OpenTable]) -> None:
        """Undo expect(): the pages of this batch have been admitted or refused."""
        for table in tables:
            table.expected -= 1
        for table in tables:
            await self.tidy(table)

    async def tidy(self, table: OpenTable) -> None:
        """Unsubscribe from a table without pages."""
        if not table.pages and not table.expected and self.by_match.pop(table.match_id, None) is not None:
            await get_channel_layer().group_discard(broadcast.group(table.match_id), self._channel)

    def pages(self) -> list[OpenPage]:
        """All admitted pages."""
        return [page for table in self.by_match.values() for page in table.pages]

    async def _listen(self) -> None:
        """Subscribe, or make sure that the subscription is alive: any command makes the layer reconnect."""
        layer = get_channel_layer()
        if self._channel:
            await layer.group_add(PROBE, self._channel)
            await layer.group_discard(PROBE, self._channel)
            return
        channel = await layer.new_channel()
        await layer.group_add(sign_out.GROUP, channel)
        self._channel = channel
        self._start(self._receive())
        self._start(self._maintain())

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _receive(self) -> None:
        layer = get_channel_layer()
        while True:
            message = await layer.receive(self._channel)
            self._start(self._dispatch(message))

    async def _dispatch(self, message: dict[str, Any]) -> None:
        try:
            if message["type"] == "bye":  # a person has signed out of this session, or of all ("")
                user, tag = message["user"], message["session"]
                code = TRY_AGAIN if message.get("may_return") else SIGNED_OUT
                for page in self.pages():
                    is_theirs = page.user is not None and page.user.pk == user
                    if is_theirs and tag in ("", sign_out.session_tag(page.session)):
                        await page.close(code)
            elif table := self.by_match.get(message["match"]):
                await table.receive(message)
        except Exception:
            log.exception("Could not pass a %s message on to open pages", message["type"])

    async def _maintain(self) -> None:
        """Refresh presence, and catch up on lost messages."""
        while True:
            await asyncio.sleep(presence.REFRESH)
            try:
                seats = [(table.match_id, seat) for table in self.by_match.values() for seat in table.page_counts]
                await asyncio.to_thread(presence.mark, seats)
                await self.close_signed_out()
                await self.catch_up()
                await self.rest()
            except Exception:
                log.exception("Could not refresh open pages")

    async def rest(self) -> None:
        """Let pages on which nothing has happened for a while take less memory."""
        before = time.monotonic() - AWAKE
        for page in self.pages():
            if page.rest(before):
                await asyncio.sleep(0)  # moves go first
        recent.drop_old()
        await asyncio.to_thread(allocator.give_back)

    async def close_signed_out(self) -> None:
        """Close pages whose session has ended or whose account is disabled."""
        known = iter([page for page in self.pages() if page.user is not None])
        while some := list(islice(known, SESSIONS_PER_QUERY)):
            people = [(page.session, page.user.pk) for page in some if page.user]
            valid = await in_database_thread(sessions.still_valid)(people)
            for page in some:
                if page.session not in valid:
                    await page.close(SIGNED_OUT)

    async def catch_up(self) -> None:
        """Update pages that have missed a message about a change."""
        revisions = await in_database_thread(open_decisions.revisions_of)(list(self.by_match))
        for match_id, revision in revisions.items():
            if table := self.by_match.get(match_id):
                await table.catch_up(revision)


open_tables = OpenTables()
metrics.SOCKETS.set_function(open_tables.count)
