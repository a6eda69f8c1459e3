"""Many open pages on one web process: memory per page, time until other pages show a move, recovery after kill -9.

Tables have five seats. Each page is a socket that reconnects after a pause, like the page's script.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

import websockets

from tests.bench.load import VERSION, Line, Page, Play, _lines, cookie_of
from tests.bench.site import Site
from tests.deltas import Parts
from tests.samples import GAME

SEATS, RATE, SECONDS, RETRY = 5, 20.0, 20.0, 1.0


@dataclass(frozen=True)
class Found:
    """`page_kb`: growth of the web process for each page; `p50`, `p99`: milliseconds of a move to all pages."""

    pages: int
    page_kb: float
    moves: int
    p50: float
    p99: float


def prepare(pages: int) -> list[Play]:
    """Tables of five people with their next moves."""
    from accounts.models import User
    from games.lobby import tables
    from games.matches.loaded import load_match

    plays = []
    facts = {"options": {"rounds": 3}, "pace": "live", "move_seconds": 600, "bank_seconds": 600}
    for number in range(pages // SEATS):
        people = [User.objects.create(username=f"q{number}-{n}", email=f"q{number}-{n}@x.org") for n in range(SEATS)]
        match = tables.create_match(owner=people[0], slug=GAME, seats=SEATS, **facts)
        for person in people[1:]:
            tables.join(match_id=match.pk, user=person)
        loaded = load_match(match.pk)
        cookies = [cookie_of(next(one for one in people if one.pk == seat.user)) for seat in loaded.seats]
        moves = int(RATE * SECONDS * SEATS / pages) + 6
        plays.append(Play(match.pk, _lines(loaded, moves), cookies, pages=[Page() for _ in range(SEATS)]))
    return plays


async def _page(play: Play, seat: int, port: int) -> None:
    """Keep one page open: read messages, and reconnect if the connection breaks."""
    while True:
        try:
            async with websockets.connect(
                f"ws://localhost:{port}/ws/match/{play.id}/",
                additional_headers={"Cookie": play.cookies[seat]},
                origin=f"http://localhost:{port}",
                compression=None,
                max_queue=None,
                open_timeout=60,
            ) as socket:
                play.sockets[seat] = socket
                parts = Parts()
                async for text in socket:
                    parts.hear(text, only="status")
                    if found := VERSION.search(parts.get("status", "")):
                        play.pages[seat].version = max(play.seen[seat], int(found.group(1)))
                        play.fresh.set()
        except (OSError, websockets.WebSocketException, TimeoutError):
            pass
        play.sockets[seat] = None
        await asyncio.sleep(random.uniform(0.2, RETRY))


async def _all(plays: list[Play], versions: dict[int, int], patience: float) -> float:
    """Seconds until every page has the current version of its match."""
    began = time.perf_counter()
    while any(min(play.seen) < versions[play.id] for play in plays):
        if time.perf_counter() - began > patience:
            late = sum(seen < versions[play.id] for play in plays for seen in play.seen)
            raise SystemExit(f"{late} pages are not right after {patience:.0f} s")
        await asyncio.sleep(0.02)
    return time.perf_counter() - began


async def _move(play: Play, line: Line) -> float:
    """Send a move. Returns the seconds until all pages of the table show it."""
    version, began = max(play.seen) + 1, time.perf_counter()
    await play.sockets[line.seat].send(line.message)
    while min(play.seen) < version:
        play.fresh.clear()
        if min(play.seen) < version:
            await asyncio.wait_for(play.fresh.wait(), 20)
    return time.perf_counter() - began


async def run(place: Site, plays: list[Play], tell: Callable[[Found], None]) -> float:
    """Open all pages and play for a while, tell what came of it; then kill the web process.

    Returns the seconds until all is well again.
    """
    pages, port = len(plays) * SEATS, place.ports[0]
    first = max(1, len(plays) // 10)  # the first pages have one-time costs, such as compiling templates
    tasks = await _open(plays[:first], port)
    before = place.memory()["web"]
    tasks += await _open(plays[first:], port)
    page_kb = (place.memory()["web"] - before) * 1024 / (pages - first * SEATS)
    taken = await _play(plays)
    tell(Found(pages, page_kb, len(taken), taken[len(taken) // 2], taken[int(len(taken) * 0.99)]))
    recovery = await _kill(place, plays)
    for task in tasks:
        task.cancel()
    return recovery


async def _open(plays: list[Play], port: int) -> list["asyncio.Future[None]"]:
    """Open the pages of these tables, and wait until all show their match."""
    tasks = []
    for play in plays:
        play.sockets = [None] * SEATS
        tasks += [asyncio.ensure_future(_page(play, seat, port)) for seat in range(SEATS)]
        await asyncio.sleep(0.05)
    await _all(plays, {play.id: 1 for play in plays}, 300)
    await asyncio.sleep(3)
    return tasks


async def _play(plays: list[Play]) -> list[float]:
    """Play RATE moves a second over all tables. Returns their sorted milliseconds."""
    moves = [
        (play, line)
        for round in zip(*(play.lines for play in plays), strict=False)
        for play, line in zip(plays, round, strict=True)
    ]
    waiting, began = [], time.perf_counter()
    for number, (play, line) in enumerate(moves[: int(RATE * SECONDS)]):
        await asyncio.sleep(max(0.0, began + number / RATE - time.perf_counter()))
        waiting.append(asyncio.ensure_future(_move(play, line)))
    return sorted(1000 * seconds for seconds in await asyncio.gather(*waiting))


async def _kill(place: Site, plays: list[Play]) -> float:
    """kill -9 the web process. Returns the seconds until each page shows the current state of its match again."""
    versions = {play.id: max(play.seen) for play in plays}
    for play in plays:
        play.pages = [Page() for _ in range(SEATS)]
    web = next(process for process in place.processes if process.name.startswith("web"))
    began = time.perf_counter()
    os.kill(web.proc.pid, signal.SIGKILL)
    await asyncio.to_thread(place.again, web)
    await _all(plays, versions, 60)
    return time.perf_counter() - began


def measure(place: Site, pages: int, tell: Callable[[Found], None]) -> float:
    import uvloop

    return uvloop.run(run(place, prepare(pages), tell))
