"""Account security: common passwords, encrypted second factors, key rotation, the security log."""

import base64
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.fixtures import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "login",
    ["player", "nobody", "player@example.org", "nobody@example.org", "PLAYER@example.org", "asleep@example.org"],
)
def test_a_refused_login_takes_the_same_work_for_known_and_unknown_names(
    player: User, login: str, monkeypatch: Any
) -> None:
    """Otherwise the response time would reveal who has an account."""
    User.objects.create_user("asleep", "asleep@example.org", PASSWORD, is_active=False)
    hashes: list[str] = []
    honest = MD5PasswordHasher.encode

    def count(self: Any, password: str, salt: str) -> str:
        hashes.append(password)
        return honest(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    with CaptureQueriesContext(connection) as queries:
        answer = Client().post("/accounts/login/", {"login": login, "password": "a wrong one"})
    assert answer.status_code == 200 and len(hashes) == 1
    assert len(queries) <= 12


def test_names_and_addresses_find_the_same_account(player: User) -> None:
    for login in ("player", "Player", "player@example.org", "PLAYER@Example.org"):
        client = Client()
        client.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(player.pk), login


@pytest.mark.parametrize(
    "password",
    [
        *("password", "Password123", "p4ssw0rd!", "!!dragon2024", "monkeymonkey", "drowssap", "playpost2026"),
        *("aaaaaaaabbb", "qwertyuiop", "abcdefghijk", "1234567890", "sunshine!1", "letmein99"),
    ],
)
def test_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(ValidationError, match="very common"):
        validate_password(password)


@pytest.mark.parametrize(
    "password", [PASSWORD, "quiet brown letterbox", "x7!kRw2pQz", "correct horse battery", "dragonfly pond 7"]
)
def test_other_passwords_are_accepted(password: str) -> None:
    validate_password(password)


def test_second_factors_are_encrypted_and_survive_key_rotation(player: User, settings: Any) -> None:
    secret = generate_totp_secret()
    totp = TOTP.activate(player, secret)
    codes = RecoveryCodes.activate(player).get_unused_codes()
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored and base64.b32decode(secret).hex() not in stored
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key, as long and as random as the first one"
    assert not TOTP(totp.instance).validate_code(code_of(secret)), "without the old key no code fits"
    settings.SECRET_KEY_FALLBACKS = [old]
    again = TOTP(Authenticator.objects.get(pk=totp.instance.pk))
    assert again.validate_code(code_of(secret))
    recovery = Authenticator.objects.get(user=player, type="recovery_codes")
    assert RecoveryCodes(recovery).get_unused_codes() == codes


def code_of(secret: str) -> str:
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_links_and_reply_addresses_survive_key_rotation(player: User, settings: Any) -> None:
    from accounts.mail import inbound, outbox, unsubscribe
    from accounts.notices import push

    row = outbox.queue(kind="turn", key="k1", user=player, data={})
    assert row is not None
    settings.REPLY_ADDRESS, settings.HAS_VERP = "reply@in.example.org", True
    address, mark, key = inbound.address_for(row), player.link_mark, push.public_key()
    scope, bounces_to = unsubscribe.Scope(player.pk), inbound.bounce_address(row)
    stop = inbound.stop_address(scope)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key, as long and as random as the first one"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert inbound.emails_of(address) and player.link_mark == mark and push.public_key() == key
    assert inbound.stopped_by(stop) == scope and inbound.bounced_by(bounces_to) == row
    settings.SECRET_KEY_FALLBACKS = []
    assert not inbound.emails_of(address) and not inbound.stopped_by(stop) and not inbound.bounced_by(bounces_to)


def test_the_security_log_has_ids_only(player: User, caplog: Any) -> None:
    client = Client()
    with caplog.at_level("INFO", "playpost.security"):
        client.post("/accounts/login/", {"login": "player", "password": "wrong"})
        client.post("/accounts/login/", {"login": "nobody@example.org", "password": "wrong"})
        client.post("/accounts/login/", {"login": "player", "password": PASSWORD})
        change = {"oldpassword": PASSWORD, "password1": "quiet brown letterbox"}
        client.post("/accounts/password/change/", change)
        client.post("/accounts/logout/")
    assert [record.getMessage() for record in caplog.records] == [
        f"Failed log-in: user {player.pk}.",
        "Failed log-in: no such account.",
        f"User {player.pk} has logged in.",
        f"User {player.pk} has changed the password.",
        f"User {player.pk} has logged out.",
    ]


def test_pages_disable_unused_browser_features(client: Client) -> None:
    policy = client.get("/").headers["Permissions-Policy"]
    assert "camera=()" in policy and "microphone=()" in policy and "geolocation=()" in policy
