"""What a borrowed browser must not get: the pages that ask for the password again, and those that don’t."""

import time
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts import bots
from accounts.models import User
from tests.accounts.conftest import prove_it_is_me
from tests.fixtures import PASSWORD

pytestmark = pytest.mark.django_db

# Everything that outlasts the session, lets somebody else in, or gives away all data. Each asks within 15 minutes.
APP = {"name": "mine", "redirect_uri": "https://app.example.org/"}
TOKEN = {"name": "mine", "scopes": ["read", "play", "chat", "tables"], "days": 365}
WEBHOOK = {"kind": "json", "name": "ours", "events": "all", "url": "https://hooks.example.org/x"}
ASKS: list[tuple[str, dict[str, Any] | None]] = [  # what is sent; None: a GET
    ("/people/me/tokens/", TOKEN),
    ("/people/me/bots/{bot}/", TOKEN),
    ("/people/me/apps/", APP),
    ("/people/me/channels/webhook/", WEBHOOK),
    ("/people/me/export/", None),
    ("/people/me/delete/", {"username": "player"}),
    ("/accounts/email/", {"action_add": "", "email": "new@example.org"}),
    ("/accounts/2fa/totp/activate/", None),
    ("/accounts/2fa/recovery-codes/generate/", None),
    ("/accounts/2fa/webauthn/add/", None),
]
# Forms on these pages that need nothing recent, and why.
OTHERS = {
    "/people/me/settings/": "names and times, no access",
    "/people/me/mail/settings/": "what we email",
    "/people/me/mail/next/": "which email comes next",
    "/people/me/mail/resume/": "emails arrive again",
    "/people/me/save/": "guests have no password yet",
    "/people/me/bots/": "a bot has no token yet",
    "/people/me/devices/": "ends sessions",
    "/people/me/tokens/<int:token_id>/revoke/": "ends access",
    "/people/me/apps/<int:app_id>/revoke/": "ends access",
    "/people/me/apps/<int:app_id>/delete/": "ends access",
    "/people/me/bots/<int:bot_id>/rename/": "a name",
    "/people/me/bots/<int:bot_id>/delete/": "ends access",
    "/people/me/security/": "no form",
    "/people/me/mail/": "no form",
    "/people/me/channels/": "no form",
    "/people/me/channels/device/": "this very browser",
    "/people/me/channels/worker.js": "no form",
    "/people/me/channels/<int:channel_id>/test/": "a test",
    "/people/me/channels/<int:channel_id>/remove/": "ends access",
    "/people/me/channels/renew/": "ends access",
}


def send(client: Client, address: str, data: dict[str, Any] | None) -> Any:
    return client.get(address) if data is None else client.post(address, data)


@pytest.mark.parametrize(("address", "data"), ASKS)
def test_an_old_session_is_asked_for_the_password(client: Client, player: User, address: str, data: Any) -> None:
    address = address.format(bot=bots.create(owner=player, name="Clever").pk)
    client.force_login(player)
    told = send(client, address, data)
    assert told.status_code == 302 and told["Location"].startswith("/accounts/reauthenticate/"), told.content
    rows = player.api_tokens.count(), User.objects.filter(deleted_at=None).count()
    assert rows == (0, 2) and not player.channels.exists()
    again = client.post(told["Location"], {"password": PASSWORD}, follow=data is None)
    assert again.status_code in (200, 302) and "/reauthenticate/" not in again.headers.get("Location", "")


def test_a_form_goes_through_once_the_password_is_entered(client: Client, player: User) -> None:
    client.force_login(player)
    told = client.post("/people/me/tokens/", TOKEN)
    page = client.post(told["Location"], {"password": PASSWORD}).content.decode()
    assert "pp_" in page and player.api_tokens.get().scopes == TOKEN["scopes"]


def test_the_password_counts_for_15_minutes(client: Client, player: User, settings: Any, monkeypatch: Any) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    assert client.get("/people/me/export/").status_code == 200
    assert settings.ACCOUNT_REAUTHENTICATION_TIMEOUT == 15 * 60
    later = time.time() + 15 * 60 + 1
    monkeypatch.setattr("time.time", lambda: later)
    assert client.get("/people/me/export/").status_code == 302


def test_every_page_of_an_account_is_in_one_of_the_lists() -> None:
    def walk(entries: Any, before: str) -> Any:
        for entry in entries:
            where = before + str(entry.pattern)
            if isinstance(entry, URLResolver):
                yield from walk(entry.url_patterns, where)
            elif isinstance(entry, URLPattern) and where.startswith("/people/me/"):
                yield where

    asks = {address.replace("{bot}", "<int:bot_id>") for address, _ in ASKS}
    known = {where for where in asks | set(OTHERS) if where.startswith("/people/me/")}
    assert set(walk(get_resolver().url_patterns, "/")) == known
