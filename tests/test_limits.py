"""The limits of the site: the page that lists them, and those that belong to no single room."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.lobby import idle_guests
from games.management.commands import limits
from games.views import search_limits
from tests.fixtures import ROOT, empty_cache

LIMIT = re.compile(r"^((?:[A-Z_]+_)?(?:AN_HOUR|A_DAY|A_MINUTE|PER_MINUTE)) = \d", re.MULTILINE)
UNLISTED = {"EMAILS_A_DAY"}  # to one address: not of one person


def test_the_page_of_limits_is_what_the_code_says() -> None:
    page = (ROOT / "docs" / "hosting" / "limits.md").read_text(encoding="utf-8")
    assert page == limits.page(), "run `manage.py limits > docs/hosting/limits.md`"


def test_every_limit_in_time_is_on_the_page() -> None:
    source = limits.PAGE.read_text(encoding="utf-8")
    known = set(re.findall(r"\.([A-Z_]+)\b", source)) | UNLISTED
    for app in ("accounts", "games"):
        for path in (ROOT / app).rglob("*.py"):
            assert set(LIMIT.findall(path.read_text(encoding="utf-8"))) <= known, path


@pytest.mark.django_db
def test_guests_are_counted_by_the_network_of_one_customer(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr("games.views.guests.GUESTS_AN_HOUR", 2)
    answers = [
        Client(REMOTE_ADDR=address).post("/play/").status_code
        for address in ("2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:ffff::1", "2001:db8:2:1::1")
    ]
    assert answers == [302, 302, 429, 302]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "limit"),
    [
        ("/search/?q=a", "SEARCHES_A_MINUTE"),
        ("/rules/search/?q=a", "SEARCHES_A_MINUTE"),
        ("/card.png", "CARDS_A_MINUTE"),
    ],
)
def test_searches_and_cards_of_one_network_are_limited(
    settings: Any, monkeypatch: pytest.MonkeyPatch, address: str, limit: str
) -> None:
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(search_limits, limit, 2)
    empty_cache()
    near, far = Client(REMOTE_ADDR="2001:db8:7:1::1"), Client(REMOTE_ADDR="2001:db8:8:1::1")
    answers = [near.get(address) for _ in range(3)]
    assert address != "/card.png" or "Cookie" not in answers[0].get("Vary", "")
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Wait a minute." in answers[-1].content.decode()
    assert far.get(address).status_code == near.get("/rules/search/").status_code == 200


@pytest.mark.django_db
def test_the_name_of_a_guest_who_never_confirms_is_free_again() -> None:
    guest = User.objects.create_guest()
    guests.name(user=guest, username="nora", password="quiet brown letterbox", passkey={})
    User.objects.filter(pk=guest.pk).update(last_seen_at=timezone.now() - idle_guests.AWAY - timedelta(minutes=1))
    idle_guests.delete()
    assert not User.objects.filter(username="nora").exists()
    User.check_free("nora")


@pytest.mark.django_db
def test_a_wrong_host_header_is_a_warning_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    (line,) = [one for one in caplog.records if one.name == "django.security.DisallowedHost"]
    assert (line.levelno, line.exc_info) == (logging.WARNING, None)


@pytest.mark.django_db
def test_by_a_wrong_name_one_is_told_the_right_one(settings: Any) -> None:
    settings.SITE_URL = "https://play.example.org"
    answer = Client().get("/rules/", headers={"host": "laptop.lan:8000"})
    page = answer.content.decode()
    assert answer.status_code == 400 and '<a href="https://play.example.org/">' in page and "PLAYPOST_HOSTS" in page
    assert "laptop.lan" not in page


def test_nginx_repeats_only_moves() -> None:
    source = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (place,) = re.findall(r"location ~ (\S+) \{\s+proxy_next_upstream [^;]*non_idempotent;", source)
    assert source.count("non_idempotent") == 1
    assert all(re.match(place, path) for path in ("/match/7/play/", "/api/v1/matches/7/moves/"))
    assert not any(re.match(place, path) for path in ("/match/7/chat/", "/tables/new/", "/match/7/play/x/"))


def test_nginx_asks_a_restarted_process_again_before_the_next_restarts() -> None:
    for file in ("deploy/nginx.conf", "docs/hosting.md"):
        servers = re.findall(r"^ *server 127[^;]*;", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert len(servers) == 2 and all("fail_timeout=2s" in server for server in servers), file
