"""Health checks, metrics, request ids, logs and error reports, and the data they must not contain."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import OperationalError
from django.test import Client, override_settings

from config import health, logs, metrics, request_ids, sentry
from games.models import SweepHeartbeat
from games.operations import figures

CARD, PERSON, NETWORKS = "the dragon", "anna@example.org", ("192.0.2.7", "2001:db8::1:2:3")
METRICS = override_settings(METRICS_TOKEN="sesame")


@pytest.fixture(autouse=True)
def fresh_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_read_at", -figures.KEPT)


def figure(text: str, name: str) -> float:
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[-1])


def fail_with(words: str) -> None:
    raise KeyError(words)


# --- health checks ------------------------------------------------------------------------------------------------


def test_live_needs_no_other_service(client: Client) -> None:
    """Without a database fixture, so a query would fail. Probes use an IP address as the host."""
    answer = client.get("/health/live", headers={"host": "10.1.2.3"})
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (200, b"alive\n", "no-store")


@pytest.mark.django_db
def test_ready_reports_ok(client: Client) -> None:
    answer = client.get("/health/ready", headers={"host": "10.1.2.3"})
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "database": "ok", "broker": "ok", "migrations": "ok"}


@pytest.mark.django_db
def test_not_ready_without_the_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise redis.ConnectionError("Error 111 connecting to secret-host:6379")

    monkeypatch.setattr(redis.Redis, "ping", away)
    answer = client.get("/health/ready")
    assert answer.status_code == 503 and answer.json()["broker"] == "does not answer"
    assert b"secret-host" not in answer.content


@pytest.mark.django_db
def test_not_ready_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise OperationalError("connection to secret-host failed: password of playpost")

    monkeypatch.setattr(health.connection, "ensure_connection", away)
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer" and answer.json()["migrations"] == "cannot be read"
    assert b"secret-host" not in answer.content


@pytest.mark.django_db
def test_not_ready_before_migrations(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    known = health._newest_migrations() | {("games", "9999_to_come")}
    monkeypatch.setattr(health, "_newest_migrations", lambda: known)
    answer = client.get("/health/ready")
    assert answer.status_code == 503 and "run manage.py migrate" in answer.json()["migrations"]


# --- metrics ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_metrics_need_the_token(client: Client) -> None:
    assert client.get("/metrics").status_code == 404  # no token is set
    with METRICS:
        for given in ("", "Bearer ", "Bearer wrong", "Bearer sésame"):
            assert client.get("/metrics", headers={"authorization": given}).status_code == 404
        assert client.get("/metrics", headers={"authorization": "Bearer sesame"}).status_code == 200


@METRICS
@pytest.mark.django_db
def test_metrics_count_what_happened(client: Client) -> None:
    SweepHeartbeat.objects.all().delete()
    client.get("/rules/")
    told = client.get("/metrics", headers={"authorization": "Bearer sesame"}).content.decode()
    assert figure(told, 'playpost_requests_total{method="GET",status="200",view="rules_index"}') >= 1
    assert figure(told, "playpost_site_up") == 1
    assert figure(told, "playpost_sweep_lag_seconds") == 0
    for name in ("outbox_due", "outbox_oldest_due_seconds", "decisions_due", "sockets", "moves_total"):
        assert figure(told, f"playpost_{name}") >= 0
    assert 'playpost_queue_depth{queue="celery"}' in told


@METRICS
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["alerts.yml", "grafana.json", "monitoring.md"])
def test_all_documented_metrics_exist(client: Client, name: str) -> None:
    text = (settings.BASE_DIR / "docs" / "hosting" / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        text = "\n".join(target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"])
    asked = set(re.findall(r"\bplaypost_[a-z_]+", text))
    told = client.get("/metrics", headers={"authorization": "Bearer sesame"}).content.decode()
    types = dict(re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE))
    parts = {f"{figure}_{part}" for figure, kind in types.items() if kind == "histogram" for part in ("bucket", "sum")}
    assert len(asked) >= 6 and asked <= types.keys() | parts, asked - types.keys() - parts


@METRICS
def test_metrics_work_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(health.connection, "ensure_connection", away)
    told = client.get("/metrics", headers={"authorization": "Bearer sesame"}).content.decode()
    assert figure(told, "playpost_site_up") == 0 and "playpost_outbox_due" not in told


@METRICS
@pytest.mark.django_db
def test_database_time_is_measured(client: Client) -> None:
    from django.db import connection

    metrics._watch_connection(connection)
    try:
        before = metrics.QUERIES._value.get()
        connection.cursor().execute("SELECT 1")
        assert metrics.QUERIES._value.get() == before + 1
    finally:
        connection.execute_wrappers.remove(metrics._timed)


# --- request ids and logs -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "given", "is_taken"), [(1, "a" * 32, True), (0, "a" * 32, False), (1, "a b", False)]
)
def test_request_ids_come_from_our_proxy_or_are_generated(
    client: Client, proxies: int, given: str, is_taken: bool
) -> None:
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=proxies):
        told = client.get("/rules/", headers={"x-request-id": given})["X-Request-ID"]
    assert (told == given) == is_taken and len(told) == 32


def test_a_task_inherits_the_request_id() -> None:
    headers: dict[str, Any] = {}
    request_ids.current.set("b" * 32)
    request_ids._send_along(headers=headers)
    request_ids.current.set("")

    from celery.app.task import Context

    class Task:
        name = "games.tasks.run_bots"
        request = Context(headers)

    request_ids._take_up(task=Task())
    assert request_ids.current.get() == "b" * 32 and request_ids.task_name.get() == "games.tasks.run_bots"
    request_ids.task_name.set("")


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    """The lines of the JSON log."""
    told: list[dict[str, Any]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(json.loads(self.format(record)))

    handler = Keep()
    handler.setFormatter(logs.JsonFormatter("%(message)s"))
    logging.getLogger().addHandler(handler)
    yield told
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
def test_each_request_is_logged_once_without_its_url(client: Client, lines: list[dict[str, Any]], owner: Any) -> None:
    client.force_login(owner)
    with override_settings(LOG_FORMAT="json"):
        answer = client.get(f"/people/{owner.username}/?q=secret")
    line = lines[-1]  # before it stands the log-in
    assert line["method"] == "GET" and line["view"] == "profile" and line["status"] == 200 and line["ms"] >= 0
    assert line["request"] == answer["X-Request-ID"]
    assert owner.username not in json.dumps(line) and "secret" not in json.dumps(line)


def test_logs_contain_no_addresses(lines: list[dict[str, Any]]) -> None:
    log = logging.getLogger("playpost.test")
    try:
        fail_with(f"mail to {PERSON} from {NETWORKS[0]} or {NETWORKS[1]} failed")
    except KeyError:
        log.exception("sent to %s by %s", PERSON, NETWORKS[0])
    line = lines[-1]  # before it stands the log-in
    text = json.dumps(line)
    assert PERSON not in text and not any(address in text for address in NETWORKS)
    assert line["level"] == "error" and line["logger"] == "playpost.test" and "KeyError" in line["error"]


@pytest.mark.django_db
def test_a_404_is_not_logged(client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found", (), None)
    record.status_code = 404
    assert not logs.is_not_client_error(record)
    record.status_code = 500
    assert logs.is_not_client_error(record)


def test_errors_are_stored_for_the_staff_page() -> None:
    record = logging.LogRecord("playpost.test", logging.ERROR, "", 0, "it broke %s", (ValueError("x"),), None)
    logs.ErrorList().handle(record)
    newest = logs.newest_errors()[0]
    assert newest["logger"] == "playpost.test" and newest["message"] == "it broke ValueError: x"


# --- Sentry -------------------------------------------------------------------------------------------------------


def test_nothing_is_reported_without_a_dsn() -> None:
    import sentry_sdk

    sentry.start("")
    assert not sentry_sdk.get_client().is_active()


def test_error_reports_contain_no_values() -> None:
    import sentry_sdk
    from sentry_sdk.transport import Transport

    told: list[Any] = []

    class Keep(Transport):
        def capture_envelope(self, envelope: Any) -> None:
            told.append(envelope.get_event())

    sentry.start("https://key@sentry.example.org/1", transport=Keep)
    try:
        with sentry_sdk.isolation_scope() as scope:
            scope.set_user({"id": 7, "email": PERSON, "ip_address": NETWORKS[0]})
            scope.set_tag("person", PERSON)
            try:
                fail_with(CARD)
            except KeyError:
                logging.getLogger("playpost.test").exception("match of %s", PERSON)
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
    (event,) = told
    text = json.dumps(event, default=str)
    assert CARD not in text and PERSON not in text and NETWORKS[0] not in text
    (error,) = event["exception"]["values"]
    assert error["type"] == "KeyError" and error["value"] == sentry.WITHHELD
    assert error["stacktrace"]["frames"][-1]["function"] == "fail_with"
    assert event["logentry"] == {"message": "match of %s"}
