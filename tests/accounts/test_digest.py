"""Digests: at once, collected, once a day; exceptions for single games; the preview; nothing is sent twice."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail as postbox
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from accounts import hooks, services
from accounts.mail import email, outbox, preferences, quiet, unsubscribe
from accounts.mail.email import Email, Skip
from accounts.models import MailStop, OutgoingMail, User
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db
SETTINGS, NEXT = "/people/me/mail/settings/", "/people/me/mail/next/"


@pytest.fixture(autouse=True)
def renderers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(email, "renderers", {})
    monkeypatch.setattr(hooks, "mail_samples", [])

    @email.renderer("turn")
    def turn(row: OutgoingMail) -> Email | Skip:
        if row.data.get("gone"):
            return Skip("You had already moved.")
        if row.data.get("broken"):
            raise ZeroDivisionError
        facts = {"others": "Bo", "match": {"title": TITLE, "id": row.match_id}, "choices": []}
        return email.write(row, "turn", facts | {"subject": "you lead"}, about=f"{TITLE} {row.match_id}")

    email.renderers["last_call"] = turn
    yield


def person(user: User, mode: str, **more: Any) -> User:
    User.objects.filter(pk=user.pk).update(mail_mode=mode, **more)
    user.refresh_from_db()
    return user


def queue(user: User, match: int, kind: str = "turn", **data: Any) -> OutgoingMail:
    facts = {"match": match, "slug": GAME, "live": False} | data
    row = outbox.queue(kind=kind, key=f"m{match}.{kind}", user=user, data=facts)
    assert row is not None
    return row


def pass_time(minutes: float) -> None:
    """Move all queued emails this far into the past."""
    gone = timedelta(minutes=minutes)
    for row in OutgoingMail.objects.all():
        row.created_at, row.next_try_at = row.created_at - gone, row.next_try_at - gone
        row.held_until = row.held_until and row.held_until - gone
        row.save()


def states() -> list[str]:
    return list(OutgoingMail.objects.order_by("id").values_list("status", flat=True))


# --- at once, collected, daily --------------------------------------------------------------------------------------


def test_mode_at_once_sends_one_email_per_event(player: User) -> None:
    for match in (1, 2, 3):
        queue(player, match)
    outbox.send_due()
    assert len(postbox.outbox) == 3 and states() == ["sent"] * 3


def test_collected_emails_are_sent_together_after_quiet_minutes(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=15)
    for match in (1, 2):
        queue(player, match)
    outbox.send_due()
    pass_time(10)
    queue(player, 3)
    outbox.send_due()
    pass_time(10)
    outbox.send_due()
    assert not postbox.outbox and states() == ["queued"] * 3
    pass_time(6)
    outbox.send_due()
    (email,) = postbox.outbox
    assert states() == ["sent"] * 3
    assert email.subject == f"Your turn in 3 games: {TITLE} 1, {TITLE} 2 and 1 more"
    for match in (1, 2, 3):
        assert f"{TITLE} {match} with Bo." in email.body
        assert unsubscribe.url(player.pk, str(match)) in email.body
    assert set(OutgoingMail.objects.values_list("bundle", flat=True)) == {"m1.turn"}


def test_collected_emails_are_not_held_for_ever(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=10)
    for match in range(1, 9):
        queue(player, match)
        outbox.send_due()
        pass_time(8)
    assert len(postbox.outbox) == 1


def test_daily_emails_are_sent_at_the_hour_in_the_persons_zone(player: User) -> None:
    person(player, "daily", mail_hour=18, time_zone="Asia/Tokyo")
    now = datetime(2026, 11, 21, 8, 59, tzinfo=UTC)  # 17:59 in Tokyo
    assert quiet.next_hour(player, 18, now) == datetime(2026, 11, 21, 9, tzinfo=UTC)
    assert quiet.next_hour(player, 18, now + timedelta(minutes=1)) == datetime(2026, 11, 22, 9, tzinfo=UTC)
    for match in (1, 2):
        queue(player, match)
    outbox.send_due()
    held = OutgoingMail.objects.first()
    assert held is not None and held.held_until is not None and held.held_until.astimezone(UTC).hour == 9
    assert not postbox.outbox
    pass_time((held.held_until - timezone.now()).total_seconds() / 60 + 1)
    outbox.send_due()
    assert len(postbox.outbox) == 1 and states() == ["sent"] * 2


@pytest.mark.parametrize(("day", "hour"), [((2026, 3, 28), 7), ((2026, 10, 24), 8)])
def test_the_daily_hour_survives_daylight_saving_changes(player: User, day: tuple[int, int, int], hour: int) -> None:
    person(player, "daily", mail_hour=9, time_zone="Europe/Berlin")
    at = quiet.next_hour(player, 9, datetime(*day, 12, tzinfo=UTC))
    assert (at.astimezone(UTC).day, at.astimezone(UTC).hour) == (day[2] + 1, hour)


def test_the_last_call_is_sent_at_once_and_over_the_daily_limit(player: User) -> None:
    person(player, "daily", mail_daily_limit=0)
    queue(player, 1)
    queue(player, 2, "last_call")
    outbox.send_due()
    assert [email.subject for email in postbox.outbox] == ["you lead"]
    assert states() == ["skipped", "sent"]


def test_a_combined_email_counts_once_for_the_daily_limit(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1, mail_daily_limit=2)
    for match in range(1, 6):
        queue(player, match)
    outbox.send_due()
    pass_time(5)
    outbox.send_due()
    assert states() == ["sent"] * 5
    assert preferences.preferences_of(OutgoingMail.objects.latest("id")).sent_today == 1


def test_a_single_collected_email_is_not_a_digest(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1)
    queue(player, 1)
    queue(player, 2, gone=True)
    outbox.send_due()
    pass_time(5)
    outbox.send_due()
    (email,) = postbox.outbox
    assert email.subject == "you lead" and email.body.count("Email settings") == 1
    assert states() == ["sent", "skipped"]
    assert OutgoingMail.objects.get(match_id="1").bundle == ""


def test_a_failed_or_stopped_part_does_not_hold_back_the_others(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1)
    for match in (1, 2, 3, 4):
        queue(player, match, broken=match == 2)
    outbox.send_due()
    MailStop.objects.create(user=player, match_id="3")
    pass_time(5)
    outbox.send_due()
    assert states() == ["sent", "queued", "skipped", "sent"]


def test_unsubscribing_from_a_digest_stops_all_emails(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1)
    for match in (1, 2):
        queue(player, match)
    outbox.send_due()
    pass_time(5)
    outbox.send_due()
    headers = dict(postbox.outbox[0].message().items())
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].split(">")[0].lstrip("<")
    assert Client().post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    player.refresh_from_db()
    assert player.mail_stopped


# --- single games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "is_live", "status"),
    [("once", False, "sent"), ("quiet", False, "queued"), ("never", False, "skipped"), ("once", True, "queued")],
)
def test_a_rule_for_a_game_and_pace_takes_precedence(player: User, rule: str, is_live: bool, status: str) -> None:
    person(player, "daily")
    services.set_mail_rules(user=player, rules={(GAME, is_live): rule})
    queue(player, 1)
    outbox.send_due()
    assert states() == [status]


def test_live_matches_send_no_emails_by_default(player: User) -> None:
    queue(player, 1, live=True)
    outbox.send_due()
    services.set_mail_rules(user=player, rules={(GAME, True): "once"})
    queue(player, 2, live=True)
    outbox.send_due()
    assert states() == ["skipped", "sent"]


def test_changing_rules_releases_held_emails(player: User) -> None:
    person(player, "daily")
    queue(player, 1)
    outbox.send_due()
    client = Client()
    client.force_login(player)
    form = {"mail_mode": "daily", "mail_quiet_minutes": 15, "mail_hour": 8, "mail_turn": "on", "mail_daily_limit": 50}
    assert client.post(SETTINGS, form | {f"rule-{GAME}-post": "once"}).status_code == 302
    assert list(player.mail_rules.values_list("slug", "is_live", "mode")) == [(GAME, False, "once")]
    outbox.send_due()
    assert states() == ["sent"]


# --- the preview ----------------------------------------------------------------------------------------------------


def test_the_preview_shows_the_next_email_and_changes_nothing(player: User) -> None:
    person(player, "daily")
    for match in (1, 2):
        queue(player, match)
    outbox.send_due()
    before = list(OutgoingMail.objects.order_by("id").values())
    client = Client()
    client.force_login(player)
    page, loaded = client.get(SETTINGS).content.decode(), client.get(NEXT)
    assert f"Your turn in 2 games: {TITLE} 1, {TITLE} 2" in page and "We’ll send it at" in page
    assert "Your turn in 2 games" in loaded.content.decode() and "sandbox" in loaded["Content-Security-Policy"]
    assert list(OutgoingMail.objects.order_by("id").values()) == before and not postbox.outbox


def test_whoever_wants_no_emails_can_change_it(player: User) -> None:
    person(player, "auto", mail_daily_limit=0)
    queue(player, 1)
    client = Client()
    client.force_login(player)
    page = client.get(SETTINGS)
    assert page.status_code == 200 and "Most emails in 24 hours" in page.content.decode()


def test_nobody_sees_other_peoples_emails(player: User, stranger: User) -> None:
    person(player, "daily")
    queue(player, 1)
    client = Client()
    client.force_login(stranger)
    assert f"{TITLE} 1" not in client.get(SETTINGS).content.decode() + client.get(NEXT).content.decode()
    assert Client().get(NEXT).status_code == 302


def test_the_audit_shows_reason_time_and_outcome(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1)
    for match in (1, 2, 3):
        queue(player, match, gone=match == 3)
    outbox.send_due()
    pass_time(5)
    outbox.send_due()
    queue(player, 4)
    outbox.send_due()
    client = Client()
    client.force_login(player)
    page = client.get("/people/me/mail/").content.decode()
    for words in (
        "Your turn",
        "in one email with others",
        f"<strong>{TITLE} 3</strong>",
        "You had already moved.",
        "collected with others",
        "Planned for",
    ):
        assert words in page


# --- concurrent senders ---------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_concurrent_senders_send_one_digest(player: User) -> None:
    person(player, "quiet", mail_quiet_minutes=1)
    for match in range(1, 9):
        queue(player, match)
    outbox.send_due()
    pass_time(5)

    def run() -> None:
        try:
            outbox.send_due()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    connection.close()
    assert states() == ["sent"] * 8
    assert len(postbox.outbox) == 1
