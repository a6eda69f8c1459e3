"""What happens around requests: time zones, last seen, sockets that are told of a logout, mail that bounces."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account import signals as account_signals
from anymail.signals import AnymailTrackingEvent, tracking
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.login import middleware, sign_out
from accounts.models import DeviceSession, OutgoingMail, User
from tests.accounts.conftest import prove_it_is_me
from tests.fixtures import PASSWORD

pytestmark = pytest.mark.django_db


def request_of(user: Any, has_cookie: bool = True) -> HttpRequest:
    request = HttpRequest()
    request.user, request.session = user, SessionStore()
    if has_cookie:
        request.COOKIES["sessionid"] = "x"
    return request


def zone_now(request: HttpRequest) -> HttpResponse:
    return HttpResponse(timezone.get_current_timezone_name())


def test_a_request_runs_in_the_persons_zone(player: User) -> None:
    player.time_zone, player.last_seen_at = "Asia/Tokyo", timezone.now()
    assert middleware.person(zone_now)(request_of(player)).content == b"Asia/Tokyo"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("has_cookie", [True, False])
def test_guests_see_utc(has_cookie: bool) -> None:
    request = request_of(AnonymousUser(), has_cookie)
    assert middleware.person(zone_now)(request).content == b"UTC"


def test_the_zone_is_put_back_after_an_error(player: User) -> None:
    def fail(request: HttpRequest) -> HttpResponse:
        raise RuntimeError

    player.time_zone, player.last_seen_at = "Asia/Tokyo", timezone.now()
    with pytest.raises(RuntimeError):
        middleware.person(fail)(request_of(player))
    assert timezone.get_current_timezone_name() == "UTC"


def test_last_seen_is_written_every_five_minutes_only(player: User, django_assert_num_queries: Any) -> None:
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


def heard(user: User, act: Any) -> list[dict[str, Any]]:
    """What the person's sockets hear while `act` runs in another thread, as in the server."""

    async def listen() -> list[dict[str, Any]]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(sign_out.GROUP, channel)
        await sync_to_async(act)()
        found = []
        try:
            while True:
                found.append(await asyncio.wait_for(layer.receive(channel), 0.5))
        except TimeoutError:
            return found
        finally:
            await layer.group_discard(sign_out.GROUP, channel)

    return async_to_sync(listen)()


def test_logging_out_says_bye_to_the_sockets_of_that_session(client: Client, player: User) -> None:
    client.force_login(player)
    key = client.session.session_key
    tag = sign_out.session_tag(key)
    assert heard(player, lambda: client.post("/accounts/logout/")) == [
        {"type": "bye", "user": player.pk, "session": tag}
    ]
    assert tag and key and key not in tag


def test_a_new_password_says_bye_to_all(client: Client, player: User) -> None:
    client.force_login(player)
    new = {"oldpassword": PASSWORD, "password1": "other grey envelopes", "password2": "other grey envelopes"}
    messages = heard(player, lambda: client.post("/accounts/password/change/", new))
    assert {"type": "bye", "user": player.pk, "session": ""} in messages


@pytest.mark.django_db(transaction=True)
def test_a_deleted_account_says_bye_to_all(client: Client, player: User) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    messages = heard(player, lambda: client.post("/people/me/delete/", {"username": "player"}))
    assert {"type": "bye", "user": player.pk, "session": ""} in messages


def test_a_broker_that_is_away_stops_no_logout(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ConnectionError

    monkeypatch.setattr(sign_out, "get_channel_layer", broken)
    sign_out.say_bye(player.pk)


@pytest.mark.parametrize(("event_type", "is_hard"), [("bounced", True), ("complained", True), ("deferred", False)])
def test_a_hard_bounce_stops_the_mails(player: User, event_type: str, is_hard: bool) -> None:
    event = AnymailTrackingEvent(event_type=event_type, recipient="PLAYER@example.org")
    tracking.send(sender=None, event=event, esp_name="test")
    player.refresh_from_db()
    assert bool(player.mail_bounced_at) == is_hard


def test_a_confirmed_address_is_written_to_again(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_bounced_at=timezone.now())
    address = SimpleNamespace(user_id=player.pk)
    account_signals.email_confirmed.send(sender=None, request=None, email_address=address)
    player.refresh_from_db()
    assert player.mail_bounced_at is None


def test_the_tasks_may_run_twice(player: User) -> None:
    tasks.sweep_outbox()
    tasks.sweep_outbox()
    tasks.send_mail(123456)
    assert tasks.sweep_outbox.name == "accounts.tasks.sweep_outbox"


def test_ended_sessions_and_old_emails_are_forgotten_at_night(player: User) -> None:
    for days in (-1, 1):
        ends = timezone.now() + timedelta(days=days)
        DeviceSession.objects.create(session_key=f"ends{days}", session_data="", expire_date=ends)
    long_ago = timezone.now() - timedelta(days=1000)
    for key, done_at in (("old", long_ago), ("new", timezone.now())):
        OutgoingMail.objects.create(key=key, kind="turn", user=player, status="sent", done_at=done_at)
    tasks.clean_up()
    tasks.clean_up()
    assert list(DeviceSession.objects.filter(session_key__startswith="ends").values_list("session_key", flat=True)) == [
        "ends1"
    ]
    assert list(OutgoingMail.objects.values_list("key", flat=True)) == ["new"]
