"""Third-party apps: consent, tokens, scopes, revocation. Only PKCE with S256."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts import oauth, tokens
from accounts.models import User
from accounts.services import delete_account
from tests.fixtures import make_person
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db
BACK = "https://app.example.org/back"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def app(stranger: Any) -> Any:
    return oauth.register(owner=stranger, name="Notifier", redirect_uri=BACK)


def query(app: Any, **more: Any) -> dict[str, Any]:
    asked = {"response_type": "code", "client_id": app.client_id, "redirect_uri": BACK, "scope": "read", "state": "s"}
    return asked | {"code_challenge": CHALLENGE, "code_challenge_method": "S256"} | more


def code_for(user: User, app: Any, **more: Any) -> str:
    answer = browser_of(user).post("/oauth/authorize/", query(app, **more) | {"allow": "yes"})
    assert answer.status_code == 302 and answer["Location"].startswith(BACK), answer.content.decode()
    told = parse_qs(urlsplit(answer["Location"]).query)
    assert told["state"] == ["s"]
    return told["code"][0]


def change(app: Any, **more: Any) -> Any:
    facts = {"client_id": app.client_id, "redirect_uri": BACK, "grant_type": "authorization_code"}
    return Client().post("/oauth/token/", facts | more)


def token_for(user: User, app: Any, **more: Any) -> dict[str, Any]:
    answer = change(app, code=code_for(user, app, **more), code_verifier=VERIFIER)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def me(key: str) -> int:
    return Client(headers={"Authorization": f"Bearer {key}"}).get("/api/v1/me/").status_code


def test_an_app_is_limited_to_its_scopes(owner: Any, app: Any) -> None:
    page = browser_of(owner).get("/oauth/authorize/", query(app))
    words = page.content.decode()
    assert "Let Notifier act for you?" in words and tokens.SCOPES["read"] in words and "owner" in words
    assert tokens.SCOPES["play"] not in words
    policy = page["Content-Security-Policy"]
    assert "form-action 'self' https://app.example.org;" in policy and "frame-ancestors 'none'" in policy
    given = token_for(owner, app)
    client = Client(headers={"Authorization": f"Bearer {given['access_token']}"})
    assert client.get("/api/v1/me/").json()["name"] == "owner"
    assert client.post("/api/v1/tables/", "{}", content_type="application/json").status_code == 403
    assert not AccessToken.objects.exclude(token="").exists() and not RefreshToken.objects.exclude(token="").exists()


def test_a_refresh_token_works_once(owner: Any, app: Any) -> None:
    first = token_for(owner, app)
    facts = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = change(app, **facts).json()
    assert me(second["access_token"]) == 200 and me(first["access_token"]) == 401
    assert change(app, **facts).status_code == 400
    assert me(second["access_token"]) == 401, "a token used twice was stolen: all that follow from it end"


@pytest.mark.parametrize(
    "odd",
    [
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge": "x" * 129},
        {"response_type": "token"},
        {"redirect_uri": "https://evil.example.org/"},
        {"client_id": "nobody"},
        {"scope": "read everything"},
    ],
)
def test_invalid_requests_get_no_code(owner: Any, app: Any, odd: dict[str, str]) -> None:
    for answer in (
        browser_of(owner).get("/oauth/authorize/", query(app, **odd)),
        browser_of(owner).post("/oauth/authorize/", query(app, **odd) | {"allow": "yes"}),
    ):
        assert "code=" not in answer.get("Location", "") and "evil" not in answer.get("Location", "")
        assert answer.status_code in (200, 302, 400)
        assert "Save my games" not in answer.content.decode(), "they have an account"
    assert not AccessToken.objects.exists()


def test_a_code_works_once_and_only_with_its_app_and_verifier(owner: Any, player: Any, app: Any) -> None:
    other = oauth.register(owner=player, name="Other", redirect_uri=BACK)
    code = code_for(owner, app)
    assert change(other, code=code, code_verifier=VERIFIER).status_code in (400, 401)
    code = code_for(owner, app)
    assert change(app, code=code, code_verifier="w" * 64).status_code == 400
    code = code_for(owner, app)
    assert change(app, code=code, code_verifier=VERIFIER).status_code == 200
    assert change(app, code=code, code_verifier=VERIFIER).status_code == 400
    assert change(app, grant_type="password", username="owner", password="x").status_code == 400


def test_a_replayed_code_ends_what_its_first_use_gave(owner: Any, player: Any, app: Any) -> None:
    other = token_for(player, app)["access_token"]
    code = code_for(owner, app)
    given = change(app, code=code, code_verifier=VERIFIER).json()
    assert me(given["access_token"]) == 200
    assert change(app, code=code, code_verifier=VERIFIER).status_code == 400
    assert me(given["access_token"]) == 401 and me(other) == 200
    assert change(app, grant_type="refresh_token", refresh_token=given["refresh_token"]).status_code == 400


def test_declining_is_reported_and_anonymous_users_must_log_in(owner: Any, app: Any) -> None:
    answer = browser_of(owner).post("/oauth/authorize/", query(app))
    assert "error=access_denied" in answer["Location"]
    assert Client().get("/oauth/authorize/", query(app))["Location"].startswith("/accounts/login/")
    guest = User.objects.create_guest()
    assert browser_of(guest).post("/oauth/authorize/", query(app) | {"allow": "yes"}).status_code == 403
    page = browser_of(guest).get("/oauth/authorize/", query(app)).content.decode()
    assert "/people/me/save/?next=/oauth/authorize/%3F" in page, "the app is not forgotten"


def test_access_ends_with_revocation_password_app_or_account(owner: Any, stranger: Any, app: Any) -> None:
    browser = browser_of(owner)
    key = token_for(owner, app)["access_token"]
    assert "Notifier" in browser.get("/people/me/apps/").content.decode()
    browser_of(make_person("other")).post(f"/people/me/apps/{app.pk}/revoke/")
    assert me(key) == 200
    browser.post(f"/people/me/apps/{app.pk}/revoke/")
    assert me(key) == 401
    given = token_for(owner, app)
    owner.set_password("another one for today")
    owner.save()
    refresh = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"]}
    assert me(given["access_token"]) == 401 and change(app, **refresh).status_code == 400
    key = token_for(owner, app)["access_token"]
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert me(key) == 401
    User.objects.filter(pk=owner.pk).update(is_active=True)
    assert me(key) == 200
    delete_account(user=stranger)
    assert me(key) == 401 and not Application.objects.exists()


def test_apps_can_be_registered_and_deleted(owner: Any, player: Any) -> None:
    browser = browser_of(owner)
    facts = {"name": "Mine", "redirect_uri": "http://127.0.0.1:8080/back"}
    assert browser.post("/people/me/apps/", facts).status_code == 302
    mine = Application.objects.get()
    assert mine.client_type == "public" and mine.client_id in browser.get("/people/me/apps/").content.decode()
    for address in (
        *("http://example.org/", "javascript:alert(1)", "https://", "data:x", "https://a.example/#x", "x"),
        *("http://localhost:99999/", "https://a.example:0/", "https://[::1", "https://me:word@a.example/"),
        *("https://a.example/ https://b.example/", "http://localhost:/x http://localhost:1/", "https://a.example:x/"),
    ):
        answer = browser.post("/people/me/apps/", facts | {"redirect_uri": address})
        assert answer.status_code == 422 and 'role="alert" tabindex="-1" autofocus' in answer.content.decode(), address
    browser_of(player).post(f"/people/me/apps/{mine.pk}/delete/")
    assert Application.objects.count() == 1
    browser.post(f"/people/me/apps/{mine.pk}/delete/")
    assert not Application.objects.exists()
    for number in range(oauth.MOST_APPS):
        oauth.register(owner=owner, name=f"{number}", redirect_uri=BACK)
    with pytest.raises(ValidationError):
        oauth.register(owner=owner, name="one more", redirect_uri=BACK)


def test_an_odd_redirect_address_gets_no_error_page_of_ours(owner: Any, app: Any) -> None:
    browser = browser_of(owner)
    for uri in ("http://localhost:99999/", "https://[::1", "https://a.example:x/"):
        Application.objects.filter(pk=app.pk).update(redirect_uris=uri)
        for ask in (browser.get, browser.post):
            answer = ask("/oauth/authorize/", query(app, redirect_uri=uri) | {"allow": "yes"})
            assert answer.status_code == 400, uri


def test_a_nul_character_is_refused_everywhere(owner: Any, app: Any) -> None:
    browser, odd = browser_of(owner), query(app, client_id="\0")
    assert browser.get("/oauth/authorize/", odd).status_code == 400
    assert browser.post("/oauth/authorize/", odd).status_code == 400
    assert change(app, client_id="\0").status_code == 400
    assert browser.get("/people/", {"q": "\0"}).status_code == 400 and browser.get("/people/%00/").status_code == 400


@pytest.mark.parametrize(
    "page", ["applications/", "applications/register/", "authorized_tokens/", "introspect/", "device/"]
)
def test_the_librarys_other_pages_are_not_exposed(staff: Any, page: str) -> None:
    assert browser_of(staff).get(f"/oauth/{page}").status_code == 404


def test_stream_access_ends_with_the_token(owner: Any, app: Any) -> None:
    access = tokens.find(token_for(owner, app)["access_token"])
    assert access and tokens.still_valid([access.id, "own-1"]) == {access.id}
    oauth.revoke(user=owner)
    assert tokens.still_valid([access.id]) == set()
