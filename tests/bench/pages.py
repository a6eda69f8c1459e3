"""Pages requested from one web process by a logged-in browser: requests per second and CPU per request, compared with
a Django view that only runs one query (tests.bench.bare).
"""

import asyncio
import time
from dataclasses import dataclass

from tests.bench.load import _start, cookie_of
from tests.bench.site import Site
from tests.samples import GAME

AT_ONCE, SECONDS, WARM = 4, 4.0, 40
OPEN_TABLES, MATCHES = 30, 8


@dataclass(frozen=True)
class Served:
    """Requests per second on one process, and its CPU milliseconds per request."""

    rate: float
    cpu: float


def prepare() -> tuple[str, dict[str, str]]:
    """A session cookie, and URLs of a lobby with thirty tables, a list of eight matches, and one of their tables."""
    from django.conf import settings

    from accounts.models import User
    from games.lobby import tables

    first = User.objects.count()
    people = [User.objects.create(username=f"v{first}-{n}", email=f"v{first}-{n}@x.org") for n in range(4)]
    me, *others = people
    matches = [_start(GAME, [me, *others[:2]], "correspondence") for _ in range(MATCHES)]
    facts = {"options": {}, "pace": "correspondence", "move_seconds": 86400, "bank_seconds": 86400}
    for number in range(OPEN_TABLES):
        tables.create_match(owner=others[number % 3], slug=GAME, seats=3, **facts)
    pages = {"table": f"/match/{matches[0].id}/", "lobby": "/tables/", "my matches": "/mine/", "home": "/"}
    csrf = f"{settings.CSRF_COOKIE_NAME}={'c' * 32}"  # a new token costs half a millisecond, once per browser
    return f"{cookie_of(me)}; {csrf}", pages


def measure(place: Site, path: str, cookie: str = "") -> Served:
    """Request this page from the site's web process for a few seconds, over several connections."""
    return asyncio.run(_measure(place, path, cookie))


async def _measure(place: Site, path: str, cookie: str) -> Served:
    for _ in range(WARM // AT_ONCE):
        await asyncio.gather(*(_ask(place.ports[0], path, cookie, 0.0) for _ in range(AT_ONCE)))
    before, began = place.cpu_seconds()["web"], time.perf_counter()
    counts = await asyncio.gather(*(_ask(place.ports[0], path, cookie, began + SECONDS) for _ in range(AT_ONCE)))
    taken, cpu = time.perf_counter() - began, place.cpu_seconds()["web"] - before
    return Served(sum(counts) / taken, cpu / sum(counts) * 1000)


async def _ask(port: int, path: str, cookie: str, until: float) -> int:
    """Send requests on one connection, at least one. Returns their number."""
    reader, writer = await asyncio.open_connection("localhost", port)
    request = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
    count = 0
    while not count or time.perf_counter() < until:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status, *lines = head.split("\r\n")
        if " 200 " not in status:
            raise RuntimeError(f"{path}: {status}")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        await _body(reader, fields)
        count += 1
    writer.close()
    return count


async def _body(reader: asyncio.StreamReader, fields: dict[str, str]) -> None:
    if "content-length" in fields:
        await reader.readexactly(int(fields["content-length"]))
        return
    while size := int(await reader.readuntil(b"\r\n"), 16):  # in chunks
        await reader.readexactly(size + 2)
    await reader.readuntil(b"\r\n")
