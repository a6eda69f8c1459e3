"""`manage.py up`: sites that others can reach, incomplete files, worker queues."""

import json
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import RequestFactory

from accounts.models import User
from config import celery
from config.debug_pages import is_local
from config.management.commands import up
from games.management.commands.seeddemo import PASSWORD
from rulebook.models import Page
from tests.samples import GAME


def command(monkeypatch: pytest.MonkeyPatch, host: str) -> tuple[up.Command, dict[str, str]]:
    """The command after it has handled its options, and the environment of its children."""
    environment: dict[str, str] = {"PLAYPOST_HOSTS": ""}  # an empty setting counts as not set
    monkeypatch.setattr(up.os, "environ", environment)
    made = up.Command()
    made.is_open = host not in up.HERE
    if made.is_open:
        made._disable_debug()
    return made, environment


def test_a_reachable_site_turns_off_debug(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    _, environment = command(monkeypatch, "0.0.0.0")
    assert environment["PLAYPOST_DEBUG"] == "0" and environment["PLAYPOST_OUTBOX"] == "1"
    assert environment["PLAYPOST_SECRET_KEY"] == settings.SECRET_KEY
    assert environment["PLAYPOST_HOSTS"] == ",".join(settings.ALLOWED_HOSTS) != ""
    assert command(monkeypatch, "localhost")[1] == {"PLAYPOST_HOSTS": ""}


def test_a_mail_service_without_its_key_ends_the_start(settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    with pytest.raises(SystemCheckError, match="or ANYMAIL_POSTMARK_SERVER_TOKEN"):
        call_command("up", skip_checks=False)


@pytest.mark.django_db
@pytest.mark.parametrize(("is_debug", "options"), [(False, ()), (True, ("--random-password",))])
def test_demo_accounts_of_a_reachable_site_have_a_random_password(
    is_debug: bool, options: tuple[str, ...], settings: Any, capsys: Any
) -> None:
    settings.DEBUG = True
    call_command("seeddemo")
    assert capsys.readouterr().out.strip().endswith(f"password {PASSWORD}")
    settings.DEBUG = is_debug
    call_command("seeddemo", *options)
    printed = capsys.readouterr().out.strip().rpartition(" ")[2]
    anna = User.objects.get(username="anna")
    assert anna.check_password(printed) and not anna.check_password(PASSWORD)
    for again in ((), ("--random-password",)):
        call_command("seeddemo", *again)
        assert "their password was printed when they got it" in capsys.readouterr().out
    anna.refresh_from_db()
    assert anna.check_password(printed)


@pytest.mark.parametrize(
    ("changes", "is_home"),
    [
        ({}, True),
        ({"HTTP_X_FORWARDED_FOR": "192.0.2.1"}, False),
        ({"HTTP_X_REAL_IP": "192.0.2.1"}, False),
        ({"HTTP_VIA": "1.1 proxy"}, False),
        ({"HTTP_HOST": "play.example.org"}, False),
        ({"REMOTE_ADDR": "192.0.2.1"}, False),
    ],
)
def test_only_local_visitors_see_all_emails(settings: Any, changes: dict[str, str], is_home: bool) -> None:
    settings.DEBUG, settings.SITE_URL, settings.ALLOWED_HOSTS = True, "http://localhost:8000", ["*"]
    request = RequestFactory().get("/dev/outbox/", **({"HTTP_HOST": "localhost:8000"} | changes))  # type: ignore[arg-type]
    assert is_local(request) is is_home


@pytest.mark.parametrize("left", ["", '{"paths": {"site.css"', "\x00\x00"])
def test_an_incomplete_manifest_does_not_prevent_the_start(tmp_path: Path, left: str) -> None:
    file = tmp_path / "staticfiles.json"
    file.write_text(left)
    up.delete_broken_manifest(tmp_path)
    assert not file.exists()
    up.delete_broken_manifest(tmp_path)
    file.write_text(json.dumps({"paths": {}}))
    up.delete_broken_manifest(tmp_path)
    assert file.exists()


class Worker:
    """The sender of Celery's worker_init signal."""

    def __init__(self, *queues: str) -> None:
        self.app = self.amqp = self.queues = self
        self.consume_from = dict.fromkeys(queues)


def test_one_worker_for_all_queues_is_refused_on_a_real_site(settings: Any, caplog: Any) -> None:
    settings.DEBUG = False
    for queues in (["celery", "clocks", "notices"], ["celery", "notices"]):
        with pytest.raises(SystemExit, match="Start one per queue"):
            celery.check_queues(Worker(*queues))
    for queue in ("celery", "clocks", "notices"):
        celery.check_queues(Worker(queue))
    settings.DEBUG = True
    with caplog.at_level("WARNING", "playpost.tasks"):
        celery.check_queues(Worker("celery", "clocks", "notices"))
    assert "Start one per queue" in caplog.text


def test_a_redis_that_wants_a_password_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def ping(self: redis.Redis) -> None:
        raise redis.AuthenticationError("HELLO must be called with the client already authenticated")

    monkeypatch.setattr(redis.Redis, "ping", ping)
    monkeypatch.setenv("REDIS_URL", "redis://cache")
    with pytest.raises(SystemExit, match=r"^The server at REDIS_URL wants a password, or another one\.$"):
        up.Command()._services()


@pytest.mark.django_db
def test_manuals_are_checked_again_after_a_change(tmp_path: Path) -> None:
    (tmp_path / "rulebook").mkdir()
    file = tmp_path / "rulebook" / "platform.md"
    file.write_text("Moves")
    first = up.state_of_rules(tmp_path)
    assert up.state_of_rules(tmp_path) == first
    file.write_text("Moves and clocks")
    second = up.state_of_rules(tmp_path)
    assert second != first
    Page.objects.filter(slug=GAME).delete()
    call_command("loadrules")
    assert up.state_of_rules(tmp_path) != second
