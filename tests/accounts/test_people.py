"""Profiles, settings, export, deletion, and who may see what."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.test import Client

from accounts import hooks, leaderboards, ratings
from accounts.leaderboards import Board
from accounts.mail import outbox, unsubscribe
from accounts.models import DevEmail, MailStop, OutgoingMail, Rating, User
from tests.accounts.conftest import prove_it_is_me
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db
SETTINGS = {
    "display_name": "Pat",
    "time_zone": "Asia/Tokyo",
    "language": "en",
}
MAILS = {
    "mail_mode": "daily",
    "mail_quiet_minutes": "20",
    "mail_hour": "18",
    "mail_turn": "on",
    "mail_daily_limit": "7",
}
OWN_PAGES = ["settings", "security", "devices", "mail", "export", "delete"]


@pytest.fixture
def no_hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove the hooks of other apps, which have their own tests."""
    for name in ("before_delete", "profile_sections", "game_lists"):
        monkeypatch.setattr(hooks, name, [])
    yield


# --- permissions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", OWN_PAGES)
def test_own_pages_need_a_login(client: Client, player: User, page: str) -> None:
    path = f"/people/me/{page}/"
    answer = client.get(path)
    assert answer.status_code == 302 and answer.headers["Location"] == f"/accounts/login/?next={path}"
    answer = browser_of(player).get(path)
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/people/me/settings/", {"get", "post"}),
        ("/people/me/mail/settings/", {"get", "post"}),
        ("/people/me/mail/next/", {"get"}),
        ("/people/me/security/", {"get"}),
        ("/people/me/devices/", {"get", "post"}),
        ("/people/me/mail/", {"get"}),
        ("/people/me/mail/resume/", {"post"}),
        ("/people/me/export/", {"get"}),
        ("/people/me/delete/", {"get", "post"}),
        ("/people/player/", {"get"}),
    ],
)
def test_other_http_methods_are_refused(player: User, path: str, methods: set[str]) -> None:
    client = browser_of(player)
    refused = {"get", "post", "put", "delete", "patch"} - methods
    assert {method for method in refused | methods if getattr(client, method)(path).status_code == 405} == refused


@pytest.mark.parametrize(
    "path", ["/people/me/settings/", "/people/me/mail/settings/", "/people/me/mail/resume/", "/people/me/delete/"]
)
def test_writing_needs_a_csrf_token_and_a_login(player: User, path: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player)
    assert strict.post(path, SETTINGS).status_code == 403
    assert Client().post(path, SETTINGS).status_code == 302
    player.refresh_from_db()
    assert player.display_name == "" and player.deleted_at is None


@pytest.mark.parametrize("who", ["nobody", "stranger", "self", "staff"])
def test_a_profile_shows_the_same_public_data_to_everyone(
    client: Client, player: User, stranger: User, staff: User, who: str, no_hooks: None
) -> None:
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2})
    viewer = {"stranger": stranger, "self": player, "staff": staff}.get(who)
    if viewer:
        client.force_login(viewer)
    page = client.get("/people/player/").content.decode()
    assert TITLE in page and "±" in page
    assert "player@example.org" not in page and player.last_seen_at is None
    assert ("Edit profile" in page) == (who == "self")


def test_nobody_can_read_other_peoples_emails_or_data(client: Client, player: User, stranger: User) -> None:
    outbox.queue(kind="turn", key="secret-key", user=player, data={"match": 4, "about": f"{TITLE} with Ann"})
    client.force_login(stranger)
    for page in ("mail", "export"):
        assert "with Ann" not in client.get(f"/people/me/{page}/").content.decode()
        assert "secret-key" not in client.get(f"/people/me/{page}/?user={player.pk}").content.decode()


def test_profile_urls_ignore_case(client: Client, player: User) -> None:
    assert client.get("/people/PLAYER/").headers["Location"] == "/people/player/"
    assert client.get("/people/nobody-here/").status_code == 404
    assert client.get("/people/a%00b/").status_code == 400


def test_a_bot_has_a_profile(client: Client) -> None:
    User.objects.create_bot("house-bot-1", "Mrs. Ledger")
    page = client.get("/people/house-bot-1/").content.decode()
    assert "Mrs. Ledger" in page and "bot" in page


def test_other_apps_add_sections_to_a_profile(client: Client, player: User, stranger: User, no_hooks: None) -> None:
    seen = []
    hooks.game_lists.append(lambda: [(GAME, f"{TITLE}!")])
    hooks.profile_sections.append(lambda person, viewer, page: seen.append((person, viewer)))  # type: ignore[func-returns-value]
    hooks.profile_sections.append(lambda person, viewer, page: hooks.Section("accounts/_own_pages.html"))
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2})
    page = client.get("/people/player/").content.decode()
    assert f"{TITLE}!" in page and "Emails we sent you" in page and seen == [(player, None)]


def test_markup_in_names_is_escaped(client: Client, player: User) -> None:
    User.objects.filter(pk=player.pk).update(display_name="<script>alert(1)</script>")
    page = client.get("/people/player/").content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


