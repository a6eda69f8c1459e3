"""The channel layer's publish for threads: heard by all, also after the broker was restarted or its line was cut."""

from typing import Any

import pytest
import redis
from channels.layers import get_channel_layer
from django.conf import settings

from games.sockets.channel_layer import TableLayer
from tests.conftest import free_port


@pytest.fixture
def layer() -> TableLayer:
    """A layer as a process that has just started has it."""
    found = get_channel_layer()
    return TableLayer(prefix=found.group_prefix, **_options())


def _options() -> dict[str, Any]:
    return {key: value for key, value in settings.CHANNEL_LAYERS["default"]["CONFIG"].items() if key != "prefix"}


@pytest.fixture
def broker() -> "redis.Redis[Any]":
    return redis.Redis.from_url(_options()["hosts"][0]["address"])


def heard(broker: "redis.Redis[Any]", layer: TableLayer, act: Any) -> list[Any]:
    """What a listener of the group "m1" hears while `act` runs."""
    with broker.pubsub(ignore_subscribe_messages=True) as ear:
        ear.subscribe(layer._group_channel("m1"))
        while not ear.subscribed or ear.get_message(timeout=1) is not None:
            pass
        act()
        found = []
        while (message := ear.get_message(timeout=0.5)) is not None:
            found.append(layer.deserialize(message["data"])["n"])
        return found


def test_messages_are_heard_in_order_and_by_their_group_alone(layer, broker):
    messages = [("m1", {"n": 1}), ("m2", {"n": 2}), ("m1", {"n": 3})]
    assert heard(broker, layer, lambda: layer.publish_now(messages)) == [1, 3]
    assert heard(broker, layer, lambda: layer.publish_now([])) == []


def test_a_line_that_was_cut_is_opened_again(layer, broker):
    def cut_and_speak() -> None:
        layer.publish_now([("m1", {"n": 1})])
        broker.client_kill_filter(_id=_id_of(layer))
        layer.publish_now([("m1", {"n": 2})])

    assert heard(broker, layer, cut_and_speak) == [1, 2]


def _id_of(layer: TableLayer) -> str:
    """The number under which the broker knows this thread's connection."""
    connection = layer._own.connection
    connection.send_command("CLIENT", "ID")
    return str(connection.read_response())


def test_a_broker_that_is_away_is_an_error_of_redis():
    away = TableLayer(hosts=[{"address": f"redis://127.0.0.1:{free_port()}/0"}])
    for _ in range(2):
        with pytest.raises(redis.RedisError):
            away.publish_now([("m1", {"n": 1})])
