"""Moves under load: many matches with open pages, moves by socket, two web processes.

Each client has one socket per seat. All sockets of a match are at one process, as with the proxy of docs/hosting.md, or
at both (`spread`), so that each move is read twice. A move counts once the last page that it concerns has been
updated. Moves are computed in advance with the same seed, so clients don't run the rules while they play.
"""

import asyncio
import json
import math
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games.matches import presence
from games.titles import load as titles
from tests.bench import wire
from tests.bench.site import Site
from tests.deltas import Parts
from tests.samples import GAME, LONG, seats_of

LATEST = 3 * presence.REFRESH  # seconds in which a page shows a move, even if the message about it was lost
SETTLE = 3.0  # seconds until all pages have received their first message
VERSION = re.compile(r'data-version="(\d+)"')
SEATS = {GAME: 3} | {slug: seats_of(slug, 4) for slug in titles() if slug != GAME}
PACES = {
    "live": {"pace": "live", "move_seconds": 600, "bank_seconds": 600},
    "correspondence": {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 86400},
}
P99, KEPT_UP = 250.0, 0.93  # a rate is kept up if this much of it is played, with this p99
GROWTH, BETWEEN = 1.5, 2  # the next rate; then this many rates between the last kept up and the first that was not
WARM_UP = 2.0  # seconds at the first rate, before it counts


@dataclass
class Line:
    """A prepared move: who sends what; `version`: of the match after it; a sealed answer is shown to its seat alone.
    `body`: the same for the API."""

    seat: int
    message: str
    version: int = 0
    is_public: bool = True
    body: str = ""


@dataclass
class Page:
    """What one open page has received."""

    version: int = 0
    frames: int = 0
    bytes: int = 0
    parts: Parts = field(default_factory=Parts)


@dataclass
class Play:
    """One match under load: a socket for each seat, the prepared moves and how many were sent, what the pages got."""

    id: int
    lines: list[Line]
    cookies: list[str]
    sockets: list[Any] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    sent: int = 0
    fresh: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seen(self) -> list[int]:
        """The version that each page has seen."""
        return [page.version for page in self.pages]


@dataclass(frozen=True)
class Phase:
    """Results at one rate: moves per second, milliseconds to the last viewer, CPU seconds per 1,000 moves by part."""

    offered: float
    rate: float
    p50: float
    p99: float
    cpu: dict[str, float]
    bytes: float  # pushed per move and viewer

    @property
    def cpu_per_1000(self) -> float:
        return sum(self.cpu.values())

    @property
    def is_kept_up(self) -> bool:
        return self.rate >= KEPT_UP * self.offered and self.p99 < P99


def cookie_of(user: Any) -> str:
    """The Cookie header of a logged-in person."""
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


def prepare(matches: int, moves: int, slugs: Sequence[str] = (GAME,), pace: str = "live") -> list[Play]:
    """Create matches of all games in turn through the services, and compute their next moves."""
    from accounts.models import User

    plays, first = [], User.objects.count()
    for number in range(matches):
        slug = slugs[number % len(slugs)]
        names = [f"p{first}-{number}-{n}" for n in range(SEATS[slug])]
        people = [User.objects.create(username=name, email=f"{name}@x.org") for name in names]
        loaded = _start(slug, people, pace)
        cookies = [cookie_of(next(person for person in people if person.pk == seat.user)) for seat in loaded.seats]
        plays.append(Play(loaded.id, _lines(loaded, moves), cookies))
    return plays


def _start(slug: str, people: Sequence[Any], pace: str) -> Any:
    from games.lobby import tables
    from games.matches.loaded import load_match

    options = LONG if slug == GAME else {}
    match = tables.create_match(owner=people[0], slug=slug, seats=len(people), options=options, **PACES[pace])
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    return load_match(match.pk)


def open_decision(loaded: Any) -> Any:
    """A decision without an answer, or None."""
    opens = loaded.open_decisions()
    return next((open for open in opens if open.answer is None and not open.decision.optional), None)


def _lines(loaded: Any, moves: int) -> list[Line]:
    from games.kernel import codec, engine, legal_moves
    from games.kernel.rng import Rng
    from games.matches import move_forms

    game, position, rng = loaded.game, loaded.at_table(), Rng("5a" * 16)
    lines, version = [], loaded.version
    while len(lines) < moves:
        opens = engine.open_decisions(game, position)
        asked = next((open for open in opens if open.answer is None and not open.decision.optional), None)
        if asked is None:
            break
        move = legal_moves.random_move(game, position, asked.decision, rng)
        message: dict[str, Any] = {"decision": asked.id}
        for name, value in move_forms.move_as_form(move):
            message.setdefault(name, []).append(value)
        outcome = engine.play(game, position, asked.decision.seat, move)
        version += outcome.is_public
        text = json.dumps(message | {"verb": move.verb})
        body = json.dumps({"decision": asked.id, "move": codec.plain(move)})
        lines.append(Line(asked.decision.seat, text, version, outcome.is_public, body))
    return lines


def prepare_bare(matches: int, moves: int) -> list[Play]:
    """The same number of sockets and messages for tests.bench.bare: seats alternate, with texts as long as moves."""
    from django.db import connection

    from tests.bench.bare import TABLE

    with connection.cursor() as cursor:
        cursor.execute(TABLE)
    message = json.dumps({"decision": "12.0", "verb": "pass", "arg.take": ["4"], "arg.add": [""]})
    lines = [Line(number % 3, message, number + 2) for number in range(moves)]
    return [Play(number + 1, lines, [""] * 3) for number in range(matches)]


