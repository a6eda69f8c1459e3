"""The tokens of forms: Django's own check takes them, and none is like another."""

from collections import Counter

import pytest
from django.http import HttpRequest
from django.middleware import csrf
from django.test import Client, RequestFactory

from accounts.models import User
from config.form_tokens import form_token

SECRET = "0aZ9" * 8


def _request(secret: str | None) -> HttpRequest:
    request = RequestFactory().get("/")
    if secret is not None:
        request.META["CSRF_COOKIE"] = secret
    return request


def test_django_reads_the_secret_from_each_token() -> None:
    tokens = {form_token(_request(SECRET)) for _ in range(50)}
    assert len(tokens) == 50
    assert {csrf._does_token_match(token, SECRET) for token in tokens} == {True}
    assert {len(token) for token in tokens} == {csrf.CSRF_TOKEN_LENGTH}


def test_each_character_of_the_mask_is_equally_likely() -> None:
    request = _request(SECRET)
    masks = "".join(form_token(request)[: csrf.CSRF_SECRET_LENGTH] for _ in range(12_000))
    counts = Counter(masks)
    assert set(counts) == set(csrf.CSRF_ALLOWED_CHARS)
    assert max(counts.values()) < 1.15 * min(counts.values())


def test_a_browser_without_a_cookie_gets_one() -> None:
    request = _request(None)
    token = form_token(request)
    assert csrf._does_token_match(token, request.META["CSRF_COOKIE"])
    assert request.META["CSRF_COOKIE_NEEDS_UPDATE"]


@pytest.mark.django_db
def test_a_form_is_taken_with_the_token_of_its_page_and_no_other() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create(username="ada", email="ada@x.org"))
    page = client.get("/me/settings/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert client.post("/accounts/logout/", {"csrfmiddlewaretoken": token[::-1]}).status_code == 403
    assert client.post("/accounts/logout/", {"csrfmiddlewaretoken": token}).status_code == 302
