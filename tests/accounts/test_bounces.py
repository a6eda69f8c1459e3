"""Bounced addresses, and addresses that are confirmed again."""

from smtplib import SMTPRecipientsRefused
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account import signals as account_signals
from anymail.exceptions import AnymailRecipientsRefused
from anymail.signals import AnymailTrackingEvent, tracking
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts.mail import bounces, email, outbox
from accounts.models import OutgoingMail, User
from tests.fixtures import empty_cache

pytestmark = pytest.mark.django_db
PLAYER = "player@example.org"


def report(event_type: str, reason: str | None = None, **more: Any) -> None:
    event = AnymailTrackingEvent(event_type=event_type, recipient="PLAYER@example.org", reject_reason=reason, **more)
    tracking.send(sender=None, event=event, esp_name="test")


@pytest.mark.parametrize(
    ("event_type", "reason", "more", "stops"),
    [
        ("bounced", None, {}, True),
        ("bounced", "bounced", {"mta_response": "550 5.1.1 no such user"}, True),
        ("bounced", "bounced", {"mta_response": "552 5.2.2 mailbox full"}, False),
        ("bounced", "bounced", {"esp_event": {"Type": "SoftBounce"}}, False),
        ("bounced", "bounced", {"description": "451 4.7.1 try later"}, False),
        ("bounced", "blocked", {}, False),
        ("rejected", "bounced", {}, True),
        ("rejected", "invalid", {}, True),
        ("rejected", "spam", {}, True),
        ("rejected", "blocked", {}, False),
        ("complained", None, {}, True),
        ("failed", None, {}, False),
        ("deferred", None, {}, False),
        ("delivered", None, {}, False),
    ],
)
def test_only_a_dead_address_stops_emails(player: User, event_type: str, reason: str, more: Any, stops: bool) -> None:
    report(event_type, reason, **more)
    player.refresh_from_db()
    assert bool(player.mail_bounced_at) == stops and not player.mail_stopped


def test_all_who_share_a_dead_mailbox_are_sent_nothing_more(player: User, stranger: User) -> None:
    User.objects.filter(pk=stranger.pk).update(is_guest=True, email="", reminder_email=player.email)
    report("bounced")
    assert set(User.objects.exclude(mail_bounced_at=None)) == {player, stranger}


def test_several_soft_bounces_in_a_week_count_as_a_hard_one(player: User) -> None:
    empty_cache()
    for number in range(1, bounces.MOST_SOFT + 1):
        report("bounced", "timed_out")
        player.refresh_from_db()
        assert bool(player.mail_bounced_at) == (number == bounces.MOST_SOFT)


@pytest.mark.parametrize(("event_type", "reason"), [("unsubscribed", None), ("rejected", "unsubscribed")])
def test_unsubscribing_at_the_mail_service_stops_emails_about_matches(
    player: User, event_type: str, reason: str | None
) -> None:
    report(event_type, reason)
    player.refresh_from_db()
    assert player.mail_stopped and player.mail_bounced_at is None


def test_confirming_the_address_resumes_emails(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_bounced_at=timezone.now())
    address = SimpleNamespace(user_id=player.pk, user=player, email=player.email)
    account_signals.email_confirmed.send(sender=None, request=None, email_address=address)
    player.refresh_from_db()
    assert player.mail_bounced_at is None


@pytest.mark.parametrize(
    ("error", "stops"),
    [
        (SMTPRecipientsRefused({PLAYER: (550, b"5.1.1 <player@example.org>: User unknown")}), True),
        (SMTPRecipientsRefused({PLAYER: (553, b"5.1.8 <post@example.org>: Domain not found")}), False),
        (SMTPRecipientsRefused({PLAYER: (450, b"4.1.1 Try again later")}), False),
        (AnymailRecipientsRefused(), True),  # a mail service that sends nothing to an address whose emails came back
    ],
)
def test_a_mailbox_that_our_own_mail_server_does_not_know_stops_emails(
    player: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, error: Any, stops: bool
) -> None:
    def refuse(self: Any, messages: Any) -> int:
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    outbox.queue(kind="nudge", key="n", user=player.pk, data={})
    monkeypatch.setitem(email.renderers, "nudge", lambda row: email.Email("Hello", "Hello"))
    OutgoingMail.objects.update(next_try_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        outbox.send_due()
    player.refresh_from_db()
    assert (player.mail_bounced_at is not None) is stops
