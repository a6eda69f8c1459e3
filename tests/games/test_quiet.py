"""Emails are few, and none come at night: a simulated week, and each rule by itself."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core import mail

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.clocks import reminders
from games.deadlines import chosen_hours
from games.mail import picture
from games.matches import mail_queue
from games.matches.loaded import load_match
from games.models import OpenDecision
from tests.clock import Clock
from tests.games.conftest import move_on
from tests.quiet_week import five_friends, live_through
from tests.samples import TITLE, quick_first

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def quiet(settings: Any) -> None:
    settings.MAIL_IS_QUIET = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, NOON)


@pytest.mark.parametrize("looks", quick_first(0.12, 0.8))
def test_a_week_of_five_friends_is_quiet(monkeypatch: pytest.MonkeyPatch, looks: float) -> None:
    """`looks`: how often an hour each of them looks in, from now and then to all the time."""
    monkeypatch.setattr(picture, "of_position", lambda *_: None)  # takes most of the time, and says nothing here
    people = five_friends(User.objects.create_user)
    week = live_through(people, monkeypatch, looks)
    worst = max(week.per_day.values())
    print(f"\n{week.moves} moves, {len(week.sent)} emails: {week.mean(5):.1f} a day, at most {worst}; {week.kinds}")
    assert week.moves > 60
    assert week.mean(5) <= 3 and worst <= 6
    assert week.at_night == 0


def sent() -> list[str]:
    """The subjects of what is sent now."""
    outbox.send_due()
    found = [message.subject for message in mail.outbox]
    mail.outbox.clear()
    return found


def test_matches_that_start_together_are_in_one_email(start: Any, clock: Clock, owner: User) -> None:
    matches = [start() for _ in range(4)]
    clock.pass_time(minutes=1)
    outbox.send_due()
    text = mail.outbox[0].body
    assert len([one for one in sent() if "4 emails" in one or "4 games" in one]) == 3, "one for each of three people"
    for match in matches:
        assert f". {TITLE} {match.pk} has started. " in text, "the list names each game once"
    assert not OutgoingMail.objects.filter(status="queued").exists()


def test_two_waiting_games_are_enough_for_one_email(start: Any, clock: Clock, owner: User) -> None:
    first, second = start(), start()
    OutgoingMail.objects.exclude(user=owner).delete()
    clock.pass_time(minutes=1)
    assert len(sent()) == 1
    assert first != second and OutgoingMail.objects.filter(user=owner, status="sent").count() == 2


def test_each_email_of_a_day_waits_longer(start: Any, clock: Clock, owner: User) -> None:
    times = []
    for number in range(4):
        outbox.queue(kind="host", key=f"noise{number}", user=owner, data={})  # what is urgent does not count
    OutgoingMail.objects.all().update(status="sent", done_at=clock.now)
    for number in range(60):
        match = start() if number % 6 == 0 else None
        if match:
            OutgoingMail.objects.filter(match_id=str(match.pk)).exclude(user=owner).delete()
        clock.pass_time(minutes=10)
        times += [clock.now] * len(sent())
    gaps = [after - before for before, after in pairwise(times)]
    assert times[0] <= NOON + timedelta(minutes=10) and gaps == sorted(gaps) and gaps[-1] >= timedelta(hours=3)


def test_nothing_comes_at_night_and_all_comes_in_the_morning(start: Any, clock: Clock, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(time_zone="Asia/Tokyo")
    clock.now = NOON + timedelta(hours=3)  # midnight in Tokyo
    start()
    OutgoingMail.objects.exclude(user=owner).delete()
    clock.pass_time(hours=6)
    assert sent() == []
    clock.pass_time(hours=1, minutes=1)
    assert len(sent()) == 1


def test_a_question_that_waited_for_the_morning_is_asked_once(start: Any, clock: Clock) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    clock.now = NOON + timedelta(hours=3)  # midnight in Tokyo
    match = start(bank_seconds=0)
    asked = OpenDecision.objects.filter(match=match).first()
    OutgoingMail.objects.exclude(user=asked.user_id).delete()
    clock.pass_time(minutes=1)
    assert sent() == []
    mail_queue.queue_reminder(load_match(match.pk), asked.seat, asked.key, "reminder", asked.due_at)
    clock.pass_time(hours=7)
    outbox.send_due()
    [email] = mail.outbox
    assert email.body.count("YOUR CHOICES") == 1 and "still your turn" not in email.body


def test_chosen_waking_hours_count_instead_of_the_night(start: Any, clock: Clock, owner: User) -> None:
    night_owl = tuple(((18 * 60, 24 * 60),) for _ in range(7))
    chosen_hours.choose(user=owner, week=night_owl, days_off=(), now=clock.now)
    start()
    OutgoingMail.objects.exclude(user=owner).delete()
    clock.pass_time(hours=5, minutes=50)
    assert sent() == []
    clock.pass_time(minutes=11)
    assert len(sent()) == 1


def test_fast_and_live_matches_do_not_wait_for_the_morning(start: Any, clock: Clock, owner: User) -> None:
    clock.now = NOON + timedelta(hours=13)
    start(move_seconds=3600, bank_seconds=12 * 3600)
    OutgoingMail.objects.exclude(user=owner).delete()
    clock.pass_time(minutes=1)
    assert len(sent()) == 1


@pytest.mark.parametrize(
    ("hour", "moved"), [(2, True), (6, True), (22, True), (23, True), (7, False), (12, False), (21, False)]
)
def test_reminders_come_on_the_evening_before(hour: int, moved: bool) -> None:
    moment = datetime(2026, 3, 4, hour, 30, tzinfo=UTC)
    evening = datetime(2026, 3, 4 if hour > 12 else 3, 22, 0, tzinfo=UTC)
    assert reminders.before_night(moment, "UTC", NOON) == (evening if moved else moment)
    assert reminders.before_night(moment, "UTC", moment - timedelta(minutes=1)) == moment, "that evening is over"


def test_reminders_count_the_reserve() -> None:
    asked, due = NOON, NOON + timedelta(days=4)  # a day for the move, and three in reserve
    moments = [reminders.remind_at(asked, due, step) for step in (0, 1)]
    assert moments == [NOON + timedelta(days=2), NOON + timedelta(days=3)]


def test_a_move_made_in_time_gets_no_reminder(start: Any, clock: Clock) -> None:
    match = start()
    clock.pass_time(hours=30)
    move_on(match)
    assert not OutgoingMail.objects.filter(kind="reminder").exists()
