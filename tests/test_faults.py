"""Error pages and logs: they show where an error happened, but no match data."""

import io
import logging
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from config import error_reporting, logs
from games.kernel.errors import RunawayStep
from games.mail import links
from games.mail.links import Ticket
from games.matches.loaded import load_match
from games.titles import folder
from games.views.from_email import links as email_links
from tests.games.conftest import open_of, user_of
from tests.test_security import begin

pytestmark = pytest.mark.django_db
HEAVY = "x" * (settings.MAX_BODY + 1)
SECRET = "ace of the hidden deck"


@pytest.fixture
def match(owner: Any, player: Any, staff: Any) -> Any:
    return begin((owner, player, staff))


def breaks(request: HttpRequest) -> HttpResponse:
    """A view that fails with a secret in a local variable."""
    hand = {SECRET: 1}
    raise ValueError(f"broken with {len(hand)} card") from KeyError("cause")


urlpatterns = [path("breaks/", breaks), path("", include("config.urls"))]
with_breaking_page = override_settings(ROOT_URLCONF="tests.test_faults")


@pytest.fixture
def written() -> Iterator[Callable[[], str]]:
    """Everything that our log handler writes."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_ours())
    logging.getLogger().addHandler(handler)
    yield stream.getvalue
    logging.getLogger().removeHandler(handler)


def _ours() -> logging.Formatter:
    return logs.PlainFormatter(settings.LOGGING["formatters"]["text"]["format"])


def test_all_handlers_use_our_formatter() -> None:
    assert settings.LOGGING["formatters"]["text"]["()"] == "config.logs.PlainFormatter"
    assert issubclass(logs.JsonFormatter, error_reporting.LineFormatter)
    assert logging.getLogger("django").handlers == []


@with_breaking_page
@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_error_pages_show_no_values(owner: Any, written: Callable[[], str], debug: bool, accept: str) -> None:
    client = Client(raise_request_exception=False, headers={"accept": accept})
    client.force_login(owner)
    with override_settings(DEBUG=debug):
        answer = client.get("/breaks/", {"q": SECRET})
    assert answer.status_code == 500
    body = answer.content.decode()
    assert SECRET not in body and settings.SECRET_KEY not in body and "sessionid" not in body
    assert ("broken with 1 card" in body and "KeyError" in body and "test_faults.py" in body) == debug
    assert "ValueError: broken with 1 card" in written()


def test_an_error_in_the_rules_shows_no_message(match: Any, written: Callable[[], str], monkeypatch: Any) -> None:
    """If rules raise KeyError(17) for a card, not even the message is shown."""
    loaded = load_match(match.pk)
    rules = folder(loaded.slug) / "state.py"
    code = compile("def fails(*_):\n    return {}[SECRET]\n", str(rules), "exec")
    names: dict[str, Any] = {"SECRET": SECRET}
    exec(code, names)
    monkeypatch.setattr(type(loaded.game.rules.by_name[loaded.at_table().step]), "ask", names["fails"])
    client = Client(raise_request_exception=False)
    client.force_login(user_of(loaded, 0))
    for debug in (True, False):
        with override_settings(DEBUG=debug):
            body = client.get(f"/match/{match.pk}/").content.decode()
            assert SECRET not in body and ("KeyError (message withheld)" in body) == debug
    assert SECRET not in written() and "KeyError (message withheld)" in written()


def test_exceptions_are_described_without_match_data() -> None:
    assert error_reporting.describe(ValueError("plain")) == "ValueError: plain"
    assert error_reporting.describe(ValueError()) == "ValueError (message withheld)"
    assert error_reporting.describe(RunawayStep("lay")).startswith("RunawayStep")


def test_a_database_error_does_not_quote_the_row(owner: Any, match: Any) -> None:
    from django.db import IntegrityError, transaction

    with pytest.raises(IntegrityError) as failed, transaction.atomic():
        type(match).objects.filter(pk=match.pk).update(position=None)
    assert match.token in str(failed.value), "the database does quote the row"
    assert match.token not in error_reporting.format_traceback(failed.value)
    assert "null value in column" in error_reporting.format_traceback(failed.value)


def test_signed_urls_are_not_logged(
    owner: Any, match: Any, written: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = open_of(load_match(match.pk))
    ticket = links.link(Ticket(match.pk, asked.decision.seat, owner.pk, "0", asked.id))
    token = urlsplit(ticket).path.split("/")[2]
    monkeypatch.setattr(email_links, "load_match", breaks)
    Client(raise_request_exception=False).post(f"/email/{token}/", {"verb": "fly"})
    Client().get(f"/email/{token}x/")
    Client().get("/people/mail/stop/12-3.abcdef/")
    logging.getLogger("celery").error("failed: /accounts/password/reset/key/1-abc-def/ and more")
    log = written()
    assert "/email/…/" in log and token not in log
    assert "abcdef" not in log and "1-abc-def" not in log and "reset/key/…/ and more" in log


def test_a_failed_task_is_logged_without_values(written: Callable[[], str]) -> None:
    logger = logging.getLogger("celery.app.trace")
    try:
        raise psycopg_error()
    except Exception as error:
        facts = {
            "id": "1",
            "name": "games.tasks.run_bots",
            "exc": repr(error),
            "description": "raised",
            "traceback": "",
        }
        logger.error("Task %(name)s[%(id)s] %(description)s: %(exc)s\n%(traceback)s", facts, exc_info=True)
    assert SECRET not in written() and "Task games.tasks.run_bots[1] raised: NotNullViolation" in written()


def psycopg_error() -> Exception:
    import psycopg.errors

    return psycopg.errors.NotNullViolation(f"null value\nDETAIL: Failing row contains ({SECRET}).")


def test_workers_keep_our_logging_configuration() -> None:
    from celery.signals import setup_logging

    from config.celery import keep_our_logging

    assert keep_our_logging in [receiver() for _, receiver in setup_logging.receivers]


@with_breaking_page
def test_error_pages_have_the_strict_policy(owner: Any) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    for debug in (True, False):
        with override_settings(DEBUG=debug):
            answers = [client.get("/breaks/"), client.post("/match/1/play/", {"x": HEAVY}), client.get("/nothing/")]
            assert [answer.status_code for answer in answers] == [500, 413, 404]
            assert all("script-src 'self' 'nonce-" in answer["Content-Security-Policy"] for answer in answers)
