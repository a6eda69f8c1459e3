"""Waking hours, vacations, outages and bounces, tested through pages, play_move() and the sweep."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail as postbox
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.email import rendered
from accounts.models import OutgoingMail, User
from games import tasks
from games.clocks.waking_hours import read_windows
from games.deadlines import chosen_hours as choosing
from games.deadlines import sweep, usual_hours, vacations
from games.lobby import tables
from games.matches import calendars, leaving
from games.matches.loaded import load_match
from games.models import Habit, Match, MoveRecord, OpenDecision, Seat, SweepHeartbeat, Vacation, WakingHours
from games.records.export import record
from games.table import log_words
from tests.games.conftest import DAY, browser_of, move_on, user_of
from tests.games.test_clock import answer, bank, pass_time, row_of
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db
HOUR = 3600
EVENINGS = (read_windows("18-22"),) * 5 + (read_windows("10-20"),) * 2
HOURS, VACATION = "/mine/hours/", "/mine/vacation/"


def of_seat(match: Match, seat: int) -> User:
    found: User = user_of(load_match(match.pk), seat)
    return found


def on_turn(match: Match) -> User:
    return of_seat(match, row_of(match).seat)


def wants(user: User, zone: str = "Europe/Berlin", since: datetime | None = None, week: Any = EVENINGS) -> WakingHours:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    since = since or timezone.now() - timedelta(days=30)
    return WakingHours.objects.create(user=user, zone=zone, week=week, since=since)


def form(**more: str) -> dict[str, str]:
    days = {f"day{number}": "18-22" if number < 5 else "10-20" for number in range(7)}
    return days | {"days_off": ""} | more


def days_ahead(user: User, first: int, last: int) -> dict[str, date]:
    today = timezone.now().astimezone(ZoneInfo(user.time_zone)).date()
    return {"first": today + timedelta(days=first), "last": today + timedelta(days=last)}


# --- waking hours ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("PLAY-13")
def test_deadlines_are_in_waking_hours_and_only_those_drain_the_reserve(start, owner, player, staff):
    for person in (owner, player, staff):
        wants(person)
    match = start(move_seconds=HOUR, bank_seconds=12 * HOUR)
    row = row_of(match)
    calendar = calendars.of_people([on_turn(match).pk]).at(on_turn(match).pk, row.asked_at)
    assert calendar.week == EVENINGS
    assert calendar.open_between(row.drains_at, row.due_at) == pytest.approx(12 * HOUR)
    assert row.due_at - row.asked_at > timedelta(days=1)
    late = row.drains_at + timedelta(days=7)  # a week of 40 waking hours
    assert calendar.open_between(row.drains_at, late) == pytest.approx(40 * HOUR)
    pass_time(match, (row.drains_at - row.asked_at).total_seconds() + 100)
    used = calendar.open_between(row_of(match).drains_at, timezone.now())
    assert bank(match, answer(match)) == pytest.approx(12 * HOUR - used, abs=5)


@pytest.mark.clause("PLAY-13")
def test_new_hours_apply_to_later_decisions_only(start):
    match = start(move_seconds=HOUR, bank_seconds=12 * HOUR)
    before = row_of(match)
    assert before.due_at - before.asked_at == timedelta(hours=13)
    person = on_turn(match)
    answered = browser_of(person).post(HOURS, form())
    assert answered.status_code == 302
    row = row_of(match)
    assert (row.drains_at, row.due_at) == (before.drains_at, before.due_at)
    hours = calendars.of_people([person.pk])
    assert hours.at(person.pk, row.asked_at).week == () and hours.at(person.pk, timezone.now()).week == EVENINGS
    while on_turn(match) != person or row_of(match).pk == row.pk:
        move_on(match)
    later = row_of(match)
    assert hours.at(person.pk, timezone.now()).open_between(later.drains_at, later.due_at) >= 11.9 * HOUR
    assert (later.due_at - later.asked_at) > timedelta(hours=14)


@pytest.mark.clause("PLAY-13")
def test_hours_can_be_changed_once_a_week(player):
    client = browser_of(player)
    assert client.post(HOURS, form()).status_code == 302
    again = client.post(HOURS, form(day0="8-22"))
    assert again.status_code == 409 and "once a week" in again.content.decode()
    assert WakingHours.objects.count() == 1
    WakingHours.objects.update(since=timezone.now() - timedelta(days=7, minutes=1))
    assert client.post(HOURS, form(hours="always")).status_code == 302
    assert WakingHours.objects.count() == 2 and choosing.newest(player).week == []


@pytest.mark.clause("PLAY-13")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"day6": ""}, "at least 30 hours"),
        ({"day5": "", "day6": "10-19"}, "at least 30 hours"),
        ({"day0": "22-18"}, "ends before it begins"),
        ({"day3": "evening"}, "can’t be read as hours"),
        ({"days_off": "tomorrow"}, "isn’t a date"),
    ],
)
def test_too_few_hours_and_nonsense_are_refused_with_an_explanation(player, change, words):
    few = form(**{f"day{number}": "18-22" for number in range(5)}) | {"day5": "10-15", "day6": "10-15"} | change
    answer = browser_of(player).post(HOURS, few)
    assert answer.status_code == 422 and words in answer.content.decode()
    assert not WakingHours.objects.exists()


@pytest.mark.clause("PLAY-13")
def test_the_same_hours_every_day_need_only_two_times(player):
    client = browser_of(player)
    same = {"hours": "same", "same_from": "07:30", "same_to": "00:00", "day0": "nonsense that is folded away"}
    assert client.post(HOURS, same).status_code == 302
    assert choosing.newest(player).week == [[[450, 1440]]] * 7
    page = client.get(HOURS).content.decode()
    assert re.search('value="same"[^>]* checked', page)
    assert 'value="07:30"' in page and 'value="00:00"' in page


@pytest.mark.clause("PLAY-13")
@pytest.mark.parametrize(
    ("times", "words"),
    [
        ({"same_from": "22:00", "same_to": "06:00"}, "This is before the start time."),
        ({"same_from": "07:00"}, "Please enter both times"),
        ({"same_from": "soon", "same_to": "22:00"}, "Please enter a time like 7:30."),
        ({"same_from": "07:00", "same_to": "10:00"}, "at least 30 hours"),
    ],
)
def test_invalid_times_are_refused_with_an_explanation(player, times, words):
    answer = browser_of(player).post(HOURS, {"hours": "same", **times})
    assert answer.status_code == 422 and words in answer.content.decode()
    assert not WakingHours.objects.exists()


@pytest.mark.clause("PLAY-13")
def test_days_off_count_against_the_weekly_minimum(player):
    client = browser_of(player)
    monday = date.today() + timedelta(days=7 - date.today().weekday())
    all_week = " ".join((monday + timedelta(days=number)).isoformat() for number in range(4))
    refused = client.post(HOURS, form(days_off=all_week))
    assert refused.status_code == 422 and "because of its days off" in refused.content.decode()
    assert client.post(HOURS, form(days_off=monday.isoformat())).status_code == 302
    assert choosing.newest(player).days_off == [monday.isoformat()]


def test_the_table_sees_when_each_player_answers_in_the_readers_zone(start, owner, player, staff, stranger):
    wants(player, "Asia/Tokyo", week=(read_windows("9-17"),) * 7)
    match = start()
    User.objects.filter(pk=stranger.pk).update(time_zone="Europe/London")
    page = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    assert "When they answer" in page
    expected = [
        moment.astimezone(ZoneInfo("Europe/London")).strftime("%H:%M")
        for moment in (datetime.now(UTC).replace(hour=0, minute=0), datetime.now(UTC).replace(hour=8, minute=0))
    ]
    assert f"{expected[0]} to {expected[1]}" in page
    live = start(pace="live", move_seconds=60, bank_seconds=60)
    assert "When they answer" not in browser_of(stranger).get(f"/match/{live.pk}/").content.decode()


def test_answers_are_counted_once_and_usual_hours_shown_at_the_table(start, owner):
    match = start()
    SweepHeartbeat.objects.create(at=timezone.now())
    move_on(match, 12)
    tasks.count_habits()
    tasks.count_habits()
    counted = Habit.objects.filter(user__in=Seat.objects.filter(match=match).values("user"))
    assert sum(sum(habit.hours) for habit in counted) == MoveRecord.objects.filter(match=match, by="web").count()
    move_on(match, 14)
    usual_hours.count()
    assert "Usually answers" in browser_of(owner).get(f"/match/{match.pk}/").content.decode()


# --- vacations ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PLAY-14")
def test_a_vacation_shows_its_effects_first_and_moves_deadlines_when_booked(start):
    match = start(bank_seconds=7 * DAY)
    person, before = on_turn(match), row_of(match)
    days = days_ahead(person, 1, 3)
    client, sent = browser_of(person), {name: day.isoformat() for name, day in days.items()}
    looked = client.post(VACATION, sent)
    assert looked.status_code == 200 and "Your deadline moves from" in looked.content.decode()
    assert "up to 3 days longer" in looked.content.decode()
    assert row_of(match).due_at == before.due_at and not Vacation.objects.exists()
    assert client.post(VACATION, sent | {"book": "1"}).status_code == 302
    row, vacation = row_of(match), Vacation.objects.get()
    assert row.due_at == before.due_at + timedelta(days=3)
    assert vacation.ends_at - vacation.starts_at == timedelta(days=3)
    assert f"{person.name} books a vacation (" in log_words.story(load_match(match.pk), None)[-1].words
    vacation.first_day, vacation.last_day = date(2026, 12, 30), date(2027, 1, 2)
    assert vacation.in_words() == "from 30 December to 2 January"
    vacation.first_day = vacation.last_day
    assert vacation.in_words() == "on 2 January"
    told = OutgoingMail.objects.filter(kind="away").values_list("user", flat=True)
    others = Seat.objects.filter(match=match).exclude(user=person).values_list("user", flat=True)
    assert sorted(told) == sorted(others)
    sent = rendered(OutgoingMail.objects.filter(kind="away").latest("pk"))
    assert f"{person.name} will be on vacation " in sent.text and "Their clock will be paused" in sent.text


def test_bots_are_not_said_to_wait(owner):
    clock = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, is_rated=False, **clock)
    (told,) = vacations.forecast(owner, now=timezone.now(), **days_ahead(owner, 1, 3))
    assert told.match == match.pk and told.waits == ""


@pytest.mark.clause("PLAY-14")
def test_the_forecast_comes_true(start):
    match = start(bank_seconds=7 * DAY)
    person, now = on_turn(match), timezone.now()
    days = days_ahead(person, 2, 9)
    (told,) = vacations.forecast(person, now=now, **days)
    vacations.book(user=person, now=now, **days)
    assert told.due_then == row_of(match).due_at != told.due_now
    assert set(told.others) == {seat.name for seat in load_match(match.pk).seats} - {person.name}


def test_the_reserve_is_not_charged_on_vacation_days(start):
    match = start()
    person = on_turn(match)
    pass_time(match, DAY + 10 * DAY)
    now = timezone.now()
    Vacation.objects.create(
        user=person,
        first_day=date.today(),
        last_day=date.today(),
        starts_at=now - timedelta(days=9, hours=12),
        ends_at=now - timedelta(hours=12),
    )
    assert bank(match, answer(match)) == pytest.approx(2 * DAY, abs=5)


def test_cancelling_a_vacation_gives_back_days_and_clock(start):
    match = start(bank_seconds=7 * DAY)
    person, due = on_turn(match), row_of(match).due_at
    booked = vacations.book(user=person, now=timezone.now(), **days_ahead(person, 1, 5))
    assert browser_of(person).post(f"/mine/vacation/{booked.pk}/cancel/").status_code == 302
    assert abs(row_of(match).due_at - due) < timedelta(seconds=5) and not Vacation.objects.exists()
    told = log_words.story(load_match(match.pk), None)[-1].words
    days = f"{booked.first_day:%-d %B} to {booked.last_day:%-d %B}"
    assert told == f"{person.name} is not away after all ({days}). The clock runs again."


def test_cancelling_a_running_vacation_ends_it_today(start):
    match = start(bank_seconds=7 * DAY)
    person = on_turn(match)
    booked = vacations.book(user=person, now=timezone.now() - timedelta(days=3), **days_ahead(person, -2, 4))
    stands = row_of(match).due_at
    vacations.cancel(user=person, vacation_id=booked.pk, now=timezone.now())
    kept = Vacation.objects.get()
    assert kept.last_day == days_ahead(person, 0, 0)["last"] and vacations.used_days([kept]).total() == 3
    assert stands - row_of(match).due_at > timedelta(days=3, hours=23)


@pytest.mark.clause("PLAY-14")
@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (0, 3, "tomorrow at the earliest"),
        (5, 4, "before the first"),
        (400, 401, "12 months ahead"),
        (2, 60, "days left"),
        (9, 12, "already"),
    ],
)
def test_invalid_vacations_are_refused_with_an_explanation(player, first, last, words):
    vacations.book(user=player, now=timezone.now(), **days_ahead(player, 10, 11))
    days = {name: day.isoformat() for name, day in days_ahead(player, first, last).items()}
    answer = browser_of(player).post(VACATION, days | {"book": "1"})
    assert answer.status_code == 422 and words in answer.content.decode()
    assert Vacation.objects.count() == 1


def test_nobody_can_cancel_somebody_elses_vacation(player, stranger):
    booked = vacations.book(user=player, now=timezone.now(), **days_ahead(player, 3, 4))
    other, none = (
        browser_of(stranger).post(f"/mine/vacation/{id}/cancel/").status_code for id in (booked.pk, booked.pk + 1)
    )
    assert other == none == 409, "whether there is such a vacation is nobody else’s business"
    assert Client().post(f"/mine/vacation/{booked.pk}/cancel/").status_code == 302
    assert Vacation.objects.count() == 1


def test_an_opponent_gets_one_email_for_all_shared_matches(start, owner, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    first, second = start(), start()
    vacations.book(user=owner, now=timezone.now(), **days_ahead(owner, 1, 2))
    OutgoingMail.objects.exclude(kind="away").delete()
    assert outbox.send_due() == 2
    for email in postbox.outbox:
        assert f"{TITLE} {first.pk}" in email.body and f"{TITLE} {second.pk}" in email.body


def test_the_forecast_takes_the_same_queries_for_many_matches(start, owner, django_assert_max_num_queries):
    def cost() -> int:
        with django_assert_max_num_queries(12) as counted:
            vacations.forecast(owner, now=timezone.now(), **days_ahead(owner, 1, 2))
        return len(counted)

    start()
    few = cost()
    for _ in range(4):
        start()
    assert cost() == few


# --- outages and bounces --------------------------------------------------------------------------------------------


@pytest.mark.clause("PLAY-15")
def test_an_outage_moves_deadlines_once_with_a_line_in_each_log(start):
    match, unhurried, now = start(), start(), timezone.now()
    before = row_of(match)
    OpenDecision.objects.filter(match=unhurried).update(due_at=None, drains_at=None, remind_at=None)
    SweepHeartbeat.objects.create(at=now - timedelta(hours=2))
    sweep.sweep(now)
    sweep.sweep(now + timedelta(seconds=2))
    assert row_of(match).due_at == before.due_at + timedelta(hours=2)
    assert row_of(match).drains_at == before.drains_at + timedelta(hours=2)
    told = [line.words for line in log_words.story(load_match(match.pk), None)]
    assert told.count("Playpost was down for 2 h. All deadlines were extended by that much.") == 1
    assert "Playpost" not in str(log_words.story(load_match(unhurried.pk), None)), "no clock runs there"


def test_less_than_five_minutes_is_not_an_outage(start):
    match, now = start(), timezone.now()
    due = row_of(match).due_at
    SweepHeartbeat.objects.create(at=now - timedelta(minutes=4, seconds=50))
    sweep.sweep(now)
    assert row_of(match).due_at == due


def test_waking_time_lost_in_an_outage_is_given_back_as_waking_time(start, owner, player, staff):
    for person in (owner, player, staff):
        wants(person)
    match, now = start(), timezone.now()
    row = row_of(match)
    calendar = calendars.of_people([owner.pk]).at(owner.pk, row.asked_at)
    stood = now - timedelta(hours=30)
    left = calendar.open_between(max(row.drains_at, now), row.due_at)
    SweepHeartbeat.objects.create(at=stood)
    sweep.sweep(now)
    moved = row_of(match)
    assert calendar.open_between(moved.drains_at, moved.due_at) == pytest.approx(left, abs=1)
    assert calendar.is_open(moved.due_at - timedelta(seconds=1))


def bounce(user: User, kind: str = "bounced") -> None:
    event = AnymailTrackingEvent(event_type=kind, recipient=user.email)
    tracking.send(sender=None, event=event, esp_name="Test")


def sent_turn(match: Match) -> None:
    key = f"m{match.pk}.{row_of(match).key}.turn"
    OutgoingMail.objects.filter(key=key).update(status="sent", done_at=timezone.now())


@pytest.mark.clause("PLAY-15")
def test_a_bounced_email_restarts_the_clock_once(start, stranger):
    match = start()
    person = on_turn(match)
    sent_turn(match)
    pass_time(match, 3 * DAY)
    bounce(person)
    assert (row_of(match).due_at - timezone.now()).total_seconds() == pytest.approx(4 * DAY, abs=5)
    assert f"The email to {person.name} came back." in log_words.story(load_match(match.pk), None)[-1].words
    assert "emails bounce" in browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    User.objects.filter(pk=person.pk).update(mail_bounced_at=None)
    pass_time(match, 3 * DAY)
    bounce(person)
    assert (row_of(match).due_at - timezone.now()).total_seconds() == pytest.approx(DAY, abs=5)


@pytest.mark.parametrize("case", ["never sent", "complained", "somebody else", "played since"])
def test_no_clock_restarts_unless_an_email_bounced(start, case):
    match = start()
    person = on_turn(match)
    if case != "never sent":
        sent_turn(match)
    if case == "played since":
        move_on(match)
        person = of_seat(match, MoveRecord.objects.filter(match=match).latest("number").seat)
    pass_time(match, DAY)
    due = row_of(match).due_at
    someone = on_turn(match) if case != "somebody else" else User.objects.exclude(pk=person.pk).first()
    bounce(someone if case != "played since" else person, "complained" if case == "complained" else "bounced")
    assert row_of(match).due_at == due


def test_the_platforms_log_lines_are_not_moves(start, owner, player, staff):
    """Replay pages, the export and `manage.py replay` ignore them."""
    from django.core.management import call_command

    match = start()
    move_on(match, 3)
    version = load_match(match.pk).version
    vacations.book(user=owner, now=timezone.now(), **days_ahead(owner, 1, 2))
    loaded = move_on(match, 2)
    assert loaded.version == version + 2
    call_command("replay", match.pk)
    assert browser_of(owner).get(f"/match/{match.pk}/history/?at={version}").status_code == 200
    for person in (owner, player):
        leaving.resign(match_id=match.pk, user=person)
    exported = record(load_match(match.pk))
    assert len(exported["moves"]) == MoveRecord.objects.filter(match=match).exclude(by__in=("note", "start")).count()


def test_hours_and_vacations_are_deleted_with_the_account(player):
    from accounts.services import delete_account, export_data

    wants(player)
    vacations.book(user=player, now=timezone.now(), **days_ahead(player, 3, 4))
    told = export_data(user=player)
    assert len(told["waking_hours"]) == len(told["vacations"]) == 1
    delete_account(user=player)
    assert not WakingHours.objects.exists() and not Vacation.objects.exists()
    assert OpenDecision.objects.count() == 0
