"""A person hears of each new way into the account."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import oauth
from accounts.models import User
from tests.accounts.test_oauth import BACK, code_for
from tests.fixtures import PASSWORD, empty_cache
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def local_post(settings: Any) -> None:
    empty_cache()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def news() -> list[str]:
    found = [f"{one.to[0]}: {one.body.splitlines()[0]}" for one in mail.outbox]
    mail.outbox.clear()
    return found


def log_in(agent: str, network: str = "192.0.2.1") -> Client:
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=network)
    assert client.post("/accounts/login/", {"login": "player", "password": PASSWORD}).status_code == 302
    return client


def test_a_device_that_was_never_here_is_told(player: User) -> None:
    log_in(LAPTOP)
    assert news() == [], "the first hour of an account"
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    phone = log_in(PHONE)
    (told,) = news()
    assert told.startswith("player@example.org: Somebody logged in to your account with Safari on iPhone")
    log_in(LAPTOP, "198.51.100.7")
    assert news() == [], "this browser is logged in elsewhere"
    phone.post("/accounts/logout/")
    log_in(PHONE)
    assert news() == [], "it was here before"
    log_in(PHONE.replace("iPhone", "iPad"))
    assert len(news()) == 1


def test_a_token_and_an_app_are_told(player: User, stranger: User) -> None:
    facts = {"name": "mine", "scopes": ["read", "play"], "days": 30}
    assert browser_of(player).post("/people/me/tokens/", facts).status_code == 200
    assert news() == ["player@example.org: A new API token, “mine”, can act for you: read, play."]
    browser_of(stranger).post("/people/me/apps/", {"name": "Notifier", "redirect_uri": BACK})
    assert news() == ["stranger@example.org: The app “Notifier” was registered by your account."]
    code_for(player, oauth.apps_of(stranger).get())
    assert news() == ["player@example.org: The app “Notifier” can now act for you: read."]
