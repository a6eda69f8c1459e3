"""The API on one web process: moves by API compared with moves by socket, and 1,000 event streams.

Blocks of moves by socket and by API alternate in the same matches with the same pages open, so that both run under the
same load.

    .venv/bin/python tests/bench/run.py api
"""

import asyncio
import resource
import time
from dataclasses import dataclass

from tests.bench import load
from tests.bench.site import Site
from tests.samples import GAME

MATCHES, BLOCK, BLOCKS = 60, 240, 12  # BLOCK: moves in a row by the same way
STREAMS, EACH = 1000, 5  # EACH: streams per person
IDLE = 15.0  # seconds of silence
PATIENCE = 60.0


@dataclass(frozen=True)
class Ways:
    """CPU milliseconds per move by part, and median milliseconds, by socket and by API."""

    cpu: dict[str, dict[str, float]]
    p50: dict[str, float]

    def ratio(self, *parts: str) -> float:
        """API divided by socket, for these parts or for all of them."""
        named = parts or tuple(self.cpu["api"])
        api, socket = (sum(self.cpu[way][part] for part in named) for way in ("api", "socket"))
        return api / socket


@dataclass(frozen=True)
class Streamed:
    """kB per stream, idle CPU (percent of a core), and milliseconds until the last reader has an event."""

    opened: int
    seconds: float
    kb: float
    idle: float
    one: float
    everybody: float
    cpu: float


