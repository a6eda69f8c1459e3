"""Bounced addresses, and addresses that are confirmed again."""

from types import SimpleNamespace

import pytest
from allauth.account import signals as account_signals
from anymail.signals import AnymailTrackingEvent, tracking
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("event_type", "is_hard"), [("bounced", True), ("complained", True), ("deferred", False)])
def test_a_hard_bounce_stops_emails(player: User, event_type: str, is_hard: bool) -> None:
    event = AnymailTrackingEvent(event_type=event_type, recipient="PLAYER@example.org")
    tracking.send(sender=None, event=event, esp_name="test")
    player.refresh_from_db()
    assert bool(player.mail_bounced_at) == is_hard


def test_confirming_the_address_resumes_emails(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_bounced_at=timezone.now())
    address = SimpleNamespace(user_id=player.pk)
    account_signals.email_confirmed.send(sender=None, request=None, email_address=address)
    player.refresh_from_db()
    assert player.mail_bounced_at is None
