"""Signing up, logging in, password resets, codes: through the real pages and emails."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import newest_code, newest_link, prove_it_is_me
from tests.fixtures import PASSWORD

pytestmark = pytest.mark.django_db
NEW = {
    "email": "Nora@Example.org",
    "username": "nora",
    "password1": "quiet brown letterbox",
    "time_zone": "America/Lima",
}


def sign_up(client: Client, **changes: str) -> Any:
    return client.post("/accounts/signup/", NEW | changes)


def test_sign_up_with_the_code_from_the_email(client: Client) -> None:
    assert sign_up(client).headers["Location"] == "/accounts/confirm-email/"
    assert not get_user(client).is_authenticated
    assert mail.outbox[0].to == ["nora@example.org"] and mail.outbox[0].alternatives
    assert mail.outbox[0].message()["Auto-Submitted"] == "auto-generated"
    answer = client.post("/accounts/confirm-email/", {"code": newest_code()})
    assert answer.headers["Location"] == "/"
    nora = User.objects.get(username="nora")
    assert get_user(client) == nora and nora.email == "nora@example.org"
    assert nora.time_zone == "America/Lima"
    assert EmailAddress.objects.get(user=nora).verified


def test_sign_up_asks_for_the_password_once_and_greets_by_name(client: Client) -> None:
    assert client.get("/accounts/signup/").content.decode().count('type="password"') == 1
    sign_up(client)
    answer = client.post("/accounts/confirm-email/", {"code": newest_code()}, follow=True)
    page = answer.content.decode()
    assert page.count("Welcome,") == 1 and "Your account is ready." in page and "is confirmed" not in page


def test_a_further_address_leads_back_to_the_addresses(client: Client, player: User) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    client.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    answer = client.post("/accounts/confirm-email/", {"code": newest_code()}, follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/email/"
    assert "second@example.org is confirmed." in answer.content.decode()


def test_a_mistyped_address_is_corrected_and_a_second_slip_is_told(client: Client) -> None:
    sign_up(client)
    refused = client.post("/accounts/confirm-email/", {"action": "change", "email": "nora@example"})
    assert "This isn’t an email address" in refused.content.decode()
    client.post("/accounts/confirm-email/", {"action": "change", "email": "nora@example.net"})
    assert mail.outbox[-1].to == ["nora@example.net"]
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    assert get_user(client).email == "nora@example.net"


def test_a_wrong_code_is_refused(client: Client) -> None:
    sign_up(client)
    answer = client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    assert "This code is wrong" in answer.content.decode()
    assert not get_user(client).is_authenticated


def test_three_wrong_codes_invalidate_the_right_one(client: Client) -> None:
    sign_up(client)
    code = newest_code()
    for _ in range(3):
        client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    client.post("/accounts/confirm-email/", {"code": code})
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_code_that_has_run_out_is_said_to_have(client: Client, settings: Any, method: str) -> None:
    sign_up(client)
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = -1
    answer = getattr(client, method)("/accounts/confirm-email/", {"code": newest_code()}, follow=True)
    page = answer.content.decode()
    assert "There is no code to enter any more: it works for 15 minutes. Log in, and we’ll send a new one." in page
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 900
    client.post("/accounts/login/", {"login": "nora", "password": NEW["password1"]})
    assert len(mail.outbox) == 2
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    assert get_user(client).username == "nora"


def test_a_mistyped_address_can_be_corrected(client: Client) -> None:
    sign_up(client, email="nroa@example.org")
    assert "Change the address" in client.get("/accounts/confirm-email/").content.decode()
    client.post("/accounts/confirm-email/", {"action": "change", "email": "nora@example.org"})
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    assert get_user(client).email == "nora@example.org"


def test_a_new_code_can_be_requested(client: Client) -> None:
    sign_up(client)
    client.post("/accounts/confirm-email/", {"action": "resend"})
    assert len(mail.outbox) == 2
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    assert get_user(client).is_authenticated


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "x" * 60, "../../etc/passwd"])
def test_an_unknown_time_zone_does_not_prevent_sign_up(client: Client, zone: str) -> None:
    sign_up(client, time_zone=zone)
    assert User.objects.get(username="nora").time_zone == "UTC"


@pytest.mark.parametrize(
    ("username", "sentence"),
    [
        ("no\x07ra", "control characters"),
        ("no ra", "a to z, digits"),
        ("x", "at least 2"),
        ("me", "reserved"),
        ("deleted-7", "reserved"),
        ("PLAYER", "This name is taken"),
    ],
)
def test_invalid_names_are_refused(client: Client, player: User, username: str, sentence: str) -> None:
    answer = sign_up(client, username=username)
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1 and mail.outbox == []


def test_errors_are_linked_to_their_fields(client: Client) -> None:
    page = sign_up(client, username="me").content.decode()
    field = re.search(r'<input[^>]*name="username"[^>]*>', page)
    assert field and 'aria-invalid="true"' in field[0]
    described = re.search(r'aria-describedby="([^"]+)"', field[0])
    assert described and any(f'id="{name}"' in page for name in described[1].split())


def test_sign_up_does_not_reveal_known_addresses(client: Client, player: User) -> None:
    answer = sign_up(client, email="PLAYER@example.org")
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert mail.outbox[0].subject == "You already have a Playpost account"
    assert User.objects.count() == 1


def test_only_one_of_two_simultaneous_sign_ups_succeeds(
    client: Client, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.login.adapter.Adapter.clean_username", lambda self, name, shallow=False: name)
    answer = sign_up(client, username="player")
    assert answer.headers["Location"] == "/accounts/signup/"
    assert "just took this name" in client.get("/accounts/signup/").content.decode()
    assert User.objects.count() == 1 and not EmailAddress.objects.filter(email="nora@example.org").exists()


def test_login_needs_a_confirmed_address(client: Client) -> None:
    sign_up(client)
    other = Client()
    other.post("/accounts/login/", {"login": "nora", "password": NEW["password1"]})
    assert not get_user(other).is_authenticated


@pytest.mark.parametrize("login", ["player", "PLAYER", "player@example.org", "Player@Example.org"])
def test_log_in_with_name_or_address(client: Client, player: User, login: str) -> None:
    answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert answer.headers["Location"] == "/" and get_user(client) == player


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD.upper()])
def test_a_wrong_password_is_refused(client: Client, player: User, password: str) -> None:
    client.post("/accounts/login/", {"login": "player", "password": password})
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/people/me/settings/", "/people/me/settings/"),
        ("https://evil.example/", "/"),
        ("http://127.0.0.1/people/", "/"),  # another of ALLOWED_HOSTS
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/\\evil.example", "/"),
    ],
)
def test_next_redirects_only_within_the_site(client: Client, player: User, wanted: str, reached: str) -> None:
    answer = client.post("/accounts/login/", {"login": "player", "password": PASSWORD, "next": wanted})
    assert answer.headers["Location"] == reached


def test_bots_and_deleted_accounts_cannot_log_in(client: Client, player: User) -> None:
    bot = User.objects.create_bot("house-bot-1")
    bot.set_password(PASSWORD)
    bot.save()
    User.objects.filter(pk=player.pk).update(deleted_at="2026-01-01T00:00Z")
    for name in ("house-bot-1", "player"):
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert not get_user(client).is_authenticated


def test_logging_out_needs_a_post(client: Client, player: User) -> None:
    client.force_login(player)
    assert "Log out?" in client.get("/accounts/logout/").content.decode()
    assert get_user(client).is_authenticated
    client.post("/accounts/logout/")
    assert not get_user(client).is_authenticated


def test_a_forgotten_password_is_reset_by_link(client: Client, player: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(player)
    client.post("/accounts/password/reset/", {"email": "player@example.org"})
    link = newest_link()
    form_path = client.get(link).headers["Location"]
    assert client.get(form_path).content.decode().count('type="password"') == 1, "asked once, as at sign-up"
    new = {"password1": "other grey envelopes"}
    assert client.post(form_path, new).status_code == 302
    assert get_user(client) == player, "the new password logs in"
    assert not get_user(elsewhere).is_authenticated
    assert "no longer works" in Client().get(link).content.decode()


def test_a_reset_does_not_reveal_unknown_addresses(client: Client, player: User) -> None:
    pages = []
    for address in ("player@example.org", "nobody@example.org"):
        answer = client.post("/accounts/password/reset/", {"email": address}, follow=True)
        page = answer.content.decode()
        pages.append((answer.redirect_chain, page[page.index("<main") : page.index("</main")]))
    assert pages[0] == pages[1]
    assert mail.outbox[1].subject == "No Playpost account with this address"


def test_changing_the_password_ends_other_sessions_and_sends_an_email(client: Client, player: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(player)
    client.force_login(player)
    new = {"oldpassword": PASSWORD, "password1": "other grey envelopes"}
    client.post("/accounts/password/change/", new)
    assert get_user(client).is_authenticated and not get_user(elsewhere).is_authenticated
    assert mail.outbox[-1].subject == "Your Playpost password has changed"
    assert "/accounts/password/reset/" in mail.outbox[-1].body


def test_a_second_address_can_become_the_main_one(client: Client, player: User) -> None:
    client.force_login(player)
    add = {"action_add": "", "email": "p2@example.org"}
    assert "/accounts/reauthenticate/" in client.post("/accounts/email/", add).headers["Location"]
    prove_it_is_me(client, PASSWORD)
    client.post("/accounts/email/", add)
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    client.post("/accounts/email/", {"action_primary": "", "email": "p2@example.org"})
    player.refresh_from_db()
    assert player.email == "p2@example.org"


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def test_one_time_codes_are_required_once_switched_on(client: Client, player: User) -> None:
    client.force_login(player)
    assert "/accounts/reauthenticate/" in client.get("/accounts/2fa/totp/activate/").headers["Location"]
    prove_it_is_me(client, PASSWORD)
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page)
    assert secret
    client.post("/accounts/2fa/totp/activate/", {"code": code_for(secret[1])})
    codes = client.get("/accounts/2fa/recovery-codes/").content.decode()
    recovery = re.search(r"\n?(\d{8})\n", codes)
    assert Authenticator.objects.filter(user=player).count() == 2 and recovery
    other = Client()
    answer = other.post("/accounts/login/", {"login": "player", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert "Enter a code" in other.get("/accounts/2fa/authenticate/").content.decode()
    other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert not get_user(other).is_authenticated
    other.post("/accounts/2fa/authenticate/", {"code": recovery[1]})
    assert get_user(other) == player


def with_totp(user: User) -> None:
    TOTP.activate(user, generate_totp_secret())


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/2fa/",
        "/accounts/2fa/webauthn/",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/reauthenticate/",
        "/accounts/2fa/reauthenticate/",
        "/accounts/logout/",
    ],
)
def test_every_account_page_uses_our_layout(client: Client, player: User, path: str) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    with_totp(player)
    page = client.get(path).content.decode()
    assert 'class="masthead"' in page and "style=" not in page and "onclick" not in page
    assert "<title>" in page and page.count("<h1>") == 1


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/done/",
        "/accounts/password/reset/key/1-x/",
        "/accounts/inactive/",
    ],
)
def test_every_login_page_uses_our_layout(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert 'class="masthead"' in page and "style=" not in page and page.count("<h1>") == 1


def test_the_login_page_supports_passkeys_and_autofill(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "Log in with a passkey" in page and "/accounts/2fa/webauthn/login/" in page
    assert 'autocomplete="username webauthn"' in page and 'autocomplete="current-password"' in page
    assert client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"}).json()["request_options"]


def test_the_sign_up_page_reads_the_browsers_time_zone(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert re.search(r'<input type="hidden" name="time_zone"', page)
    assert page.count('autocomplete="new-password"') == 1


def test_passwords_are_hashed_with_argon2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.login.passwords.SmallArgon2"]
    person = User(username="ann")
    person.set_password("quiet brown letterbox")
    assert person.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert person.check_password("quiet brown letterbox")