class Api:
    """Requests of one person over one connection."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token, self.line = port, token, None  # type: int, str, Any

    async def post(self, path: str, body: str) -> int:
        """The status of the response."""
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        data = body.encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"
        writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(answer.partition("content-length:")[2].split()[0]))
        return int(answer.split()[1])


async def _by_api(play: load.Play, clients: list[Api]) -> None:
    """Play the next move of this match by API, and wait until all pages show it."""
    line = play.lines[play.sent]
    play.sent += 1
    frames = play.pages[line.seat].frames
    status = await clients[line.seat].post(f"/api/v1/matches/{play.id}/moves/", line.body)
    assert status == 200, status
    await load.shown(play, line, frames)


async def _ways(place: Site, plays: list[load.Play], clients: dict[int, list[Api]]) -> Ways:
    cpu: dict[str, dict[str, float]] = {"socket": {}, "api": {}}
    taken: dict[str, list[float]] = {"socket": [], "api": []}

    async def one(way: str, play: load.Play) -> None:
        began = time.perf_counter()
        await (load.move(play) if way == "socket" else _by_api(play, clients[play.id]))
        taken[way].append(time.perf_counter() - began)

    async with load.opened(plays, place.ports):
        for block in range(-2, BLOCKS):  # the first two warm up
            way, before = ("socket", "api")[block % 2], place.cpu_seconds()
            for _ in range(BLOCK // len(plays)):
                await asyncio.gather(*(one(way, play) for play in plays))
            after = place.cpu_seconds()
            if block < 0:
                taken[way].clear()
            for part in after if block >= 0 else ():
                cpu[way][part] = cpu[way].get(part, 0.0) + after[part] - before[part]
    moves = BLOCK * BLOCKS / 2 / 1000
    per_move = {way: {part: spent / moves for part, spent in parts.items()} for way, parts in cpu.items()}
    return Ways(per_move, {way: sorted(times)[len(times) // 2] * 1000 for way, times in taken.items()})


def ways(place: Site) -> Ways:
    """Play moves by socket and by API, alternating."""
    plays = load.prepare(MATCHES, BLOCK * (BLOCKS + 2) // MATCHES)
    plays = [play for play in plays if len(play.lines) == BLOCK * (BLOCKS + 2) // MATCHES]
    clients = {play.id: [Api(place.ports[0], key) for key in _keys_of(play.id)] for play in plays}
    return asyncio.run(_ways(place, plays, clients))


def _keys_of(match_id: int) -> list[str]:
    """A token for each seat."""
    from accounts import tokens
    from games.models import Seat

    seats = Seat.objects.filter(match=match_id).select_related("user").order_by("number")
    return [tokens.create(user=seat.user, name="bench", scopes=["read", "play"], days=30) for seat in seats]


# --- streams ------------------------------------------------------------------------------------------------------


async def _stream(port: int, key: str) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /api/v1/stream/ HTTP/1.1\r\nHost: localhost:{port}\r\nAuthorization: Bearer {key}\r\n\r\n"
    writer.write(head.encode())
    await asyncio.wait_for(reader.readuntil(b"retry: 3000"), PATIENCE)
    reader.writer = writer  # type: ignore[attr-defined] # keeps it open as long as the reader
    return reader


async def _told(readers: list[asyncio.StreamReader], began: float) -> float:
    """Milliseconds until the last of them has been told about a move."""
    await asyncio.gather(*(asyncio.wait_for(one.readuntil(b"event: move"), PATIENCE) for one in readers))
    return (time.perf_counter() - began) * 1000


async def _streams(place: Site, plays: list[load.Play], keys: dict[int, list[str]]) -> Streamed:
    port, clients = place.ports[0], {play.id: [Api(place.ports[0], key) for key in keys[play.id]] for play in plays}
    warm = await _stream(port, keys[plays[0].id][0])  # the first one has one-time costs
    before, began = place.memory()["web"], time.perf_counter()
    readers: dict[int, list[asyncio.StreamReader]] = {}
    for play in plays:
        wanted = [key for key in keys[play.id] for _ in range(EACH)][play is plays[0] :]
        readers[play.id] = list(await asyncio.gather(*(_stream(port, key) for key in wanted)))
    readers[plays[0].id].append(warm)
    seconds = time.perf_counter() - began
    await asyncio.sleep(load.SETTLE)
    count = sum(map(len, readers.values()))
    kb, cpu = (place.memory()["web"] - before) * 1024 / count, place.cpu_seconds()["web"]
    await asyncio.sleep(IDLE)
    idle = (place.cpu_seconds()["web"] - cpu) / IDLE * 100

    async def play_one(play: load.Play) -> None:
        line = play.lines[play.sent]
        play.sent += 1
        assert await clients[play.id][line.seat].post(f"/api/v1/matches/{play.id}/moves/", line.body) == 200

    ones = []
    for play in plays[:20]:
        began = time.perf_counter()
        await asyncio.gather(play_one(play), _told(readers[play.id], began))
        ones.append((time.perf_counter() - began) * 1000)
    cpu, began = place.cpu_seconds()["web"], time.perf_counter()
    everybody = [one for found in readers.values() for one in found]
    last, *_ = await asyncio.gather(_told(everybody, began), *(play_one(play) for play in plays))
    cpu = (place.cpu_seconds()["web"] - cpu) * 1000
    return Streamed(count, seconds, kb, idle, sorted(ones)[len(ones) // 2], last, cpu)


def streams(place: Site) -> Streamed:
    """1,000 streams of 201 people at 67 tables, five per person."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * STREAMS)), hard))
    seats = load.SEATS[GAME]
    plays = load.prepare(-(-STREAMS // (seats * EACH)), 6)
    return asyncio.run(_streams(place, plays, {play.id: _keys_of(play.id) for play in plays}))


def rows(place: Site) -> list[tuple[str, str, str, str]]:
    """The rows in the table of `make bench`."""
    place.start_web(1)
    moved = ways(place)
    words = ", ".join(f"{way} {sum(parts.values()):.2f}" for way, parts in moved.cpu.items())
    p50 = " and ".join(f"{way} {time:.1f}" for way, time in moved.p50.items())
    place.start_web(1)
    told = streams(place)
    name = f"{told.opened:,} event streams, one process"
    return [
        ("a move by API against one by socket, CPU", f"{moved.ratio():.2f}", "≤ 1.2", f"ms: {words}; p50 {p50} ms"),
        (f"{name}: opened", f"{told.seconds:.1f} s", "", ""),
        (f"{name}: memory of one", f"{told.kb:.0f} kB", "< 60 kB", ""),
        (f"{name}: CPU of one core while nothing happens", f"{told.idle:.1f} %", "< 5 %", ""),
        (f"{name}: a move to its 15 readers", f"{told.one:.0f} ms", "< 150 ms", ""),
        (
            f"{name}: a move at each table, to the last",
            f"{told.everybody:.0f} ms",
            "< 2,000 ms",
            f"{told.cpu:.0f} ms CPU",
        ),
    ]
