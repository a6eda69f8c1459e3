"""Sign-ups and password resets work while the mail server is down; the emails are sent when it is back."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from tests.accounts.conftest import newest_code
from tests.accounts.test_logging_in import sign_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def away(settings: Any) -> Any:
    """The mail server is down."""
    here = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend",
        "127.0.0.1",
        9,
    )

    def comes_back() -> None:
        settings.EMAIL_BACKEND = here
        OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now())
        outbox.send_due()

    return comes_back


def test_sign_up_works_and_the_code_is_sent_later(away: Any) -> None:
    client = Client()
    assert sign_up(client).status_code == 302
    assert User.objects.exists() and not mail.outbox
    away()
    (message,) = mail.outbox
    assert message.to == [User.objects.get().email] and "List-Unsubscribe" not in message.extra_headers
    assert client.post("/accounts/confirm-email/", {"code": newest_code()}).status_code == 302
    assert OutgoingMail.objects.get().data == {}, "what opens an account is not kept"


def test_a_password_reset_works_and_the_link_is_sent_later(away: Any, player: Any) -> None:
    User.objects.filter(pk=player.pk).update(mail_stopped=True, mail_daily_limit=0)
    for address in (player.email, "nobody@example.org"):
        assert Client().post("/accounts/password/reset/", {"email": address}).status_code == 302
    away()
    assert [message.to for message in mail.outbox] == [[player.email]]


def test_expired_account_emails_are_not_sent(away: Any, player: Any) -> None:
    Client().post("/accounts/password/reset/", {"email": player.email})
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(hours=2))
    away()
    assert not mail.outbox and OutgoingMail.objects.get().status == "skipped"