# --- settings -----------------------------------------------------------------------------------------------------


def test_settings_are_saved(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.post("/people/me/settings/", SETTINGS).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.time_zone) == ("Pat", "Asia/Tokyo")


def test_mail_settings_are_saved(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.post("/people/me/mail/settings/", MAILS).status_code == 302
    player.refresh_from_db()
    assert (player.mail_mode, player.mail_quiet_minutes, player.mail_hour, player.mail_daily_limit) == (
        "daily",
        20,
        18,
        7,
    )
    assert player.mail_turn and not player.mail_reminder and not player.mail_stopped


def test_the_default_mail_mode_is_among_the_choices(client: Client, player: User) -> None:
    client.force_login(player)
    client.post("/people/me/mail/settings/", MAILS | {"mail_mode": "auto"})
    page = client.get("/people/me/mail/settings/").content.decode()
    assert User().mail_mode == "auto" and page.count(" checked") >= 1
    assert re.search(r'value="auto"[^>]* checked', page)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("mail_daily_limit", "-1", "Please enter 0 or more."),
        ("mail_daily_limit", "100000", "Please enter 500 or less."),
        ("mail_mode", "never", "is not on the list"),
        ("mail_hour", "24", "is not on the list"),
        ("mail_quiet_minutes", "0", "Please enter 1 or more."),
    ],
)
def test_invalid_mail_settings_are_refused(client: Client, player: User, field: str, value: str, sentence: str) -> None:
    client.force_login(player)
    answer = client.post("/people/me/mail/settings/", MAILS | {field: value})
    assert answer.status_code == 422 and sentence in answer.content.decode()
    player.refresh_from_db()
    assert (player.mail_mode, player.mail_hour, player.mail_daily_limit) == ("auto", 8, 50)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("display_name", "Pa\x07t", "control characters"),
        ("display_name", "Pat\u202e", "control characters"),
        ("display_name", "x" * 41, "at most 40"),
        ("display_name", "Stranger", "This is somebody else’s user name"),
        ("time_zone", "Moon/Base", "There is no such time zone."),
    ],
)
def test_invalid_settings_are_refused(
    client: Client, player: User, stranger: User, field: str, value: str, sentence: str
) -> None:
    client.force_login(player)
    answer = client.post("/people/me/settings/", SETTINGS | {field: value})
    assert answer.status_code == 422 and sentence in answer.content.decode()
    player.refresh_from_db()
    assert (player.display_name, player.time_zone) == ("", "UTC")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Vienna", "Europe/Vienna"),
        (" new york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("asia/tokyo", "Asia/Tokyo"),
        ("Asia/Calcutta", "Asia/Calcutta"),
    ],
)
def test_a_time_zone_may_be_called_by_its_city(client: Client, player: User, typed: str, zone: str) -> None:
    client.force_login(player)
    assert client.post("/people/me/settings/", SETTINGS | {"time_zone": typed}).status_code == 302
    player.refresh_from_db()
    assert player.time_zone == zone


def test_forms_cannot_grant_staff_rights(client: Client, player: User) -> None:
    client.force_login(player)
    client.post(
        "/people/me/settings/", SETTINGS | {"is_staff": "on", "is_superuser": "on", "username": "x", "email": "y@z.org"}
    )
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser, player.username) == (False, False, "player")
    assert player.email == "player@example.org"


def test_the_security_page_links_to_everything(client: Client, player: User) -> None:
    client.force_login(player)
    page = client.get("/people/me/security/").content.decode()
    for path in ("email/", "password/change/", "2fa/webauthn/add/", "2fa/"):
        assert f'href="/accounts/{path}"' in page


def test_a_bounced_address_is_shown(client: Client, player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_bounced_at="2026-01-01T00:00Z")
    client.force_login(player)
    assert "came back" in client.get("/people/me/settings/").content.decode()


# --- what we sent you ---------------------------------------------------------------------------------------------


def test_the_list_shows_sent_and_skipped_emails(client: Client, player: User) -> None:
    outbox.queue(
        kind="turn", key="k1", user=player, data={"match": 4, "about": f"{TITLE} with Ann", "url": "/match/4/"}
    )
    outbox.queue(kind="over", key="k2", user=player, data={"match": 4})
    OutgoingMail.objects.filter(key="k2").update(status="skipped", reason="You turned off all emails about games.")
    client.force_login(player)
    page = client.get("/people/me/mail/").content.decode()
    assert f'<a href="/match/4/">{TITLE} with Ann</a>' in page and "Your turn" in page and "waiting" in page
    assert "Result" in page and "You turned off all emails about games." in page


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 30, "1.5", "²"])
def test_invalid_page_numbers_are_ignored(client: Client, player: User, before: str) -> None:
    client.force_login(player)
    assert client.get("/people/me/mail/", {"before": before}).status_code == 200


def test_long_lists_are_paginated(client: Client, player: User) -> None:
    outbox.queue_many(
        outbox.row_for(kind="turn", key=f"k{n}", user=player, data={"about": f"No {n}."}) for n in range(60)
    )
    client.force_login(player)
    first = client.get("/people/me/mail/")
    second = client.get("/people/me/mail/", {"before": first.context["more"]})
    assert [len(page.context["lines"]) for page in (first, second)] == [50, 10]


