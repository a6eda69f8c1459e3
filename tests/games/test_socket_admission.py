"""Who may connect to the socket of a table, and what closes it."""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from accounts.models import DeviceSession as Session
from accounts.models import User
from games.matches.loaded import load_match
from games.models import ChatLine, Match
from games.sockets.admission import admission
from games.sockets.consumer import FLOOD, TableConsumer
from tests.fixtures import PASSWORD
from tests.games.scenes import Cast, everything, make_cast, secrets_of, set_up
from tests.games.table_sockets import TableSocket
from tests.games.test_sockets import good_move

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


# --- who may connect ----------------------------------------------------------------------------------------------

OPENS = {  # nobody stranger watcher invited player owner staff
    ("open", True): "4404 4404 4404 4404 4404 4404 4404",
    ("open", False): "4404 4404 4404 4404 4404 4404 4404",
    ("running", True): "seen seen seen seen seen seen seen",
    ("running", False): "4404 4404 seen seen seen seen seen",
    ("over", True): "seen seen seen seen seen seen seen",
    ("over", False): "4404 4404 seen seen seen seen seen",
    ("off", True): "4404 4404 4404 4404 4404 4404 4404",
}


@pytest.mark.parametrize(("state", "is_public"), list(OPENS))
@pytest.mark.clause("PLAY-11")
def test_who_may_connect(live, cast, state, is_public):
    match = set_up(cast, state, is_public)
    found = []
    for role in ("nobody", "stranger", "watcher", "invited", "player", "owner", "staff"):
        key = match.token if role == "watcher" else ""
        with TableSocket(live, match.pk, getattr(cast, role), key=key) as socket:
            socket.read()
            found.append("seen" if socket.frames else str(socket.code))
            assert not [word for word in secrets_of(match, bool(key)) for loaded in socket.frames if word in loaded]
    assert " ".join(found) == OPENS[state, is_public]


def test_a_wrong_key_or_missing_match_closes_permanently(live, cast):
    match = set_up(cast, "running", False)
    for match_id, key in ((match.pk, "x"), (match.pk, ""), (match.pk, match.token + "x"), (10**9, ""), (10**30, "")):
        with TableSocket(live, match_id, cast.stranger, key=key) as socket:
            assert socket.is_closed() == 4404 and not socket.frames


def test_an_unreadable_match_closes_with_a_valid_code(live, cast):
    match = set_up(cast, "running", True)
    Match.objects.filter(pk=match.pk).update(position="{}")
    with TableSocket(live, match.pk, cast.owner) as socket:
        assert socket.is_closed() == 4500


def test_a_flood_closes_the_socket_with_a_valid_code(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.owner) as socket:
        socket.read()
        for _ in range(FLOOD + 1):
            socket.say("{}")
        assert socket.is_closed(20) == 4508


def test_a_flood_is_counted_on_arrival_even_if_handling_is_slow(monkeypatch):
    """This page is never admitted, so none of its messages is handled."""
    monkeypatch.setattr(admission, "add", lambda page: None)
    assert asyncio.run(close_codes_after(FLOOD)) == []
    assert asyncio.run(close_codes_after(3 * FLOOD)) == [4508]


async def close_codes_after(messages: int) -> list[int]:
    """The codes with which a page's socket is closed after so many messages."""
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    scope = {"type": "websocket", "headers": [], "url_route": {"kwargs": {"match_id": "1"}}}
    page = TableConsumer()
    task = asyncio.ensure_future(page(scope, incoming.get, outgoing.put))
    incoming.put_nowait({"type": "websocket.connect"})
    assert (await outgoing.get())["type"] == "websocket.accept"
    for _ in range(messages):
        incoming.put_nowait({"type": "websocket.receive", "text": "{}"})
    while not incoming.empty() or not page.arrived.empty():
        await asyncio.sleep(0)
        if page.arrived.qsize() == messages - 1:  # one is being answered
            break
    task.cancel()
    return [outgoing.get_nowait()["code"] for _ in range(outgoing.qsize())]


def ends_session(user, session):
    Session.objects.filter(session_key=session).delete()


def is_deactivated(user, session):
    User.objects.filter(pk=user.pk).update(is_active=False)


def gets_a_password_by_staff(user, session):
    user.set_password("another one for the envelopes")
    User.objects.filter(pk=user.pk).update(password=user.password)


@pytest.mark.parametrize("happens", [ends_session, is_deactivated, gets_a_password_by_staff])
def test_an_open_socket_is_useless_after_signing_out(live, cast, happens):
    """No message tells the process, so it checks when the socket is used."""
    match = set_up(cast, "running", True)
    for message in (good_move(match), {"chat": "still here"}, {}):
        with TableSocket(live, match.pk, cast.owner) as socket:
            socket.hear()
            before = everything()
            happens(cast.owner, socket.session)
            socket.say(json.dumps(message))
            assert socket.is_closed() == 4401
            assert not ChatLine.objects.exists() and everything()["Match"] == before["Match"]
        User.objects.filter(pk=cast.owner.pk).update(is_active=True)


OTHERS = ["http://evil.example", "https://localhost.evil.example", None, "null", "another port", "another scheme"]


@pytest.mark.parametrize("origin", OTHERS)
def test_other_origins_cannot_connect(live, cast, origin):
    match = set_up(cast, "running", True)
    port = urlsplit(live).port
    origin = {"another port": f"http://localhost:{port + 1}", "another scheme": f"https://localhost:{port}"}.get(
        origin, origin
    )
    with pytest.raises(InvalidStatus) as refusal:
        TableSocket(live, match.pk, cast.owner, origin=origin)
    assert refusal.value.response.status_code == 403


# --- leaving ------------------------------------------------------------------------------------------------------


def test_signing_out_closes_the_sockets_of_that_session(live, cast):
    match = set_up(cast, "running", True)
    client = Client()
    client.login(username="owner", password=PASSWORD)
    session = client.cookies["sessionid"].value
    with (
        TableSocket(live, match.pk, session=session) as socket,
        TableSocket(live, match.pk, session=session) as tab,
        TableSocket(live, match.pk, cast.owner) as phone,
        TableSocket(live, match.pk, cast.player) as other,
    ):
        for one in (socket, tab, phone, other):
            one.hear()
        client.post("/accounts/logout/")
        assert socket.is_closed() == tab.is_closed() == 4401
        assert phone.is_closed(0.5) is None and other.is_closed(0.2) is None


def test_changing_the_password_closes_all_sockets(live, cast):
    match = set_up(cast, "running", True)
    client = Client()
    client.login(username="owner", password=PASSWORD)
    with TableSocket(live, match.pk, cast.owner) as phone:
        phone.hear()
        new = "nine blue postmarks"
        fields = {"oldpassword": PASSWORD, "password1": new}
        assert client.post("/accounts/password/change/", fields).status_code == 302
        assert phone.is_closed() == 4401


def test_losing_a_seat_ends_the_players_view(live, cast):
    from django.db import transaction

    from games.deadlines import substitutes
    from games.matches.play import lock_match

    match = set_up(cast, "running", True)
    seat = load_match(match.pk).seat_of(cast.player.pk)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.until("Your hand", "decision")
        with transaction.atomic():
            substitutes.take_seat(lock_match(match.pk), seat, timezone.now())
        socket.until("Players read this when the match is over.", "chat")
        socket.settle(0.3)
        assert "Your hand" not in socket.parts["board"] + socket.parts["decision"]
        socket.say(json.dumps(good_move(match)))
        socket.until("This isn’t your seat.", "decision")
