"""The unsubscribe link: opening it changes nothing, one POST without cookies unsubscribes."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail import inbound, outbox, unsubscribe
from accounts.mail.email import Email
from accounts.mail.headers import message
from accounts.models import MailStop, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox() -> Client:
    """A client like a mailbox provider: no cookies, no CSRF token, with CSRF checks on."""
    return Client(enforce_csrf_checks=True)


def path(user: User, match_id: str = "") -> str:
    return f"/people/mail/stop/{unsubscribe.token(user.pk, match_id)}/"


def test_tokens_are_short_and_round_trip(player: User) -> None:
    token = unsubscribe.token(123456, "1234567")
    assert len(token) < 60 and unsubscribe.read(token) == unsubscribe.Scope(123456, "1234567")
    assert unsubscribe.read(unsubscribe.token(5)) == unsubscribe.Scope(5, "")


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("match_id", ["", "4"])
def test_opening_the_link_changes_nothing(mailbox: Client, player: User, method: str, match_id: str) -> None:
    assert getattr(mailbox, method)(path(player, match_id)).status_code == 200
    player.refresh_from_db()
    assert not player.mail_stopped and not MailStop.objects.exists()


def test_the_page_speaks_of_what_it_stops(mailbox: Client, player: User) -> None:
    for method in ("get", "post"):
        one = getattr(mailbox, method)(path(player, "4")).content.decode()
        every = " ".join(getattr(mailbox, method)(path(player)).content.decode().split())
        assert "its deadlines stay" in one and "their deadlines" not in one
        assert "Your matches go on" in every and "their deadlines stay" in every


@pytest.mark.parametrize("match_id", ["", "4", unsubscribe.ANNOUNCEMENTS])
def test_who_has_stopped_emails_by_mistake_gets_them_again_without_a_login(
    mailbox: Client, player: User, match_id: str
) -> None:
    mailbox.post(path(player, match_id), {"List-Unsubscribe": "One-Click"})
    page = mailbox.get(path(player, match_id)).content.decode()
    assert "Emails stopped" in page and "Send them again" in page
    page = mailbox.post(path(player, match_id), {"again": "yes"}).content.decode()
    assert "You get these emails again." in page and "Send them again" not in page
    player.refresh_from_db()
    assert player.mail_announcements and not player.mail_stopped and not MailStop.objects.exists()


@pytest.mark.parametrize("match_id", ["", "4", unsubscribe.ANNOUNCEMENTS])
def test_the_emails_of_a_closed_account_have_been_stopped(mailbox: Client, player: User, match_id: str) -> None:
    link = path(player, match_id)
    User.objects.filter(pk=player.pk).update(deleted_at=timezone.now())
    page = mailbox.post(link, {"again": "yes"}).content.decode()
    assert "Emails stopped" in page and "<button" not in page[page.index("<main") :] and "settings</a>" not in page


def test_who_has_stopped_all_emails_is_told_so_beside_one_match(mailbox: Client, player: User) -> None:
    mailbox.post(path(player))
    page = mailbox.post(path(player, "4"), {"again": "yes"}).content.decode()
    assert "you have stopped them all" in page and "Send emails about all matches again" in page


def test_one_click_stops_one_match(mailbox: Client, player: User) -> None:
    answer = mailbox.post(path(player, "4"), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200 and not answer.cookies
    assert list(MailStop.objects.values_list("user_id", "match_id")) == [(player.pk, "4")]
    player.refresh_from_db()
    assert not player.mail_stopped


def test_one_click_stops_everything(mailbox: Client, player: User) -> None:
    answer = mailbox.post(path(player))
    assert answer.status_code == 200 and not answer.cookies
    player.refresh_from_db()
    assert player.mail_stopped


def test_a_second_click_is_not_an_error(mailbox: Client, player: User) -> None:
    assert [mailbox.post(path(player, "4")).status_code for _ in range(2)] == [200, 200]
    assert MailStop.objects.count() == 1


def test_the_page_offers_to_stop_all_emails(mailbox: Client, player: User) -> None:
    page = mailbox.get(path(player, "4")).content.decode()
    assert path(player) in page and "Stop emails about this match" in page


@pytest.mark.parametrize(
    "change", [lambda t: t[:-1], lambda t: "9" + t, lambda t: t.replace(".", "-9."), lambda t: "x"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_forged_tokens_are_refused(mailbox: Client, player: User, change: object, method: str) -> None:
    token = change(unsubscribe.token(player.pk, "4"))  # type: ignore[operator]
    answer = getattr(mailbox, method)(f"/people/mail/stop/{token}/")
    assert answer.status_code == 403 and "This link isn’t valid" in answer.content.decode()
    assert not MailStop.objects.exists()


def test_a_link_of_a_deleted_account_does_nothing(mailbox: Client, player: User) -> None:
    link = path(player, "4")
    User.objects.filter(pk=player.pk).update(deleted_at="2026-01-01T00:00Z")
    assert mailbox.post(link).status_code == 200
    assert not MailStop.objects.exists()


def test_stopped_matches_can_be_resumed(client: Client, player: User) -> None:
    unsubscribe.stop(unsubscribe.Scope(player.pk, "4"))
    client.force_login(player)
    assert "1 match" in client.get("/people/me/mail/settings/").content.decode()
    client.post("/people/me/mail/resume/")
    assert not MailStop.objects.exists()


# --- by email, for mailboxes without RFC 8058 -------------------------------------------------------------------------


@pytest.fixture
def takes_mail(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@in.example.org"


def by_mail(address: str) -> str:
    return inbound.receive([address], inbound.Message({"From": "mailbox@example.org", "Precedence": "bulk"}))


@pytest.mark.parametrize("change", [str, str.upper])
def test_an_email_to_the_unsubscribe_address_stops_one_match_or_all(player, takes_mail, change) -> None:
    one, everything = (inbound.stop_address(unsubscribe.Scope(player.pk, match)) for match in ("4", ""))
    assert by_mail(change(one)) == "stopped"
    assert list(MailStop.objects.values_list("user_id", "match_id")) == [(player.pk, "4")]
    player.refresh_from_db()
    assert not player.mail_stopped
    assert [by_mail(change(everything)), by_mail(everything)] == ["stopped"] * 2
    player.refresh_from_db()
    assert player.mail_stopped


def test_a_forged_address_stops_nothing(player, stranger, takes_mail) -> None:
    one = inbound.stop_address(unsubscribe.Scope(player.pk, "4"))
    name, signature = one.partition("@")[0].rpartition("-")[::2]
    of_all = f"{name.rpartition('-')[0]}-{signature}@in.example.org"
    for address in (one.replace("-4-", "-5-"), one.replace(f"-{player.pk}-", f"-{stranger.pk}-"), of_all, one[1:3]):
        assert by_mail(address) == "unknown"
    assert not MailStop.objects.exists() and not User.objects.filter(mail_stopped=True).exists()


def test_a_site_without_inbound_email_has_no_unsubscribe_address(player, settings: Any) -> None:
    settings.REPLY_ADDRESS = ""
    row = outbox.row_for(kind="turn", key="t1", user=player, data={"match": 4})
    row.user = player
    headers = message(row, Email("Backgammon", "Hello")).extra_headers
    assert headers["List-Unsubscribe"] == f"<{unsubscribe.url(player.pk, '4')}>"