@pytest.mark.parametrize("page", ["settings", "security", "mail"])
def test_the_query_count_does_not_grow(
    client: Client, player: User, page: str, django_assert_max_num_queries: Any
) -> None:
    client.force_login(player)
    client.get(f"/people/me/{page}/")
    outbox.queue_many(outbox.row_for(kind="turn", key=f"k{n}", user=player, data={"match": n}) for n in range(60))
    for number in range(20):
        unsubscribe.stop(unsubscribe.Scope(player.pk, str(number)))
    with django_assert_max_num_queries(6):
        client.get(f"/people/me/{page}/")


def test_the_query_count_of_a_profile_does_not_grow(
    client: Client, player: User, stranger: User, no_hooks: None, django_assert_max_num_queries: Any
) -> None:
    for number in range(10):
        ratings.record_result(f"game_{number}", {player.pk: 1, stranger.pk: 2})
    with django_assert_max_num_queries(3):
        client.get("/people/player/")


# --- export and deletion ------------------------------------------------------------------------------------------


def test_the_export_contains_the_persons_own_data(client: Client, player: User, stranger: User, no_hooks: None) -> None:
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2})
    outbox.queue(kind="turn", key="k1", user=player, data={"match": 4})
    unsubscribe.stop(unsubscribe.Scope(player.pk, "4"))
    User.objects.filter(pk=player.pk).update(display_name="Zoë")
    answer = browser_of(player).get("/people/me/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="playpost-player.json"'
    data = json.loads(answer.content)
    assert data["person"]["email"] == "player@example.org" and data["addresses"][0]["verified"]
    assert data["ratings"][0]["slug"] == GAME and data["mails"][0]["key"] == "k1"
    assert data["mails_stopped_for_matches"] == ["4"] and data["matches"] == []
    assert "password" not in answer.content.decode() and "stranger" not in answer.content.decode()
    assert '  "display_name": "Zoë",\n' in answer.content.decode(), "written to be read"


def delete(client: Client, name: str = "player") -> Any:
    return client.post("/people/me/delete/", {"username": name})


def test_deleting_needs_reauthentication(client: Client, player: User) -> None:
    client.force_login(player)
    assert delete(client).headers["Location"].startswith("/accounts/reauthenticate/")
    player.refresh_from_db()
    assert player.deleted_at is None


def test_deleting_needs_the_right_user_name(client: Client, player: User) -> None:
    client.force_login(player)
    answer = delete(client, "stranger")  # said before the password is asked for
    assert answer.status_code == 422 and "That isn’t your user name" in answer.content.decode()
    player.refresh_from_db()
    assert player.deleted_at is None


def test_a_deleted_account_keeps_only_an_anonymous_row(
    client: Client, player: User, stranger: User, no_hooks: None, settings: Any
) -> None:
    settings.DEBUG = True
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2})
    outbox.queue(kind="turn", key="k1", user=player, data={"match": 4})
    unsubscribe.stop(unsubscribe.Scope(player.pk, "4"))
    DevEmail.objects.create(sender="x@y.org", recipients="player@example.org")
    User.objects.filter(pk=player.pk).update(display_name="Pat", time_zone="Asia/Tokyo", is_staff=True)
    names = []
    hooks.before_delete.append(lambda user: names.append(user.name))
    elsewhere = Client()
    elsewhere.force_login(player)
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    assert delete(client).headers["Location"] == "/"
    gone = User.objects.get(pk=player.pk)
    assert names == ["Pat"]
    assert (gone.username, gone.name, gone.email, gone.time_zone) == (
        f"deleted-{gone.pk}",
        f"deleted-{gone.pk}",
        "",
        "UTC",
    )
    assert not (gone.is_active or gone.is_staff or gone.has_usable_password()) and gone.deleted_at
    assert not get_user(client).is_authenticated and not get_user(elsewhere).is_authenticated
    for rows in (EmailAddress, MailStop, OutgoingMail):
        assert not rows.objects.filter(user=gone).exists()
    assert not DevEmail.objects.exists()
    best = leaderboards.best(Board(GAME), 9)
    assert Rating.objects.filter(user=gone).exists() and gone.pk not in [row.user.pk for row in best]


def test_the_name_of_a_deleted_account_can_be_used_again(client: Client, player: User, no_hooks: None) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    delete(client)
    assert client.get("/people/player/").status_code == 404
    assert client.get(f"/people/deleted-{player.pk}/").status_code == 410
    User.objects.create_user("player", "player@example.org", PASSWORD)


def test_a_failing_hook_rolls_back_the_deletion(client: Client, player: User, no_hooks: None) -> None:
    def fail(user: User) -> None:
        raise RuntimeError

    hooks.before_delete.append(fail)
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    with pytest.raises(RuntimeError):
        delete(client)
    player.refresh_from_db()
    assert player.username == "player" and EmailAddress.objects.filter(user=player).exists()
