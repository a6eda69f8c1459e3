"""Fixtures and helpers for tests of matches: starting them, and playing on quickly."""

import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.test import Client

from accounts.login import devices
from accounts.login.adapter import PROOF
from accounts.login.session_store import SessionStore
from config.embedded.servers import private_dir, socket_dir
from games.kernel import codec, engine, legal_moves
from games.kernel.position import Open
from games.kernel.rng import Rng
from games.lobby import starting, tables
from games.matches import play
from games.matches.loaded import LoadedMatch, load_match
from games.models import Match, Seat
from games.operations import announcements
from games.titles import load
from tests.samples import GAME

DAY = 86400


class SteadyChance:
    """Replaces the module `secrets` where matches start, so that every run of a test shuffles alike."""

    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self) -> None:
        self.count = 0

    def token_hex(self, size: int) -> str:
        self.count += 1
        return sha256(b"shuffle %d" % self.count).hexdigest()[: 2 * size]

    def SystemRandom(self) -> Random:
        return Random(self.count - 1)  # token_hex() was called just before, for the deal


def fix_chance(monkeypatch: pytest.MonkeyPatch, chance: SteadyChance) -> None:
    """Use this source of chance to open and start tables."""
    for module in (tables, starting):
        monkeypatch.setattr(module, "secrets", chance)


@pytest.fixture(autouse=True)
def steady_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make deals the same in every run, so that tests are deterministic."""
    fix_chance(monkeypatch, SteadyChance())


@pytest.fixture(autouse=True)
def no_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own announcement: it is kept in Valkey, which tests do not roll back, and in this process."""
    monkeypatch.setattr(announcements, "KEY", f"announcement{secrets.token_hex(4)}")
    monkeypatch.setattr(announcements, "_seen", (-announcements.LOOK_EVERY, ""))


@pytest.fixture
def start(owner: Any, player: Any, staff: Any) -> Callable[..., Match]:
    """Start a match; by default of GAME, with owner, player and staff in this order of seats."""

    def begin(slug: str = GAME, people: tuple[Any, ...] | None = None, **more: Any) -> Match:
        people = people or (owner, player, staff)
        facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY} | more
        chosen = engine.start(load()[slug], len(people), facts.pop("options", {}), "0" * 32)[0].options
        return tables.begin_match(players=people, owner=people[0], slug=slug, options=codec.plain(chosen), **facts)

    return begin


def open_of(loaded: LoadedMatch) -> Open:
    """The first decision that the match is waiting for."""
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    return next(open for open in opens if open.answer is None and not open.decision.optional)


def user_of(loaded: LoadedMatch, seat: int) -> Any:
    return Seat.objects.select_related("user").get(match_id=loaded.id, number=seat).user


def move_on(match: Match, moves: int = 1, rng: Rng | None = None, by: str = "web") -> LoadedMatch:
    """Play this many random legal moves with play_move(), each by the player whose turn it is."""
    rng = rng or Rng("ab" * 16)
    for _ in range(moves):
        loaded = load_match(match.pk)
        if loaded.is_over:
            break
        asked = open_of(loaded)
        move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, rng)
        seat = asked.decision.seat
        user = user_of(loaded, seat)
        play.play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by=by, user=user)
    return load_match(match.pk)


def browser_of(user: Any, **options: Any) -> Client:
    """A client logged in as this user, who has just entered the password.

    It gets the session that logging in leaves behind; `force_login` takes five times as long, and most tests need it.
    """
    request = HttpRequest()
    request.session = SessionStore()
    facts = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
        f"{PROOF}_user": str(user.pk),
        PROOF: [{"method": "password", "at": time(), "reauthenticated": True}],
    }
    request.session.update(facts)
    devices.note(request)
    request.session.create()
    client = Client(**options)
    client.cookies[settings.SESSION_COOKIE_NAME] = request.session.session_key
    return client


@pytest.fixture
def no_rate_limits(settings: Any) -> None:
    """Turn rate limits off, ours and allauth's: all guests of a test come from one address."""
    settings.HAS_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def table(owner: Any) -> Any:
    """`table(is_rated=…, is_public=…)`: a table for three with one player, waiting for others."""
    from games.lobby import tables

    def open_table(**more: Any) -> Any:
        clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
        facts = clock | {"is_rated": False, "is_public": False} | more
        return tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **facts)

    return open_table


@pytest.fixture
def stack(private_servers: Path) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def private_servers() -> Iterator[Path]:
    """A directory for servers that a test may stop. Other users can enter it, as PostgreSQL cannot run as root."""
    folder = private_dir(Path(tempfile.mkdtemp(prefix="playpost-fail-")))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(socket_dir(folder), ignore_errors=True)
