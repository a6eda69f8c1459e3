"""A development site that others can reach: only local visitors see debug pages."""

from typing import Any

import pytest
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

pytestmark = pytest.mark.django_db
SECRET = "ace of the hidden deck"
FRIEND = {"REMOTE_ADDR": "192.168.0.7"}
BY_TUNNEL = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}
GIVEN_AWAY = ("Traceback", "urlconf", "URLconf", "DEBUG", "settings", "File ", SECRET)


def breaks(request: HttpRequest) -> HttpResponse:
    raise ValueError(SECRET)


def finds_nothing(request: HttpRequest) -> HttpResponse:
    raise Http404(SECRET)


urlpatterns = [path("breaks/", breaks), path("nobody/", finds_nothing), path("", include("config.urls"))]


@pytest.fixture(autouse=True)
def debug() -> Any:
    with override_settings(DEBUG=True, ROOT_URLCONF="tests.test_debug_pages", ALLOWED_HOSTS=["testserver"]):
        yield


@pytest.mark.parametrize("whence", [FRIEND, BY_TUNNEL])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(("address", "status"), [("/nothing/", 404), ("/nobody/", 404), ("/breaks/", 500)])
def test_remote_visitors_never_see_a_debug_page(whence: dict[str, str], accept: str, address: str, status: int) -> None:
    answer = Client(raise_request_exception=False, **whence).get(address, HTTP_ACCEPT=accept)  # type: ignore[arg-type]
    body = answer.content.decode()
    assert answer.status_code == status
    assert not [word for word in GIVEN_AWAY if word in body] and settings.SECRET_KEY not in body
    if accept == "text/html":
        assert ("Page not found" if status == 404 else "Something went wrong") in body


def test_remote_visitors_with_a_wrong_host_see_our_400_page() -> None:
    answer = Client(raise_request_exception=False, **FRIEND).get("/", HTTP_HOST="evil.example")  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert "We couldn’t read that request" in answer.content.decode() and "ALLOWED_HOSTS" not in answer.content.decode()


def test_local_visitors_see_debug_pages() -> None:
    client = Client(raise_request_exception=False)
    ours = client.get("/nothing/").content.decode()
    assert "Page not found" in ours and 'href="?technical"' in ours and "URLconf" not in ours
    assert "URLconf" in client.get("/nothing/?technical").content.decode()
    theirs = Client(**FRIEND).get("/nothing/?technical").content.decode()  # type: ignore[arg-type]
    assert 'href="?technical"' not in theirs and "URLconf" not in theirs
    assert "test_debug_pages.py" in client.get("/breaks/").content.decode()


def test_a_missing_slash_is_still_added() -> None:
    assert Client(**FRIEND).get("/tables")["Location"] == "/tables/"  # type: ignore[arg-type]
