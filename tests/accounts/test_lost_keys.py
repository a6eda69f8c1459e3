"""The ways back for somebody who has lost the only passkey, walked through."""

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import newest_link
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db
NEW = "another quiet letterbox"


@pytest.fixture(autouse=True)
def local_post(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def give_key(user: User) -> None:
    data = {"name": "Old phone", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}}
    Authenticator.objects.create(user=user, type="webauthn", data=data)


def is_in(client: Client) -> bool:
    return client.get("/people/me/settings/").status_code == 200


def test_without_a_password_an_email_is_the_way_back(client: Client, player: User) -> None:
    give_key(player)
    player.set_unusable_password()
    player.save()
    assert client.post("/accounts/password/reset/", {"email": player.email}).status_code == 302
    page = client.get(newest_link(), follow=True)
    fields = {name: NEW for name in page.context["form"].fields if name.startswith("password")}
    client.post(page.redirect_chain[-1][0], fields)
    assert not Authenticator.objects.filter(user=player).exists()
    assert any("was removed" in one.subject for one in mail.outbox)
    fresh = Client()
    fresh.post("/accounts/login/", {"login": "player", "password": NEW})
    assert is_in(fresh)


def test_with_a_password_a_recovery_code_is_the_way_back(client: Client, player: User) -> None:
    give_key(player)
    code = RecoveryCodes.activate(player).get_unused_codes()[0]
    told = client.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert told["Location"].startswith("/accounts/2fa/authenticate/") and not is_in(client)
    client.post(told["Location"], {"code": code})
    assert is_in(client)
    lost = Authenticator.objects.get(user=player, type="webauthn")
    fresh = browser_of(player)
    fresh.post(f"/accounts/2fa/webauthn/keys/{lost.pk}/remove/")
    assert not Authenticator.objects.filter(pk=lost.pk).exists()


def test_a_reset_password_does_not_open_an_account_with_a_second_factor(client: Client, player: User) -> None:
    give_key(player)
    client.post("/accounts/password/reset/", {"email": player.email})
    page = client.get(newest_link(), follow=True)
    fields = {name: NEW for name in page.context["form"].fields if name.startswith("password")}
    client.post(page.redirect_chain[-1][0], fields)
    assert Authenticator.objects.filter(user=player).count() == 1 and not is_in(client)


def test_the_host_is_the_last_way_back(client: Client, player: User) -> None:
    give_key(player)
    thief = browser_of(player)
    call_command("lostkey", "Player", stdout=(said := StringIO()))
    assert "can log in with the password alone" in said.getvalue()
    assert not Authenticator.objects.filter(user=player).exists() and not is_in(thief)
    client.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert is_in(client)
    with pytest.raises(CommandError):
        call_command("lostkey", "nobody")


def test_the_host_reads_how_somebody_without_a_password_gets_in(player: User, caplog: Any) -> None:
    player.set_unusable_password()
    player.save()
    with caplog.at_level("INFO", "playpost.security"):
        call_command("lostkey", "player", stdout=(said := StringIO()))
    assert "can set a password by email and log in" in said.getvalue()
    assert f"User {player.pk} has lost the second factors" in caplog.text