def _hear(play: Play, page: Page, message: bytes) -> None:
    """Process a message like the page does, but only the part with the version."""
    page.frames += 1
    page.bytes += len(message)
    if message[0] == ord("{"):
        page.parts.hear(message, only="status")
    found = VERSION.search(page.parts.get("status") or message.decode())
    if found:
        page.version = max(page.version, int(found.group(1)))
    play.fresh.set()


def _is_shown(play: Play, line: Line, frames: int) -> bool:
    if line.is_public:
        return min(play.seen) >= line.version
    return play.pages[line.seat].frames > frames


async def move(play: Play) -> None:
    """Send the next move of this match, and wait until all pages that it concerns show it."""
    line = play.lines[play.sent]
    play.sent += 1
    frames = play.pages[line.seat].frames
    play.sockets[line.seat].send(line.message)
    await shown(play, line, frames)


async def shown(play: Play, line: Line, frames: int) -> None:
    """Wait until this move is shown. `frames`: the messages its seat's page had received before."""
    try:
        async with asyncio.timeout(LATEST):
            while not _is_shown(play, line, frames):
                play.fresh.clear()
                await play.fresh.wait()
    except TimeoutError:
        closed = [socket.closed_with for socket in play.sockets]
        raise AssertionError(f"Match {play.id} shows {play.seen} after {line}; sockets closed with {closed}") from None


async def _drive(play: Play, pause: float, until: float, ends: list[tuple[float, float]]) -> None:
    while play.sent < len(play.lines):
        began = time.perf_counter()
        if began > until:
            return
        await move(play)
        ends.append((time.perf_counter(), time.perf_counter() - began))
        await asyncio.sleep(max(0.0, pause - (time.perf_counter() - began)))


async def _connect(play: Play, ports: Sequence[int], spread: bool) -> None:
    play.pages = [Page() for _ in play.cookies]
    for seat, cookie in enumerate(play.cookies):
        port = ports[(play.id + seat * spread) % len(ports)]
        hear = partial(_hear, play, play.pages[seat])
        play.sockets.append(await wire.connect(port, f"/ws/match/{play.id}/", cookie, hear))


async def _phase(place: Site, plays: list[Play], rate: float, seconds: float) -> Phase:
    """Play at this rate (moves per second over all matches) for this many seconds."""
    before, sent = place.cpu_seconds(), sum(page.bytes for play in plays for page in play.pages)
    ends: list[tuple[float, float]] = []
    pause, began = len(plays) / rate, time.perf_counter()

    async def late(play: Play, number: int) -> None:
        await asyncio.sleep(pause * number / len(plays))
        await _drive(play, pause, began + seconds, ends)

    await asyncio.gather(*(late(play, number) for number, play in enumerate(plays)))
    after = place.cpu_seconds()
    taken = sorted(spent for _, spent in ends) or [20.0]
    pushed = sum(page.bytes for play in plays for page in play.pages) - sent
    from_, to = began + min(pause, seconds / 2), began + seconds  # while all matches are playing
    return Phase(
        rate,
        sum(from_ < end < to for end, _ in ends) / (to - from_),
        taken[len(taken) // 2] * 1000,
        taken[int(len(taken) * 0.99)] * 1000,
        {name: (after[name] - before[name]) / len(taken) * 1000 for name in after},
        pushed * len(plays) / sum(len(play.pages) for play in plays) / len(taken),
    )


async def run(place: Site, plays: list[Play], first: float, seconds: float, spread: bool = False) -> list[Phase]:
    """Play faster and faster, from `first` moves per second on, to find the highest rate that is kept up.

    Ends early, with a lower rate than possible, if too few moves were prepared.
    """
    phases: list[Phase] = []
    async with opened(plays, place.ports, spread):
        await _phase(place, plays, first, WARM_UP)
        rate: float | None = first
        while rate and _moves_left(plays) >= rate * seconds / len(plays):
            phases.append(await _phase(place, plays, rate, seconds))
            rate = next_rate(phases)
    return phases


def next_rate(phases: Sequence[Phase]) -> float | None:
    """Increase the rate until it is too high, then try some between; None once that is done."""
    kept_up = [phase.is_kept_up for phase in phases]
    if all(kept_up):
        return phases[-1].offered * GROWTH
    if not any(kept_up) or len(phases) > kept_up.index(False) + BETWEEN:
        return None
    low = max(phase.offered for phase in phases if phase.is_kept_up)
    high = min(phase.offered for phase in phases if not phase.is_kept_up)
    return math.sqrt(low * high)


def _moves_left(plays: Sequence[Play]) -> int:
    """The moves that nearly all matches have left."""
    left = sorted(len(play.lines) - play.sent for play in plays)
    return left[len(left) // 50]


@asynccontextmanager
async def opened(plays: list[Play], ports: Sequence[int], spread: bool = False) -> AsyncIterator[None]:
    """Open the pages of all seats, and wait for their first messages."""
    for play in plays:
        await _connect(play, ports, spread)
    while any(not all(play.seen) for play in plays):
        await asyncio.sleep(0.05)
    await asyncio.sleep(SETTLE)
    yield
    for play in plays:
        for socket in play.sockets:
            socket.close()


def best(phases: list[Phase]) -> Phase:
    """The highest sustained rate, or the rate reached if none was sustained."""
    return max((phase for phase in phases if phase.is_kept_up), key=lambda phase: phase.rate, default=phases[-1])
