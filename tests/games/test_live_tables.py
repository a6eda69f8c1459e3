"""Live tables on real servers: everybody sees a move within a second, and nothing is lost if a server dies."""

import json
import os
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.embedded.processes import Process, wait_until
from config.env import renamed
from games.lobby import tables
from games.matches import bots, presence
from games.matches.loaded import load_match
from games.models import Match
from tests.fixtures import empty_cache, free_port, status_of
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.scenes import make_cast, set_up
from tests.games.table_sockets import TableSocket
from tests.games.test_sockets import good_move
from tests.samples import GAME

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def cast(transactional_db: None) -> Any:
    return make_cast()


class Site:
    """A web process that can be killed and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self.folder = folder
        self.start()

    def start(self) -> None:
        env = os.environ | {
            "DATABASE_URL": renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"]),
            "PLAYPOST_URL": self.address,
            "PLAYPOST_RATE_LIMITS": "0",
        }
        self.process = Process("web", self.folder / "web.log")
        command = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port), "config.asgi:application"]
        self.process.spawn([sys.executable, *command], ROOT, env)
        assert wait_until(lambda: status_of(f"{self.address}/") == 200, 60, 0.1), self.process.tail(40)

    def kill(self) -> None:
        assert self.process.proc is not None
        os.kill(self.process.proc.pid, signal.SIGKILL)
        self.process.proc.wait(10)


@pytest.fixture(scope="module")
def second(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with django_db_blocker.unblock():
        site = Site(tmp_path_factory.mktemp("second"))
    yield site
    site.process.stop(5)


def waits_for_version(sockets: list[TableSocket], version: int) -> float:
    """Wait for this version on all pages. Returns when the last one had it."""
    return max(socket.until(f'data-version="{version}"', "status") for socket in sockets)


def test_every_page_shows_a_move_within_a_second(live, cast, second):
    """Players with several tabs, and spectators, on two web processes."""
    match = set_up(cast, "running", True)
    people = [cast.owner, cast.owner, cast.player, cast.third, cast.stranger, None]
    sockets = [TableSocket(site, match.pk, person) for site in (live, second.address) for person in people]
    try:
        for socket in sockets:
            socket.settle(0.2)
        taken = []
        for number in range(6):
            asked = open_of(load_match(match.pk))
            mover = user_of(load_match(match.pk), asked.decision.seat)
            socket = next(socket for socket, who in zip(sockets, people * 2, strict=True) if who == mover)
            begun = time.monotonic()
            socket.say(json.dumps(good_move(match)))
            taken.append(waits_for_version(sockets, number + 2) - begun)
        assert statistics.median(taken) < 1
    finally:
        for socket in sockets:
            socket.close()


@pytest.mark.parametrize("by", ["form", "api", "email"])
def test_moves_by_form_api_and_email_are_pushed(live, cast, by):
    from tests.games.test_bad_input import Doors, as_form, as_json

    match = set_up(cast, "running", True)
    doors = Doors(match)
    move = doors.asked.decision.default
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.settle(0.2)
        send = {
            "form": lambda: doors.form(verb=move.verb, **as_form(move.args)),
            "api": lambda: doors.api(as_json(move)),
            "email": lambda: doors.email(verb=move.verb, **as_form(move.args)),
        }
        assert send[by]().status_code in (200, 302)
        socket.until("Your turn", "status", 3)


def test_bot_moves_are_pushed(live, cast):
    match = tables.create_match(
        owner=cast.owner, slug=GAME, seats=3, options={}, pace="live", move_seconds=60, bank_seconds=60, bots=2
    )
    with TableSocket(live, match.pk) as socket:
        socket.settle(0.2)
        for _ in range(3):
            if bots.play_one(match.pk, for_people=True):
                socket.until(f'data-version="{load_match(match.pk).version}"', "status", 3)


def test_a_page_opened_during_a_move_misses_nothing(live, cast):
    match = set_up(cast, "running", True)
    for number in range(5):
        with TableSocket(live, match.pk) as socket:
            move_on(match, 1)
            socket.until(f'data-version="{number + 2}"', "status", 3)


# --- who is here --------------------------------------------------------------------------------------------------


def is_here(socket: TableSocket, seat: int) -> bool:
    plate = socket.parts["seats"].split(f'data-ref="seat/{seat}"')[1]
    return 'class="presence is-here"' in plate.partition("</li>")[0]


def sees(socket: TableSocket, seat: int, here: bool, seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while "seats" not in socket.parts or is_here(socket, seat) != here:
        assert time.monotonic() < end, f"seat {seat} should be {'here' if here else 'away'}"
        socket.read(0.2)


def test_presence_follows_the_pages_of_a_seat(live, cast, second):
    match = set_up(cast, "running", True)
    seat = load_match(match.pk).seat_of(cast.player.pk)
    with TableSocket(live, match.pk) as socket, TableSocket(second.address, match.pk) as far:
        sees(socket, seat, False)
        first = TableSocket(live, match.pk, cast.player)
        tab = TableSocket(live, match.pk, cast.player)
        for one in (socket, far):
            sees(one, seat, True)
        first.close()
        socket.settle(0.5)
        sees(socket, seat, True)
        tab.close()
        for one in (socket, far):
            sees(one, seat, False)


def test_a_seat_stays_present_while_another_process_has_a_page_open(live, cast, second):
    match = set_up(cast, "running", True)
    seat = load_match(match.pk).seat_of(cast.player.pk)
    with TableSocket(live, match.pk) as socket, TableSocket(second.address, match.pk, cast.player) as phone:
        desk = TableSocket(live, match.pk, cast.player)
        for one in (socket, phone, desk):
            one.settle(0.3)
        desk.close()
        socket.settle(0.6)
        sees(socket, seat, True)
        assert presence.here(match.pk, 3) == {seat}
        page = browser_of(cast.stranger).get(f"/match/{match.pk}/").content.decode()
        assert page.count('class="presence is-here"') == 1


def test_losing_presence_does_no_harm(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.settle(0.3)
        empty_cache()
        move_on(match, 1)
        socket.until('data-version="2"', "status", 3)


# --- what breaks --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_page_catches_up_after_its_server_was_killed(cast, second):
    match = set_up(cast, "running", True)
    socket = TableSocket(second.address, match.pk, cast.player)
    socket.settle(0.3)
    second.kill()
    assert socket.is_closed() == 1006  # the code on which pages come back by themselves
    move_on(match, 2)
    second.start()
    with TableSocket(second.address, match.pk, session=socket.session) as again:
        again.until('data-version="3"', "status")
        again.settle(0.2)
        assert {"status", "board", "seats", "log", "chat"} <= set(again.parts)


def test_without_a_socket_the_page_works_with_forms(cast):
    """As in a browser without script: the page, the form, the redirect, the page."""
    match = set_up(cast, "running", True)
    client = browser_of(cast.owner)
    page = client.get(f"/match/{match.pk}/").content.decode()
    assert f'action="/match/{match.pk}/play/"' in page and "Without JavaScript, this page doesn’t" in page
    answer = client.post(f"/match/{match.pk}/play/", good_move(match), follow=True)
    assert answer.redirect_chain[0][0] == f"/match/{match.pk}/#table"
    assert "Waiting for" in answer.content.decode()
    assert Match.objects.get(pk=match.pk).version == 2


def test_opening_the_private_link_once_is_enough(cast):
    match = set_up(cast, "over", False)
    watcher, address = browser_of(cast.watcher), f"/match/{match.pk}/"
    pages = [address + part for part in ("", "history/", "proof/", "record.json", "text/")]
    assert {watcher.get(page).status_code for page in pages} == {403}
    page = watcher.get(f"{address}?key={match.token}").content.decode()
    assert f'data-socket="/ws/match/{match.pk}/?by={cast.watcher.pk}&amp;of="' in page
    assert {watcher.get(page).status_code for page in pages} == {200}
    assert match.token not in "".join(watcher.get(page).content.decode() for page in pages)
    other = set_up(cast, "running", False)
    assert watcher.get(f"/match/{other.pk}/").status_code == 403
