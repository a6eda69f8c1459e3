"""The move path under load: many matches of three people on open pages, moves by socket, two web processes.

Each client holds one socket per seat: all of a match at one process, as the proxy of docs/hosting.md sends them, or at
both (`spread`), so that each move is read twice. A move counts when the last of the three has its fresh view (a status
of the new version). The moves are worked out beforehand with the same seed, so the clients need no rules while they
play.
"""

import asyncio
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import websockets

from tests.bench.site import Site

SETTLE = 3.0  # seconds for the greetings of so many pages to be over
VERSION = re.compile(r'id="t-status"[^>]*data-version="(\d+)"')


@dataclass
class Line:
    """A prepared move: who sends what."""

    seat: int
    message: str


@dataclass
class Play:
    """One match under load: three sockets, the prepared moves, the versions that each socket has seen."""

    id: int
    lines: list[Line]
    cookies: list[str]
    sockets: list[Any] = field(default_factory=list)
    seen: list[int] = field(default_factory=lambda: [0, 0, 0])
    fresh: asyncio.Event = field(default_factory=asyncio.Event)


def cookie_of(user: Any) -> str:
    """The Cookie header of somebody who is signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.login.session_store import SessionStore

    session = SessionStore()
    for key, value in (
        (SESSION_KEY, str(user.pk)),
        (BACKEND_SESSION_KEY, settings.AUTHENTICATION_BACKENDS[0]),
        (HASH_SESSION_KEY, user.get_session_auth_hash()),
    ):
        session[key] = value
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def prepare(matches: int, moves: int) -> list[Play]:
    """Matches of three people each, with their next moves, straight through the services."""
    from accounts.models import User

    plays, first = [], User.objects.count()
    for number in range(first, first + 3 * matches, 3):
        people = [User.objects.create(username=f"p{number + n}", email=f"p{number + n}@x.org") for n in range(3)]
        loaded = _start(people)
        cookies = [cookie_of(next(person for person in people if person.pk == seat.user)) for seat in loaded.seats]
        plays.append(Play(loaded.id, _lines(loaded, moves), cookies))
    return plays


def _start(people: Sequence[Any]) -> Any:
    from games.lobby import tables
    from games.matches.loaded import load_match

    match = tables.create_match(
        owner=people[0],
        slug="parcels",
        seats=3,
        options={"rounds": 3},
        pace="live",
        move_seconds=600,
        bank_seconds=600,
    )
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    return load_match(match.pk)


def _lines(loaded: Any, moves: int) -> list[Line]:
    from games.kernel import engine, legal_moves
    from games.kernel.rng import Rng
    from games.matches import move_forms

    game, position, rng = loaded.game, loaded.at_table(), Rng("5a" * 16)
    lines = []
    while len(lines) < moves:
        opens = engine.open_decisions(game, position)
        asked = next((open for open in opens if not open.decision.optional), None)
        if asked is None:
            break
        move = legal_moves.random_move(game, position, asked.decision, rng)
        message: dict[str, Any] = {"decision": asked.id}
        for name, value in move_forms.move_as_form(asked.decision, move):
            message.setdefault(name, []).append(value)
        lines.append(Line(asked.decision.seat, json.dumps(message | {"verb": move.verb})))
        engine.play(game, position, asked.decision.seat, move)
    return lines


def prepare_bare(matches: int, moves: int) -> list[Play]:
    """The same number of sockets and messages for tests.bench.bare: seats take turns, the text is as long as a move."""
    from django.db import connection

    from tests.bench.bare import TABLE

    with connection.cursor() as cursor:
        cursor.execute(TABLE)
    message = json.dumps({"decision": "12.0", "verb": "pass", "arg.take": ["4"], "arg.add": [""]})
    lines = [Line(number % 3, message) for number in range(moves)]
    return [Play(number + 1, lines, [""] * 3) for number in range(matches)]


async def _listen(play: Play, seat: int) -> None:
    async for text in play.sockets[seat]:
        found = VERSION.search(text)
        if found:
            play.seen[seat] = max(play.seen[seat], int(found.group(1)))
            play.fresh.set()


async def _drive(play: Play, pause: float, until: float, taken: list[float], ends: list[float]) -> None:
    """Send one move after the other; note the seconds from submission to the last viewer's fresh view, and the end."""
    version = max(play.seen)
    for line in play.lines:
        began = time.perf_counter()
        if began > until:
            return
        await play.sockets[line.seat].send(line.message)
        version += 1
        while min(play.seen) < version:
            play.fresh.clear()
            if min(play.seen) < version:
                await asyncio.wait_for(play.fresh.wait(), 20)
        ends.append(time.perf_counter())
        taken.append(ends[-1] - began)
        await asyncio.sleep(max(0.0, pause - (time.perf_counter() - began)))


async def _connect(play: Play, ports: Sequence[int], spread: bool) -> None:
    for seat, cookie in enumerate(play.cookies):
        port = ports[(play.id + seat * spread) % len(ports)]
        address = f"ws://localhost:{port}/ws/match/{play.id}/"
        headers = {"Cookie": cookie}
        play.sockets.append(
            await websockets.connect(
                address, additional_headers=headers, origin=f"http://localhost:{port}", compression=None, max_queue=None
            )
        )


async def run(place: Site, plays: list[Play], rate: float, seconds: float, spread: bool = False) -> dict[str, Any]:
    """Play at this rate (moves per second over all matches) for so many seconds; what came of it."""
    for play in plays:
        await _connect(play, place.ports, spread)
    listeners = [asyncio.ensure_future(_listen(play, seat)) for play in plays for seat in range(3)]
    while any(not all(play.seen) for play in plays):
        await asyncio.sleep(0.05)
    await asyncio.sleep(SETTLE)
    before = place.cpu_seconds()
    taken: list[float] = []
    ends: list[float] = []
    pause, began = len(plays) / rate, time.perf_counter()

    async def late(play: Play, number: int) -> None:
        await asyncio.sleep(pause * number / len(plays))
        await _drive(play, pause, began + seconds, taken, ends)

    await asyncio.gather(*(late(play, number) for number, play in enumerate(plays)))
    spent = time.perf_counter() - began
    after = place.cpu_seconds()
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*(socket.close() for play in plays for socket in play.sockets))
    taken.sort()
    cpu = {name: (after[name] - before[name]) / len(taken) * 1000 for name in after}
    return {
        "moves": len(taken),
        "seconds": spent,
        "rate": sum(began + pause < end < began + seconds for end in ends) / (seconds - pause),  # all matches at it
        "p50": taken[len(taken) // 2] * 1000,
        "p99": taken[int(len(taken) * 0.99)] * 1000,
        "cpu": cpu,
        "cpu_per_1000": sum(cpu.values()),
    }
