"""The devices page: listing and ending one's own sessions."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.browsers import browser_name
from accounts.login import sign_out
from accounts.models import DeviceSession, User
from tests.fixtures import PASSWORD
from tests.samples import GAME

pytestmark = pytest.mark.django_db
PAGE = "/people/me/devices/"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def logged_in(user: User, agent: str = LAPTOP) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert get_user(client) == user
    return client


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Safari on iPhone"),
        (LAPTOP, "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_devices_are_named_after_browser_and_system(agent: str, name: str) -> None:
    assert browser_name(agent) == name


def test_devices_are_listed_and_the_current_one_is_marked(player: User, stranger: User) -> None:
    laptop, _, _ = logged_in(player), logged_in(player, PHONE), logged_in(stranger, "curl/8")
    page = laptop.get(PAGE).content.decode()
    assert "Firefox on Linux" in page and "Safari on iPhone" in page and "A browser" not in page
    assert page.count("this one") == 1 and page.index("Firefox on Linux") < page.index("Safari on iPhone")
    assert page.count("Log out<span") == 1
    assert str(laptop.session.session_key) not in page


def test_a_device_can_be_logged_out_from_another_one(player: User, monkeypatch: Any) -> None:
    closed: list[Any] = []
    monkeypatch.setattr(sign_out, "close_sockets", lambda user, key=None: closed.append((user, key)))
    laptop, phone = logged_in(player), logged_in(player, PHONE)
    key = phone.session.session_key
    laptop.post(PAGE, {"device": sign_out.session_tag(key)})
    assert not get_user(phone).is_authenticated and get_user(laptop) == player
    assert closed == [(player.pk, key)], "its open tables close"


def test_all_other_devices_can_be_logged_out_at_once(player: User, stranger: User) -> None:
    laptop, others, other = logged_in(player), [logged_in(player) for _ in range(3)], logged_in(stranger)
    page = laptop.post(PAGE, {"device": "others"}, follow=True).content.decode()
    assert "Log out everywhere else" not in page
    assert not any(get_user(client).is_authenticated for client in others)
    assert get_user(laptop) == player and get_user(other) == stranger


def test_nobody_can_end_other_peoples_sessions(player: User, stranger: User) -> None:
    mine, theirs = logged_in(player), logged_in(stranger)
    for device in (sign_out.session_tag(theirs.session.session_key), "", "nonsense"):
        mine.post(PAGE, {"device": device})
    assert get_user(theirs) == stranger and get_user(mine) == player
    assert "Firefox" in mine.get(PAGE).content.decode(), "nor one's own by this page"


def test_using_a_session_records_the_day_and_extends_it(player: User) -> None:
    client = logged_in(player)
    session = client.session
    today = timezone.now().date()
    long_ago = today - timedelta(days=40)
    session["device"] = session["device"] | {"since": long_ago.isoformat(), "day": long_ago.isoformat()}
    session.save()
    DeviceSession.objects.update(expire_date=timezone.now() + timedelta(days=50))
    client.get("/")
    page = client.get(PAGE).content.decode()
    assert f"Since {long_ago:%-d %B %Y}, last used on {today:%-d %B %Y}" in page
    assert DeviceSession.objects.get().expire_date > timezone.now() + timedelta(days=89)
    with CaptureQueriesContext(connection) as queries:
        client.get("/rules/")
    written = [query["sql"] for query in queries if query["sql"].startswith(("UPDATE", "INSERT"))]
    assert not [sql for sql in written if "session" in sql], "once a day, not with each page"


def test_expired_sessions_are_not_listed(player: User) -> None:
    client, _ = logged_in(player), logged_in(player, PHONE)
    key = client.session.session_key
    DeviceSession.objects.exclude(session_key=key).update(expire_date=timezone.now() - timedelta(days=1))
    assert "iPhone" not in client.get(PAGE).content.decode()


def test_a_guest_sees_their_own_devices(client: Client) -> None:
    client.post(f"/play/{GAME}/", headers={"user-agent": PHONE})
    page = client.get(PAGE)
    assert page.status_code == 200 and "Safari on iPhone" in page.content.decode()
