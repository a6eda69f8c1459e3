"""Admits new sockets in batches.

After a restart every open page reconnects within a second. Each connection is accepted at once; the page content is
then loaded for a whole batch with a handful of queries, grouped by match. Closed connections leave the queue.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from accounts.login import sessions
from accounts.models import User
from games.errors import Refusal, Unreadable
from games.matches import access, presence, recent
from games.matches.access import saved_key
from games.matches.loaded import LoadedMatch, load_match, load_matches
from games.sockets import page_limits
from games.sockets.database_thread import in_database_thread
from games.sockets.hub import NO_MATCH, SIGNED_OUT, TOO_MANY_PAGES, TRY_AGAIN, OpenPage, OpenTable, open_tables
from games.table import chat_reading
from games.table.chat_reading import ChatView

log = logging.getLogger("playpost.live")
BATCH_SIZE = 40  # pages served together
RETRY_DELAY = 1.0  # seconds to back off after a failure, so that the database or broker can recover


class Arrival(NamedTuple):
    """The data loaded for a new page. If `loaded` is None, the socket is closed with `code`."""

    loaded: LoadedMatch | None
    user: User | None = None
    chat: ChatView | None = None
    code: int = NO_MATCH


class Admission:
    """The queue of waiting pages by match, oldest match first."""

    def __init__(self) -> None:
        self.waiting: dict[int, list[OpenPage]] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, page: OpenPage) -> None:
        """Queue this page."""
        self.waiting.setdefault(page.match_id, []).append(page)
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._serve_queue())

    def next_batch(self) -> list[OpenPage]:
        """Remove up to BATCH_SIZE pages from the queue, grouped by match, skipping closed connections."""
        pages: list[OpenPage] = []
        while self.waiting and len(pages) < BATCH_SIZE:
            match_id, of_match = next(iter(self.waiting.items()))
            room = BATCH_SIZE - len(pages)
            pages += (page for page in of_match[:room] if not page.is_gone)
            del of_match[:room]
            if not of_match:
                del self.waiting[match_id]
        return pages

    async def _serve_queue(self) -> None:
        while pages := self.next_batch():
            try:
                await _serve(pages)
            except Exception:
                log.exception("Could not serve %s open pages; they will reconnect", len(pages))
                for page in pages:
                    if page.table is None:
                        await page.refuse(TRY_AGAIN)
                await asyncio.sleep(RETRY_DELAY)


async def _serve(pages: list[OpenPage]) -> None:
    """Load and send the content of these pages. Subscribes before reading, so that no move in between is missed."""
    tables = await open_tables.expect({page.match_id for page in pages})
    try:
        seen = {match_id: table.message_count for match_id, table in tables.items()}
        arrivals = await in_database_thread(read)([(page.match_id, page.session) for page in pages])
        await _update_presence(tables, arrivals)
        for page, arrival in zip(pages, arrivals, strict=True):
            await _admit_or_close(page, tables[page.match_id], arrival, seen[page.match_id])
            await asyncio.sleep(0)  # let pending moves go first
        for table in tables.values():
            await table.announce_new()
    finally:
        await open_tables.expect_no_more(tables.values())


async def _update_presence(tables: Mapping[int, OpenTable], arrivals: Sequence[Arrival]) -> None:
    """Mark the arrivals as present, and refresh who is present at these tables."""
    known = [(arrival.loaded, arrival.user) for arrival in arrivals if arrival.loaded is not None]
    seated = [(loaded.id, loaded.seat_of(user.pk)) for loaded, user in known if user is not None]
    arrived = {(id, seat) for id, seat in seated if seat is not None}
    seats = {(loaded.id, seat.number) for loaded, _ in known for seat in loaded.seats}
    here = await asyncio.to_thread(presence.mark_and_list, arrived & seats, seats)
    for match_id, table in tables.items():
        table.here = {seat for id, seat in here if id == match_id} | table.page_counts.keys()


async def _admit_or_close(page: OpenPage, table: OpenTable, arrival: Arrival, seen: int) -> None:
    """Admit a page. If that fails, close it (it will reconnect) without affecting the rest of the batch."""
    try:
        await _admit(page, table, arrival, seen)
    except Exception:
        log.exception("Match %s: could not serve a page", page.match_id)
        if page.table is not None:
            await page.table.remove_page(page)
        await page.refuse(TRY_AGAIN)


async def _admit(page: OpenPage, table: OpenTable, arrival: Arrival, seen: int) -> None:
    if page.made_for not in ("", str(arrival.user and arrival.user.pk)):
        return await page.refuse(SIGNED_OUT)  # somebody else has logged in since: what is pressed here is not meant so
    if arrival.loaded is None or arrival.chat is None:
        return await page.refuse(arrival.code)
    if page_limits.has_too_many(arrival.user, page.network):
        return await page.refuse(TOO_MANY_PAGES)
    loaded = recent.get(table.match_id, arrival.loaded.revision) or arrival.loaded
    page.join_table(table, loaded, arrival.user)
    if page.is_gone:  # closed while its data was loading
        return await table.remove_page(page)
    await page.show_all(loaded, arrival.chat)
    if table.message_count != seen:
        await table.send_missed(page)


def read(asked: Sequence[tuple[int, str]]) -> list[Arrival]:
    """Load the data of pages, given as (match id, session key), with a fixed number of queries."""
    found = sessions.find_all({key for _, key in asked if key})
    loaded_matches = load_matches(sorted({match_id for match_id, _ in asked}))
    arrivals = []
    for match_id, key in asked:
        session, loaded = found.get(key, sessions.NO_SESSION), loaded_matches.get(match_id)
        if loaded is None:
            arrivals.append(Arrival(None, session.user, code=_why_missing(match_id)))
        elif loaded.position is None or not access.may_see(loaded, session.user, saved_key(session.data, match_id)):
            arrivals.append(Arrival(None, session.user))  # not started, or not visible to this person
        else:
            arrivals.append(Arrival(loaded, session.user))
    chats = iter(chat_reading.chats_for([(one.loaded, one.user) for one in arrivals if one.loaded is not None]))
    return [one._replace(chat=next(chats)) if one.loaded is not None else one for one in arrivals]


def _why_missing(match_id: int) -> int:
    """The close code for a match that is missing or unreadable; other pages of the batch are not affected."""
    try:
        load_match(match_id)
    except Unreadable:
        return TRY_AGAIN
    except Refusal:
        return NO_MATCH
    except Exception:
        log.exception("Match %s cannot be read", match_id)
    return TRY_AGAIN


admission = Admission()
