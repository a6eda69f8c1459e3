"""Logging out closes the sockets of that session, or of that person."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from accounts.login import sign_out
from accounts.models import User
from tests.accounts.conftest import prove_it_is_me
from tests.fixtures import PASSWORD

pytestmark = pytest.mark.django_db


def heard(user: User, act: Any) -> list[dict[str, Any]]:
    """The messages to the person's sockets while `act` runs in another thread, as in the server."""

    async def listen() -> list[dict[str, Any]]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(sign_out.GROUP, channel)
        await sync_to_async(act)()
        found = []
        try:
            while True:
                found.append(await asyncio.wait_for(layer.receive(channel), 0.5))
        except TimeoutError:
            return found
        finally:
            await layer.group_discard(sign_out.GROUP, channel)

    return async_to_sync(listen)()


def test_logging_out_closes_the_sockets_of_that_session(client: Client, player: User) -> None:
    client.force_login(player)
    key = client.session.session_key
    tag = sign_out.session_tag(key)
    assert heard(player, lambda: client.post("/accounts/logout/")) == [
        {"type": "bye", "user": player.pk, "session": tag}
    ]
    assert tag and key and key not in tag


def test_a_new_password_closes_all_sockets(client: Client, player: User) -> None:
    client.force_login(player)
    new = {"oldpassword": PASSWORD, "password1": "other grey envelopes"}
    messages = heard(player, lambda: client.post("/accounts/password/change/", new))
    assert {"type": "bye", "user": player.pk, "session": ""} in messages


@pytest.mark.django_db(transaction=True)
def test_deleting_an_account_closes_all_sockets(client: Client, player: User) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    messages = heard(player, lambda: client.post("/people/me/delete/", {"username": "player"}))
    assert {"type": "bye", "user": player.pk, "session": ""} in messages


def test_logging_out_works_without_the_broker(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ConnectionError

    monkeypatch.setattr(sign_out, "get_channel_layer", broken)
    sign_out.close_sockets(player.pk)
