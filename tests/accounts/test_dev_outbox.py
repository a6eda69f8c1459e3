"""The development outbox: emails of a site without a mail service, readable with DEBUG only."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

from accounts.mail import dev_outbox
from accounts.models import DevEmail, User

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.accounts.urls_with_dev_outbox")]


@pytest.fixture(autouse=True)
def debug(settings: Any) -> None:
    settings.DEBUG = True


def write(to: str = "ann@example.org", subject: str = "Your turn", html: str = "") -> DevEmail:
    headers = {"Message-ID": "<k1@localhost>"}
    message = EmailMultiAlternatives(subject, "Go to http://localhost:8000/match/4/ now", to=[to], headers=headers)
    if html:
        message.attach_alternative(html, "text/html")
    assert get_connection("accounts.mail.dev_outbox.DevOutboxBackend").send_messages([message]) == 1
    return DevEmail.objects.latest("id")


def test_an_email_is_stored_completely() -> None:
    email = write(html="<p>Go</p>")
    assert (email.recipients, email.subject, email.html) == ("ann@example.org", "Your turn", "<p>Go</p>")
    assert email.headers["Message-ID"] == "<k1@localhost>" and email.text.startswith("Go to")


def test_emails_are_listed_newest_first_and_filtered(client: Client) -> None:
    write(subject="First"), write(subject="Second"), write("bob@example.org", "Third")
    page = client.get("/dev/outbox/").content.decode()
    assert page.index("Third") < page.index("Second") < page.index("First")
    page = client.get("/dev/outbox/?to=BOB").content.decode()
    assert "Third" in page and "First" not in page
    assert client.get("/dev/outbox/?to=%01&before=x").status_code == 200
    assert client.get("/dev/outbox/?to=%00").status_code == 400


def test_an_email_has_working_links_and_headers(client: Client) -> None:
    email = write()
    page = client.get(f"/dev/outbox/{email.pk}/").content.decode()
    assert '<a href="http://localhost:8000/match/4/"' in page and "&lt;k1@localhost&gt;" in page
    assert client.get("/dev/outbox/999999/").status_code == 404


def test_html_is_shown_in_a_frame_without_scripts(client: Client) -> None:
    email = write(html="<html><head></head><body><script>alert(1)</script></body></html>")
    page = client.get(f"/dev/outbox/{email.pk}/").content.decode()
    assert f'src="/dev/outbox/{email.pk}/html/"' in page and "alert(1)" not in page
    answer = client.get(f"/dev/outbox/{email.pk}/html/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy and "allow-scripts" not in policy
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert '<head><base target="_top">' in answer.content.decode()


def test_old_emails_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev_outbox, "KEPT", 10)
    for _ in range(120):
        write()
    assert 10 <= DevEmail.objects.count() <= 60


@pytest.mark.parametrize("path", ["", "{}/", "{}/html/"])
def test_there_is_no_dev_outbox_without_debug(client: Client, staff: User, settings: Any, path: str) -> None:
    email = write()
    settings.DEBUG = False
    client.force_login(staff)
    assert client.get(f"/dev/outbox/{path.format(email.pk)}").status_code == 404


def test_the_host_is_warned_if_emails_reach_nobody(settings: Any) -> None:
    from config.checks import mail_reaches_people

    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    assert mail_reaches_people(None) == []
    settings.DEBUG = False
    assert [warning.id for warning in mail_reaches_people(None)] == ["accounts.W001"]
    settings.EMAIL_BACKEND = "anymail.backends.postmrk.EmailBackend"
    assert "PLAYPOST_MAIL_BACKEND is wrong: No module named" in mail_reaches_people(None)[0].msg
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    assert "ANYMAIL_POSTMARK_SERVER_TOKEN" in mail_reaches_people(None)[0].msg
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert mail_reaches_people(None) == []


def test_sign_up_links_to_the_dev_outbox(client: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    words = "quiet brown letterbox"
    data = {"email": "nora@example.org", "username": "nora", "password1": words}
    page = client.post("/accounts/signup/", data, follow=True).content.decode()
    assert 'href="/dev/outbox/"' in page
    assert DevEmail.objects.get().recipients == "nora@example.org"


def test_remote_visitors_see_only_their_own_emails(player: User, stranger: User) -> None:
    own, other = write(player.email), write(stranger.email, "Your hand")
    visitor = Client(REMOTE_ADDR="192.168.0.7")
    assert "Your turn" not in visitor.get("/dev/outbox/").content.decode()
    visitor.force_login(player)
    page = visitor.get("/dev/outbox/").content.decode()
    assert "Your turn" in page and "Your hand" not in page
    for part in ("", "html/"):
        assert visitor.get(f"/dev/outbox/{own.pk}/{part}").status_code == 200
        assert visitor.get(f"/dev/outbox/{other.pk}/{part}").status_code == 404
    assert Client(headers={"x-forwarded-for": "192.168.0.7"}).get(f"/dev/outbox/{own.pk}/").status_code == 404


def test_remote_visitors_can_sign_up_but_not_with_a_known_address(player: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    write(player.email, "Your hand")
    for name, email, is_shown in (("newcomer", "new@example.org", True), ("thief", player.email, False)):
        visitor = Client(REMOTE_ADDR="192.168.0.7")
        facts = {"username": name, "email": email, "password1": "lamp green 71 oak", "time_zone": "UTC"}
        assert visitor.post("/accounts/signup/", facts).status_code == 302
        emails = dev_outbox.emails_for(visitor.get("/accounts/confirm-email/").wsgi_request)
        assert [one.recipients for one in emails] == [email] * is_shown


def test_a_reply_can_be_written_in_the_dev_outbox(client: Client) -> None:
    page = client.get("/dev/outbox/inbox/?to=reply%2B1-x%40localhost").content.decode()
    assert 'value="reply+1-x@localhost"' in page
    sent = client.post("/dev/outbox/inbox/", {"to": "reply+1-x@localhost", "text": "1"})
    assert "Taken: unknown" in sent.content.decode()


def test_signing_up_shows_no_other_email_to_that_address(settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    early = write("friend@example.org", "Ada invites you")
    DevEmail.objects.filter(pk=early.pk).update(at=early.at - timedelta(minutes=1))
    visitor = Client(REMOTE_ADDR="192.168.0.7")
    words = "lamp green 71 oak"
    facts = {"username": "thief", "email": "friend@example.org", "time_zone": "UTC"}
    visitor.post("/accounts/signup/", facts | {"password1": words})
    late = write("friend@example.org", "Ada invites you again")
    DevEmail.objects.filter(pk=late.pk).update(at=late.at + timedelta(minutes=1))
    page = visitor.get("/dev/outbox/").content.decode()
    assert "code" in page.lower() and "Ada invites you" not in page
    assert visitor.get(f"/dev/outbox/{late.pk}/").status_code == 404
