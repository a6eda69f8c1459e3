"""Email comes in by SMTP and LMTP, without a mail service: replies, stops and bounces; nothing else is accepted."""

import asyncio
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from io import StringIO
from typing import Any

import pytest
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core import mail
from django.core.management import CommandError, call_command

from accounts import hooks
from accounts.mail import door, headers, inbound, outbox, unsubscribe
from accounts.mail.email import Email
from accounts.models import OutgoingMail, User
from tests.fixtures import free_port

REPORT = """Content-Type: multipart/report; report-type=delivery-status; boundary="b"
From: MAILER-DAEMON@mx.example.net
Subject: Undelivered Mail Returned to Sender

--b
Content-Type: text/plain

It could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; player@example.org
Action: {action}
Status: {status}

--b--
"""


@pytest.fixture(autouse=True)
def own_door(settings: Any) -> None:
    settings.REPLY_ADDRESS, settings.MAIL_DOOR = "reply@play.example.org", "smtp://127.0.0.1:2525"
    settings.HAS_VERP = True


def row_for(person: User) -> OutgoingMail:
    row = outbox.queue(kind="turn", key="m1.turn", user=person, data={"match": 1})
    assert row is not None
    row.user = person
    return row


@pytest.fixture(params=["smtp", "lmtp"])
def place(request: Any) -> str:
    return f"{request.param}://127.0.0.1:{free_port()}"


@pytest.fixture
def client(place: str) -> Iterator[smtplib.SMTP]:
    server = door.Server(place)
    server.start()
    kind = smtplib.LMTP if place.startswith("lmtp") else smtplib.SMTP
    with kind("127.0.0.1", int(place.rpartition(":")[2])) as client:
        yield client
    server.stop()


@pytest.mark.django_db(transaction=True)
def test_an_email_to_a_signed_address_arrives(client: smtplib.SMTP, player: User) -> None:
    letter = EmailMessage()
    letter["To"] = inbound.stop_address(unsubscribe.Scope(player.pk))
    letter.set_content("stop")
    assert client.send_message(letter, "anybody@example.net") == {}
    player.refresh_from_db()
    assert player.mail_stopped


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["reply@play.example.org", "ann@example.net", "reply+5-abc@play.example.org"])
def test_other_addresses_are_refused(client: smtplib.SMTP, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("anybody@example.net", [address], "Subject: hi\n\nhi")
    assert refused.value.recipients[address][0] == 550


@pytest.mark.django_db(transaction=True)
def test_a_failure_of_ours_asks_for_another_try(client: smtplib.SMTP, player: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(inbound, "receive", lambda *_: 1 / 0)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("a@example.net", [inbound.stop_address(unsubscribe.Scope(player.pk))], "Subject: hi\n\nhi")
    assert refused.value.smtp_code == 451


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("depth", [50, 3000])
def test_parts_in_parts_without_end_are_refused_for_good(client: smtplib.SMTP, player: User, depth: int) -> None:
    nest = "".join(f"Content-Type: multipart/mixed; boundary=b{one}\n\n--b{one}\n" for one in range(depth))
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("a@example.net", [inbound.stop_address(unsubscribe.Scope(player.pk))], nest)
    assert refused.value.smtp_code == 554


@pytest.mark.django_db
@pytest.mark.parametrize("protocol", [SMTP, LMTP])
@pytest.mark.parametrize(("take", "code"), [(lambda *_: "played", "250 2.0.0 played"), (lambda *_: 1 / 0, "451 ")])
def test_there_is_one_answer_for_each_recipient_of_lmtp(protocol: Any, take: Any, code: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(door, "take", take)
    envelope = Envelope()
    envelope.rcpt_tos, envelope.content = ["a", "b"], b"Subject: hi\n\n1"
    answer = asyncio.run(door.Door().handle_DATA(protocol(door.Door()), Session(None), envelope))  # type: ignore[arg-type]
    assert answer.count(code) == (2 if protocol is LMTP else 1)


# --- bounces --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_envelope_sender_names_the_email(player: User, settings: Any) -> None:
    row = row_for(player)
    message = headers.message(row, Email("Hi", "Hi", sender="Backgammon"))
    assert message.from_email == inbound.bounce_address(row) and inbound.bounced_by(message.from_email) == row
    assert message.message()["From"].endswith("<post@localhost>")
    settings.HAS_VERP = False
    assert headers.message(row, Email("Hi", "Hi")).from_email.endswith("<post@localhost>")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("action", "status", "outcome", "stops"),
    [
        ("failed", "5.1.1", "bounced", True),
        ("failed", "5.2.2", "bounced", False),
        ("failed", "4.4.7", "bounced", False),
        ("delayed", "4.4.1", "ignored", False),
    ],
)
def test_a_report_of_a_dead_mailbox_stops_emails(
    player: User, action: str, status: str, outcome: str, stops: bool, monkeypatch: Any
) -> None:
    told: list[User] = []
    monkeypatch.setattr(hooks, "mail_bounced", [lambda person, now: told.append(person)])
    address = inbound.bounce_address(row_for(player))
    report = REPORT.format(action=action, status=status).encode()
    assert door.take([address], report) == outcome
    player.refresh_from_db()
    assert bool(player.mail_bounced_at) == stops == bool(told)


@pytest.mark.django_db
def test_a_bounce_of_an_email_from_before_a_restored_backup_is_not_another_person_s(player: User) -> None:
    row = row_for(player)
    address, before_upgrade = inbound.bounce_address(row), inbound._address(f"b{row.pk}")
    assert inbound.bounced_by(before_upgrade) == row
    type(row).objects.filter(pk=row.pk).update(created_at=row.created_at + timedelta(minutes=1))
    assert inbound.bounced_by(address) is None


@pytest.mark.django_db
def test_a_forged_bounce_is_ignored(player: User) -> None:
    address = inbound.bounce_address(row_for(player)).replace("-", "-0")[:-1]
    report = REPORT.format(action="failed", status="5.1.1").encode()
    assert door.take([address], report) in ("ignored", "unknown")
    player.refresh_from_db()
    assert player.mail_bounced_at is None


# --- trying it out --------------------------------------------------------------------------------------------------


def test_a_test_email_says_what_to_check(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    out = StringIO()
    call_command("testmail", "host@example.org", stdout=out)
    (sent,) = mail.outbox
    assert (
        sent.to == ["host@example.org"] and "List-Unsubscribe" in sent.extra_headers and settings.SITE_URL in sent.body
    )
    for word in ("SPF", "DKIM", "List-Unsubscribe", "Click tracking", "reply+…@play.example.org"):
        assert word in out.getvalue()


def test_without_a_mail_server_there_is_no_test(settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    with pytest.raises(CommandError, match="PLAYPOST_MAIL_BACKEND"):
        call_command("testmail", "host@example.org")
