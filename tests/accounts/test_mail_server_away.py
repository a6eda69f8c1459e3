"""With the mail server away people sign up and ask for a new password all the same; the mail comes when it is back."""

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
    """No mail server listens."""
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


def test_a_sign_up_goes_on_and_its_code_comes_later(away: Any) -> None:
    client = Client()
    assert sign_up(client).status_code == 302
    assert User.objects.exists() and not mail.outbox
    away()
    (message,) = mail.outbox
    assert message.to == [User.objects.get().email] and "List-Unsubscribe" not in message.extra_headers
    assert client.post("/accounts/confirm-email/", {"code": newest_code()}).status_code == 302
    assert OutgoingMail.objects.get().data == {}, "what opens an account is not kept"


def test_a_new_password_is_asked_for_and_the_link_comes_later(away: Any, player: Any) -> None:
    User.objects.filter(pk=player.pk).update(mail_stopped=True, mail_daily_limit=0)
    for address in (player.email, "nobody@example.org"):
        assert Client().post("/accounts/password/reset/", {"email": address}).status_code == 302
    away()
    assert [message.to for message in mail.outbox] == [[player.email]]


def test_what_is_too_old_to_be_of_use_is_not_sent(away: Any, player: Any) -> None:
    Client().post("/accounts/password/reset/", {"email": player.email})
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(hours=2))
    away()
    assert not mail.outbox and OutgoingMail.objects.get().status == "skipped"
