"""What is sent to open pages after each move: bytes per viewer, and the CPU of a web process for all of them.

Runs in this process, with pages that have no connection: `play_move`, Daphne and the database are not included.
"""

import asyncio
import gc
import time
import zlib
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from accounts.models import User
from config.socket_compression import WINDOW, WORTH, packer
from games.kernel import legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.live_templates import read_all
from games.lobby import tables
from games.matches import play, recent
from games.matches.loaded import LoadedMatch, load_match
from games.sockets.consumer import TableConsumer
from games.sockets.database_thread import in_database_thread
from games.sockets.deltas import Sent
from games.sockets.hub import OpenTable
from games.table import fragments
from games.table.chat_reading import ChatView
from games.titles import load
from tests.bench.load import SEATS, open_decision

MOVES, FIRST = 150, 10  # the first moves warm up caches


@dataclass(frozen=True)
class Pushed:
    """Bytes per viewer and move; CPU milliseconds per move for all its viewers, and for `play_move`."""

    slug: str
    seats: int
    bytes: float
    largest: int
    cpu: float
    door: float


def size_of(text: str) -> int:
    """The bytes that this message needs on its way to a browser."""
    data = text.encode()
    if len(data) < WORTH:
        return len(data)
    one = packer(WINDOW)
    return len(one.compress(data)) + len(one.flush(zlib.Z_SYNC_FLUSH)) - 4


class Page(TableConsumer):
    """An open page without a connection, which counts what it is sent."""

    def __init__(self, loaded: LoadedMatch, user: Any, table: OpenTable) -> None:
        self.match_id, self.csrf, self.session, self.sent, self.bytes = loaded.id, token_hex(32), "", Sent(), 0
        self.rendered = fragments.Rendered()
        self.join_table(table, loaded, user)

    def _is_served(self) -> None:
        pass

    async def send(self, text_data: Any = None, bytes_data: Any = None, close: bool = False) -> None:
        self.bytes += size_of(text_data)


def start(slug: str, number: str) -> LoadedMatch:
    """A live match of this game."""
    count = SEATS[slug]
    names = [f"{slug[:6]}{number}{n}" for n in range(count)]
    people = [User.objects.create(username=name, email=f"{name}@x.org") for name in names]
    facts = {"options": {}, "pace": "live", "move_seconds": 600, "bank_seconds": 600}
    match = tables.create_match(owner=people[0], slug=slug, seats=count, **facts)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    return load_match(match.pk)


def measure(slug: str, moves: int = MOVES) -> Pushed:
    return asyncio.run(_measure(slug, moves))


async def _measure(slug: str, moves: int) -> Pushed:
    loaded = await in_database_thread(start)(slug, f"v{time.monotonic_ns() % 10**8}")
    table = OpenTable(loaded.id)
    people = await in_database_thread(User.objects.in_bulk)([seat.user for seat in loaded.seats])
    pages = [Page(loaded, people[seat.user], table) for seat in loaded.seats]
    for page in pages:
        await page.show_all(loaded, ChatView([], {}, False))
    rng, sizes, cpu, door, public = Rng("4b" * 16), [], 0.0, 0.0, 0
    while public < moves:
        began = time.process_time()
        done = await in_database_thread(_one_move)(loaded, rng)
        if done is None:
            break
        door += time.process_time() - began
        loaded, seats = done
        public += 1
        before = [page.bytes for page in pages]
        began = time.process_time()
        for page in pages:
            if seats is None or page.viewer.seat in seats:
                await page.catch_up(loaded)
        spent = time.process_time() - began
        if public > FIRST:
            cpu += spent
            sizes += [page.bytes - old for page, old in zip(pages, before, strict=True)]
    count = public - FIRST
    return Pushed(slug, len(pages), sum(sizes) / len(sizes), max(sizes), cpu / count * 1000, door / public * 1000)


def _one_move(loaded: LoadedMatch, rng: Rng) -> tuple[LoadedMatch, list[int] | None] | None:
    """Play a random move: the match after it, and the seats to poke (None: all)."""
    asked = open_decision(loaded)
    if asked is None:
        return None
    move: Move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, rng)
    seat = asked.decision.seat
    user = User(pk=loaded.seats[seat].user)
    play.play_move(match_id=loaded.id, seat=seat, decision=asked.id, move=move, by="live", user=user)
    after = recent.get(loaded.id) or load_match(loaded.id)
    return after, None if after.version > loaded.version else [seat]


def all_games() -> list[Pushed]:
    read_all()  # as in config.asgi
    gc.freeze()
    gc.set_threshold(10_000, 50, 100)
    return [measure(slug) for slug in load() if slug in SEATS]
