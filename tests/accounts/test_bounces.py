"""Bounced addresses, and addresses that are confirmed again."""

from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account import signals as account_signals
from anymail.signals import AnymailTrackingEvent, tracking
from django.utils import timezone

from accounts.mail import bounces
from accounts.models import User
from tests.fixtures import empty_cache

pytestmark = pytest.mark.django_db


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
