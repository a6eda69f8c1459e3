"""The middleware: the person's time zone, and when they were last seen."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.login import middleware
from accounts.login.session_store import SessionStore
from accounts.models import DeviceSession, User
from config import marks
from games.table.local_times import at_words
from tests.fixtures import make_person

pytestmark = pytest.mark.django_db


def request_of(user: Any, has_cookie: bool = True) -> HttpRequest:
    request = HttpRequest()
    request.user = request._cached_user = user  # as after the first look at it
    request.session = SessionStore()
    if has_cookie:
        request.COOKIES["sessionid"] = "x"
    return request


def zone_now(request: HttpRequest) -> HttpResponse:
    return HttpResponse(timezone.get_current_timezone_name())


def test_requests_run_in_the_persons_time_zone(player: User) -> None:
    player.time_zone, player.last_seen_at = "Asia/Tokyo", timezone.now()
    assert middleware.person(zone_now)(request_of(player)).content == b"Asia/Tokyo"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("zone", "on_page", "in_email"),
    [
        ("Asia/Tokyo", "31 Jan 2026, 18:05</time>", "Sat 31 Jan, 18:05"),
        ("UTC", "31 Jan 2026, 09:05 UTC</time>", "Sat 31 Jan, 09:05 UTC"),  # nobody has told us another
    ],
)
def test_times_in_utc_say_so(zone: str, on_page: str, in_email: str) -> None:
    at = datetime(2026, 1, 31, 9, 5, tzinfo=UTC)
    with timezone.override(zone):
        page = marks.moment_for(True, at)
    assert page.endswith(on_page) and ("data-local" in page) == (zone == "UTC")
    assert at_words(at, zone) == in_email


@pytest.mark.parametrize("has_cookie", [True, False])
def test_anonymous_visitors_see_utc(has_cookie: bool) -> None:
    request = request_of(AnonymousUser(), has_cookie)
    assert middleware.person(zone_now)(request).content == b"UTC"


def test_the_time_zone_is_restored_after_an_error(player: User) -> None:
    def fail(request: HttpRequest) -> HttpResponse:
        raise RuntimeError

    player.time_zone, player.last_seen_at = "Asia/Tokyo", timezone.now()
    with pytest.raises(RuntimeError):
        middleware.person(fail)(request_of(player))
    assert timezone.get_current_timezone_name() == "UTC"


def test_last_seen_is_written_at_most_every_five_minutes(player: User, django_assert_num_queries: Any) -> None:
    handler = middleware.person(zone_now)
    with django_assert_num_queries(1):
        handler(request_of(player))
        handler(request_of(player))
    player.refresh_from_db()
    assert player.last_seen_at
    player.last_seen_at -= timedelta(minutes=6)
    player.save()
    with django_assert_num_queries(1):
        handler(request_of(player))


# --- whose session it is ------------------------------------------------------------------------------------------


def session_of(person: User) -> SessionStore:
    client = Client()
    client.force_login(person)
    return SessionStore(client.session.session_key)


def seen_as(session: SessionStore) -> Any:
    request = HttpRequest()
    request.session, request.COOKIES["sessionid"] = SessionStore(session.session_key), "x"
    middleware.record_visit(request)  # type: ignore[arg-type]
    return request.user


def test_a_session_and_its_person_are_read_with_one_query(player: User, django_assert_num_queries: Any) -> None:
    User.objects.filter(pk=player.pk).update(last_seen_at=timezone.now())
    session = session_of(player)
    with django_assert_num_queries(1):
        assert seen_as(session) == player


def test_a_new_password_or_an_end_of_the_account_ends_the_session(player: User) -> None:
    stranger = make_person("somebody")
    sessions = [session_of(player), session_of(stranger)]
    player.set_password("a new one")
    player.save()
    User.objects.filter(pk=stranger.pk).update(is_active=False)
    assert [seen_as(session).is_authenticated for session in sessions] == [False, False]


def test_the_signed_part_of_a_session_says_whose_it_is(player: User) -> None:
    session = session_of(player)
    DeviceSession.objects.filter(session_key=session.session_key).update(account_id=make_person("somebody").pk)
    assert seen_as(session) == player
