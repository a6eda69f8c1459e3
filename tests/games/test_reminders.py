"""The reminder ladder: each step once per decision and deadline, and no email about what was just seen."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail as postbox
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.clocks import reminders, time_control
from games.clocks.waking_hours import Calendar, read_windows
from games.deadlines import shifted_clocks, sweep
from games.matches import presence
from games.matches.play import lock_match
from games.models import Match, OpenDecision, WakingHours
from tests.fixtures import empty_cache
from tests.games.conftest import DAY, browser_of
from tests.games.test_clock import pass_time, row_of

pytestmark = pytest.mark.django_db
STEPS = ["turn", "reminder", "quarter", "last_call"]


@pytest.fixture(autouse=True)
def local_post(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    empty_cache()


def kinds(match: Match) -> list[str]:
    found = OutgoingMail.objects.filter(match_id=str(match.pk), kind__in=STEPS).order_by("id")
    return list(found.values_list("kind", flat=True))


def send(match: Match, kind: str) -> OutgoingMail:
    row = OutgoingMail.objects.get(match_id=str(match.pk), kind=kind)
    OutgoingMail.objects.filter(pk=row.pk).update(next_try_at=timezone.now() - timedelta(minutes=20))
    outbox.send_due(limit=1)
    row.refresh_from_db()
    return row


def test_each_of_the_four_emails_is_sent_once(start):
    match = start()
    row = row_of(match)
    moment = row.asked_at
    while moment < row.due_at:
        sweep.remind_due(moment)
        sweep.remind_due(moment)
        moment += timedelta(hours=1)
    assert kinds(match) == STEPS


def test_missed_reminders_are_not_sent_later(start):
    match = start()
    row = row_of(match)
    sweep.remind_due(row.due_at - timedelta(minutes=30))
    assert kinds(match) == ["turn", "last_call"]
    sweep.remind_due(row.due_at - timedelta(minutes=20))
    assert kinds(match) == ["turn", "last_call"]


def test_a_new_deadline_has_a_ladder_of_its_own(start):
    match = start()
    row = row_of(match)
    sweep.remind_due(row.remind_at)
    loaded, now = lock_match(match.pk), row.remind_at + timedelta(minutes=1)
    later = (row.drains_at + timedelta(days=8), row.due_at + timedelta(days=8))
    shifted_clocks.move_clock(loaded, loaded.asked[0], later, Calendar(), now)
    row.refresh_from_db()
    assert row.reminded == 0 and row.remind_at == row.asked_at + timedelta(days=6)
    sweep.remind_due(row.remind_at)
    assert kinds(match) == ["turn", "reminder", "reminder"]


@pytest.mark.clause("PLAY-13")
def test_reminders_are_due_in_waking_hours():
    week = (read_windows("18-22"),) * 5 + (read_windows("10-20"),) * 2
    calendar = Calendar("Europe/Berlin", week)
    now = timezone.now()
    _, due = time_control.clock(now, "correspondence", DAY, "turn", 3 * DAY, calendar)
    for step in range(reminders.LADDER):
        moment = reminders.remind_at(now, due, step, calendar)
        assert moment is not None and calendar.is_open(moment - timedelta(seconds=1))


def test_the_sweep_sends_reminders_in_waking_hours(start, owner, player, staff):
    since = timezone.now() - timedelta(days=30)
    for person in (owner, player, staff):
        WakingHours.objects.create(user=person, zone="Asia/Tokyo", week=(read_windows("9-17"),) * 7, since=since)
    match = start()
    for _ in range(3):
        at = row_of(match).remind_at
        assert 9 <= at.astimezone(ZoneInfo("Asia/Tokyo")).hour <= 17
        sweep.remind_due(at)
    assert kinds(match) == STEPS


@pytest.mark.parametrize("kind", STEPS)
def test_a_player_who_has_just_seen_the_table_gets_no_email(start, kind):
    match = start()
    row = row_of(match)
    if kind != "turn":
        sweep.remind_due(reminders.remind_at(row.asked_at, row.due_at, STEPS.index(kind) - 1))
    browser_of(row.user).get(f"/match/{match.pk}/")
    sent = send(match, kind)
    assert (sent.status, sent.reason) == ("skipped", "You had just looked at it.")


def test_forgotten_tabs_and_other_peoples_pages_do_not_stop_reminders(start, stranger):
    match = start()
    row = row_of(match)
    presence.mark([(match.pk, row.seat)])
    browser_of(stranger).get(f"/match/{match.pk}/")
    browser_of(User.objects.exclude(pk=row.user_id).filter(username="player").first() or stranger).get("/mine/")
    pass_time(match, 3 * 3600)
    assert send(match, "turn").status == "sent"


def test_an_open_tab_delays_an_email_by_at_most_five_minutes(start, owner, player):
    match = start()
    row = row_of(match)
    presence.mark([(match.pk, seat) for seat in range(3)])
    from tests.games.conftest import move_on

    move_on(match)
    newest = OutgoingMail.objects.filter(kind="turn").latest("id")
    assert newest.user_id != row.user_id
    assert newest.next_try_at <= timezone.now() + timedelta(seconds=301)


def test_opening_a_link_in_an_email_does_not_count_as_seeing_the_table(start):
    """Mail scanners open links."""
    from django.test import Client

    from games.mail import links
    from games.mail.links import Ticket

    match = start()
    row = row_of(match)
    link = links.link(Ticket(match.pk, row.seat, row.user_id, "0", row.key))
    assert Client().get(link).status_code == 200
    assert send(match, "turn").status == "sent"


def test_times_are_absolute_and_in_the_readers_zone(start, owner, player, staff):
    User.objects.update(time_zone="Asia/Tokyo")
    match = start()
    row = row_of(match)
    send(match, "turn")
    due = row.due_at.astimezone(ZoneInfo("Asia/Tokyo"))
    drains = row.drains_at.astimezone(ZoneInfo("Asia/Tokyo"))
    body = postbox.outbox[0].body
    assert f"Until {due:%a} {due.day} {due:%b}, {due:%H:%M}." in body
    assert "1 day for this move, then your 3-day reserve." in body
    assert f"Your reserve starts to run on {drains:%a} {drains.day} {drains:%b}, {drains:%H:%M}." in body


def test_a_reminder_while_the_reserve_drains_says_how_much_is_left(start):
    match = start()
    row = row_of(match)
    OpenDecision.objects.filter(pk=row.pk).update(
        drains_at=timezone.now() - timedelta(days=1), due_at=timezone.now() + timedelta(days=2)
    )
    send(match, "turn")
    body = postbox.outbox[0].body
    assert "left in your reserve." in body and "starts to run" not in body


def test_no_reminders_for_answered_decisions(start):
    match = start()
    row = row_of(match)
    OpenDecision.objects.filter(pk=row.pk).update(answered_at=timezone.now())
    assert sweep.remind_due(row.due_at - timedelta(minutes=1)) == 0
