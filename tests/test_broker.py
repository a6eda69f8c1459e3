"""A worker survives a broker that is killed while it holds messages."""

import contextlib
import logging
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Queue
from kombu.asynchronous import Hub
from kombu.common import ignore_errors

from config import broker, env
from config.embedded import servers
from config.embedded.processes import wait_until


@pytest.fixture
def valkey() -> Iterator[servers.Valkey]:
    var = servers.private_dir(Path(tempfile.mkdtemp(prefix="pp-")))
    server = servers.Valkey(var)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(servers.socket_dir(var), ignore_errors=True)
    shutil.rmtree(var)


@pytest.fixture
def connection(valkey: servers.Valkey) -> Connection:
    broker.use()
    return Connection(env.celery_url(f"unix://{valkey.socket}", 2), transport_options={"socket_timeout": 1})


def hold_a_message(connection: Connection) -> Any:
    """A message delivered but not acknowledged, while a worker's two channels wait for the next one."""
    hub, held = Hub(), []
    connection.register_with_event_loop(hub)
    connection.Consumer([Queue("held")], on_message=held.append).consume()
    connection.Consumer([Queue("control")], channel=connection.channel()).consume()
    connection.Producer(connection.clone()).publish("a task", routing_key="held")
    loop = hub.create_loop()
    assert wait_until(lambda: next(loop, None) or bool(held), 5, 0)
    next(loop)
    return held[0]


def kill(server: servers.Valkey) -> None:
    assert server.proc is not None
    os.kill(server.proc.pid, signal.SIGKILL)
    server.proc.wait()


def give_up(connection: Connection) -> None:
    """Close the connection twice, as Celery's consumer does."""
    with contextlib.suppress(Exception):
        connection.collect(socket_timeout=1)
    ignore_errors(connection, connection.close)


def test_celery_uses_our_transport(connection: Connection) -> None:
    assert isinstance(connection.transport, broker.Transport)


def test_lost_connection_with_a_held_message_can_be_closed(valkey: servers.Valkey, connection: Connection) -> None:
    hold_a_message(connection)
    kill(valkey)
    give_up(connection)
    assert not connection.connected


def test_late_acknowledgement_is_only_logged(
    valkey: servers.Valkey, connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    message = hold_a_message(connection)
    errors = connection.connection_errors
    kill(valkey)
    give_up(connection)
    message.ack_log_error(logging.getLogger("celery.worker.request"), errors)
    assert "is closed" in caplog.text and not message.acknowledged


def test_reconnecting_works_when_the_broker_is_back(valkey: servers.Valkey, connection: Connection) -> None:
    hold_a_message(connection)
    kill(valkey)
    give_up(connection)
    valkey.start()
    with connection.clone() as again:
        assert hold_a_message(again).payload == "a task"
