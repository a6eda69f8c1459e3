"""`make soak HOURS=1 RATE=20`: ordinary days, faster, on one web process, to see whether it grows.

A thousand tables (in an hour; fewer in less) keep a page open all the time. Others of all games are played with open
pages, one group after the other, while people read tables, replays, lists, cards and rules: RATE moves and as many
pages a second. Every minute it prints the moves so far, memory, CPU, database connections, queued tasks and lines in
the log by level. It fails if the web process has grown by more
than GROWTH since the first hour, or by more than FILLED in its first minutes, has MOST, or has errors in its log.
"""

import argparse
import asyncio
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.titles import load as titles
from tests.bench import load
from tests.bench.load import Play
from tests.bench.site import Site, site

GROWTH, LEAST = 0.05, 8.0  # share, and MB that are noise
MOST = 300.0  # MB of a web process
WARM = 60  # minutes until the caches are full
EARLY, FILLED = 11, 30.0  # first minutes, and the MB that caches may fill in them; they took 5 to 12
KEPT = 1000  # tables with an open page, if it runs for at least an hour
RATE, MOVES = 20, 60  # tables of a group, each with a move per second; moves of each
READERS, EVERY = 4, 60.0  # people who read, and seconds between two lines
LEVEL = re.compile(r" (WARNING|ERROR|CRITICAL) ")


def pages_of(play: Play, number: int) -> Iterator[tuple[str, str]]:
    """Addresses that people read, and the Cookie header of whoever does."""
    cookie = play.cookies[number % len(play.cookies)]
    for part in ("", "history/?at=2", "text/", "narrow/", "agreements/", "resign/", "proof/"):
        yield f"/match/{play.id}/{part}", cookie
    for address in (
        "/",
        "/mine/",
        "/tables/",
        "/news/",
        "/ratings/",
        "/people/",
        "/people/me/export/",
        "/api/v1/decisions/",
    ):
        yield address, cookie
    slug = sorted(titles())[number % len(titles())]
    for address in (
        f"/rules/{slug}/",
        f"/rules/{slug}/?x={number}",
        f"/match/{play.id}/",
        f"/match/{play.id}/card.png",
        f"/nothing/{number}/",
    ):
        yield address, ""


async def read(port: int, plays: list[Play], until: float, pause: float) -> None:
    """Read a page in every `pause` seconds, each by whom it is for."""
    while time.monotonic() < until:
        number = random.randrange(10_000)
        for address, cookie in pages_of(random.choice(plays), number):
            due = time.monotonic() + pause
            await fetch(port, address, cookie)
            await asyncio.sleep(due - time.monotonic())
            if time.monotonic() > until:
                return


async def fetch(port: int, address: str, cookie: str) -> None:
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 10)
        head = f"GET {address} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nAccept-Encoding: gzip\r\n"
        writer.write((head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode())
        await asyncio.wait_for(reader.read(), 30)
        writer.close()
    except (OSError, TimeoutError):
        pass


async def group(place: Site, plays: list[Play], until: float) -> None:
    """Play these tables with all their pages open, while others read."""
    end, pause = min(until, time.monotonic() + MOVES), READERS / len(plays)
    readers = [asyncio.ensure_future(read(place.ports[0], plays, end, pause)) for _ in range(READERS)]
    async with load.opened(plays, place.ports):
        while time.monotonic() < end and load._moves_left(plays):
            await load._phase(place, plays, len(plays), 10)
    await asyncio.gather(*readers)


def line_of(place: Site) -> dict[str, Any]:
    """Memory in MB and seconds of CPU by part, connections, waiting tasks, lines of the web process's log by level."""
    import redis
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        connections = cursor.fetchone()
    queue = redis.Redis.from_url(os.environ["REDIS_URL"].replace("redis+socket", "unix"), db=2)
    logged = Counter(LEVEL.findall((place.var / f"web{place.ports[0]}.log").read_text(errors="replace")))
    found = {name: round(megabytes, 1) for name, megabytes in place.memory().items()}
    found |= {f"{name} CPU": round(seconds) for name, seconds in place.cpu_seconds().items()}
    return found | {"connections": connections and connections[0], "tasks": queue.llen("celery"), **logged}


def soak(hours: float, rate: int, tables: int) -> list[dict[str, Any]]:
    """Run for this long, with so many moves a second and tables that stay open; print and return a line a minute."""
    from django.core.management import call_command

    with site(web=1) as place:
        call_command("loadrules", verbosity=0)  # else the web process would, which on no other site it does
        kept = load.prepare(tables, 0, sorted(titles()), "correspondence")
        for play in kept:
            del play.cookies[1:]  # one page each
        return asyncio.run(_days(place, kept, hours, rate))


async def _days(place: Site, kept: list[Play], hours: float, rate: int) -> list[dict[str, Any]]:
    """Keep these pages open and play one group after the other. The database needs one thread of its own."""
    lines: list[dict[str, Any]] = []
    began = time.monotonic()
    until, due, moves = began + hours * 3600, began, 0
    with ThreadPoolExecutor(1) as thread:
        ask = partial(asyncio.get_running_loop().run_in_executor, thread)
        async with load.opened(kept, place.ports):
            while time.monotonic() < until:
                plays = await ask(load.prepare, rate, MOVES, sorted(titles()), "correspondence")
                await group(place, plays, until)
                moves += sum(play.sent for play in plays)
                if time.monotonic() >= min(due, until):
                    minute = round((time.monotonic() - began) / 60, 1)
                    lines.append({"minute": minute, "moves": moves, **await ask(line_of, place)})
                    print(lines[-1], flush=True)
                    due = time.monotonic() + EVERY
    return lines


def problems(lines: list[dict[str, Any]]) -> list[str]:
    """What is wrong with these lines, in sentences. Caches fill in the first hour, so there growth counts otherwise."""
    last, found = max(line["web"] for line in lines[-2:]), []
    early = [line["web"] for line in lines if line["minute"] <= EARLY]
    if len(early) > 5 and min(early[-3:]) > min(early[:3]) + FILLED:
        found.append(f"The web process grew from {min(early[:3])} to {min(early[-3:])} MB in its first minutes.")
    late = [line["web"] for line in lines if line["minute"] >= WARM]
    if late and last > late[0] * (1 + GROWTH) + LEAST:
        found.append(f"The web process grew from {late[0]} to {last} MB after the first hour.")
    if last > MOST:
        found.append(f"The web process has {last} MB.")
    return found + [
        f"{lines[-1][level]} lines of level {level}." for level in ("ERROR", "CRITICAL") if lines[-1].get(level)
    ]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave nothing behind
    parser = argparse.ArgumentParser(description="Play ordinary days and watch whether the web process grows.")
    parser.add_argument("hours", nargs="?", type=float, default=1.0)
    parser.add_argument("--rate", type=int, default=RATE, help="moves, and pages, a second")
    parser.add_argument("--tables", type=int, help=f"that stay open; {KEPT}, or fewer if it runs for less than an hour")
    wanted = parser.parse_args()
    tables = int(KEPT * min(1.0, wanted.hours)) if wanted.tables is None else wanted.tables
    trouble = problems(soak(wanted.hours, wanted.rate, tables))
    print("\n".join(trouble) or "All is well.")
    sys.exit(bool(trouble))
