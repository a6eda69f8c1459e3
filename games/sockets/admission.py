"""Admits new sockets in batches: after a restart many pages reconnect, and share the same few queries.

After a restart every page of the site comes back in the same second. Each gets its line at once; what it shows is read
for all that wait, the pages of a table together, and a line that has gone meanwhile costs nothing more.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from accounts.login import sessions
from accounts.models import User
from games.errors import Refusal, Unreadable
from games.matches import access, presence
from games.matches.access import kept
from games.matches.loaded import LoadedMatch, load_match, load_matches, recent
from games.sockets.database_thread import in_database_thread
from games.sockets.hub import NO_MATCH, TRY_AGAIN, OpenPage, OpenTable, open_tables
from games.table import chat_lines
from games.table.chat_lines import Talk

log = logging.getLogger("playpost.live")
AT_ONCE = 40  # pages that are served together
PAUSE = 1.0  # seconds after a failure: whatever is away needs time to come back


class Arrival(NamedTuple):
    """What was read for a page. Without a loaded match the line is closed, with this code."""

    loaded: LoadedMatch | None
    user: User | None = None
    talk: Talk | None = None
    code: int = NO_MATCH


class Admission:
    """The pages that wait, by match; those that have waited longest come first."""

    def __init__(self) -> None:
        self.waiting: dict[int, list[OpenPage]] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, page: OpenPage) -> None:
        """Serve this page when its turn has come."""
        self.waiting.setdefault(page.match_id, []).append(page)
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._serve_all())

    def take(self) -> list[OpenPage]:
        """The next pages, AT_ONCE at most, those of a table together; without those whose line has gone."""
        pages: list[OpenPage] = []
        while self.waiting and len(pages) < AT_ONCE:
            match_id, of_table = next(iter(self.waiting.items()))
            room = AT_ONCE - len(pages)
            pages += (page for page in of_table[:room] if not page.is_gone)
            del of_table[:room]
            if not of_table:
                del self.waiting[match_id]
        return pages

    async def _serve_all(self) -> None:
        while pages := self.take():
            try:
                await _serve(pages)
            except Exception:
                log.exception("%s open pages could not be served; they come back", len(pages))
                for page in pages:
                    if page.table is None:
                        await page.refuse(TRY_AGAIN)
                await asyncio.sleep(PAUSE)  # so that those who come back at once get no more work out of us


async def _serve(pages: list[OpenPage]) -> None:
    """Read what these pages show, and show it. Listen first, then look: a move in between would be missed."""
    tables = await open_tables.expect({page.match_id for page in pages})
    try:
        heard = {match_id: table.news for match_id, table in tables.items()}
        arrivals = await in_database_thread(read)([(page.match_id, page.session) for page in pages])
        await _look_around(tables, arrivals)
        for page, arrival in zip(pages, arrivals, strict=True):
            await _admit_or_close(page, tables[page.match_id], arrival, heard[page.match_id])
            await asyncio.sleep(0)  # moves of others come first
        for table in tables.values():
            await table.announce_new()
    finally:
        await open_tables.expect_no_more(tables.values())


async def _look_around(tables: Mapping[int, OpenTable], arrivals: Sequence[Arrival]) -> None:
    """Note who has come, and who else is at these tables."""
    known = [(arrival.loaded, arrival.user) for arrival in arrivals if arrival.loaded is not None]
    seated = [(loaded.id, loaded.seat_of(user.pk)) for loaded, user in known if user is not None]
    come = {(id, seat) for id, seat in seated if seat is not None}
    seats = {(loaded.id, seat.number) for loaded, _ in known for seat in loaded.seats}
    here = await asyncio.to_thread(presence.mark_and_look, come & seats, seats)
    for match_id, table in tables.items():
        table.here = {seat for one, seat in here if one == match_id} | table.sitting.keys()


async def _admit_or_close(page: OpenPage, table: OpenTable, arrival: Arrival, heard: int) -> None:
    """A page that cannot be shown is closed, and comes back; those beside it are served."""
    try:
        await _admit(page, table, arrival, heard)
    except Exception:
        log.exception("Match %s: a page could not be served", page.match_id)
        if page.table is not None:
            await page.table.stand_up(page)
        await page.refuse(TRY_AGAIN)


async def _admit(page: OpenPage, table: OpenTable, arrival: Arrival, heard: int) -> None:
    if arrival.loaded is None or arrival.talk is None:
        return await page.refuse(arrival.code)
    loaded = recent.get(table.match_id, arrival.loaded.revision) or arrival.loaded
    page.sit_down(table, loaded, arrival.user)
    if page.is_gone:  # while it was read for
        return await table.stand_up(page)
    await page.greet(loaded, arrival.talk)
    if table.news != heard:
        await table.make_up(page)


def read(asked: Sequence[tuple[int, str]]) -> list[Arrival]:
    """What pages of these (match id, key of the session) show: a handful of queries, however many there are."""
    known = sessions.known_to({key for _, key in asked if key})
    loaded_matches = load_matches(sorted({match_id for match_id, _ in asked}))
    arrivals = []
    for match_id, key in asked:
        who, loaded = known.get(key, sessions.NOBODY), loaded_matches.get(match_id)
        if loaded is None:
            arrivals.append(Arrival(None, code=_why_missing(match_id)))
        elif loaded.position is None or not access.may_see(loaded, who.user, kept(who.data, match_id)):
            arrivals.append(Arrival(None))  # not begun, or not for these eyes
        else:
            arrivals.append(Arrival(loaded, who.user))
    talks = iter(chat_lines.talks_of([(one.loaded, one.user) for one in arrivals if one.loaded is not None]))
    return [one._replace(talk=next(talks)) if one.loaded is not None else one for one in arrivals]


def _why_missing(match_id: int) -> int:
    """The code for a match that is not there or cannot be read: the pages of others at its side are served."""
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
