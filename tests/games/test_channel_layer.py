"""Publishing to the channel layer from threads, also after the broker restarts or the connection breaks."""

import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

import pytest
import redis
from channels.layers import get_channel_layer
from django.conf import settings

from config.plain_commands import KEPT
from games.kernel import codec, legal_moves
from games.kernel.rng import Rng
from games.matches.loaded import load_match
from games.sockets.channel_layer import TableLayer
from tests.fixtures import free_port
from tests.games.conftest import open_of, user_of
from tests.games.table_sockets import session_of

EACH = 500  # moves and chat lines


@pytest.fixture
def layer() -> TableLayer:
    """The layer of a fresh process."""
    found = get_channel_layer()
    return TableLayer(prefix=found.group_prefix, **_options())


def _options() -> dict[str, Any]:
    return {key: value for key, value in settings.CHANNEL_LAYERS["default"]["CONFIG"].items() if key != "prefix"}


@pytest.fixture
def broker() -> "redis.Redis[Any]":
    return redis.Redis.from_url(_options()["hosts"][0]["address"])


def heard(broker: "redis.Redis[Any]", layer: TableLayer, act: Any) -> list[Any]:
    """The messages that a subscriber of the group "m1" receives while `act` runs."""
    with broker.pubsub(ignore_subscribe_messages=True) as ear:
        ear.subscribe(layer._group_channel("m1"))
        while not ear.subscribed or ear.get_message(timeout=1) is not None:
            pass
        act()
        found = []
        while (message := ear.get_message(timeout=0.5)) is not None:
            found.append(layer.deserialize(message["data"])["n"])
        return found


def test_messages_arrive_in_order_and_only_in_their_group(layer, broker):
    messages = [("m1", {"n": 1}), ("m2", {"n": 2}), ("m1", {"n": 3})]
    assert heard(broker, layer, lambda: layer.publish_now(messages)) == [1, 3]
    assert heard(broker, layer, lambda: layer.publish_now([])) == []


def test_a_broken_connection_is_reopened(layer, broker):
    def cut_and_speak() -> None:
        layer.publish_now([("m1", {"n": 1})])
        broker.client_kill_filter(_id=_id_of(layer))
        layer.publish_now([("m1", {"n": 2})])

    assert heard(broker, layer, cut_and_speak) == [1, 2]


def _id_of(layer: TableLayer) -> str:
    """The client id of the most recently used connection."""
    connection = layer.publish_connections.idle[-1]
    connection.send_command("CLIENT", "ID")
    return str(connection.read_response())


def test_an_unavailable_broker_raises_redis_error():
    away = TableLayer(hosts=[{"address": f"redis://127.0.0.1:{free_port()}/0"}])
    for _ in range(2):
        with pytest.raises(redis.RedisError):
            away.publish_now([("m1", {"n": 1})])


def test_short_lived_threads_leave_no_connections_behind(layer, broker):
    """Each HTTP request has its own thread; with one connection per thread, the limit of a hundred was soon reached."""

    def speak() -> None:
        with ThreadPoolExecutor(4) as four:
            list(four.map(lambda n: layer.publish_now([("m1", {"n": n})]), range(4)))

    before = len(broker.client_list())
    begun = time.monotonic()
    assert len(heard(broker, layer, lambda: [speak() for _ in range(50)])) == 200
    assert len(broker.client_list()) - before <= KEPT
    assert time.monotonic() - begun < 20


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
def test_500_moves_and_500_chat_lines_over_http_stay_fast(live, start, owner, player, staff, broker):
    """Moves are posted one after the other, with chat lines from four threads at the same time."""
    match = start()
    keys = {user.pk: session_of(user) for user in (owner, player, staff)}
    took: list[float] = []

    def post(path: str, user: Any, body: bytes, kind: str) -> None:
        cookie = f"sessionid={keys[user.pk]}; csrftoken={'t' * 32}"
        headers = {"Cookie": cookie, "X-CSRFToken": "t" * 32, "Origin": live, "Content-Type": kind}
        begun = time.monotonic()
        with urllib.request.urlopen(urllib.request.Request(f"{live}{path}", body, headers), timeout=60) as answer:
            assert answer.status in (200, 201)
        took.append(time.monotonic() - begun)

    def say(number: int) -> None:
        words = urlencode({"chat": f"line {number}"}).encode()
        post(f"/match/{match.pk}/chat/", player, words, "application/x-www-form-urlencoded")

    def move(number: int, rng: Rng) -> None:
        nonlocal match
        loaded = load_match(match.pk)
        if loaded.is_over:
            match = start(people=(owner, player, staff))
            loaded = load_match(match.pk)
        asked = open_of(loaded)
        chosen = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, rng)
        body = json.dumps({"decision": asked.id, "move": codec.plain(chosen)}).encode()
        user = user_of(loaded, asked.decision.seat)
        post(f"/api/v1/matches/{match.pk}/moves/", user, body, "application/json")

    with broker.pubsub(ignore_subscribe_messages=True) as ear, ThreadPoolExecutor(4) as talkers:
        ear.psubscribe(f"{get_channel_layer().group_prefix}__group__m*")
        told, rng = 0, Rng("ab" * 16)
        lines = [talkers.submit(say, number) for number in range(EACH)]
        for number in range(EACH):
            move(number, rng)
            while ear.get_message() is not None:
                told += 1
        for line in lines:
            line.result()
        while ear.get_message(timeout=2) is not None:
            told += 1
    assert len(took) == 2 * EACH and told >= 2 * EACH - 1
    assert max(took) < 8, "19 seconds each once the connections were used up"
