"""Clocks: time for each decision, reserves, defaults, outages, and bots."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import OutgoingMail
from games import tasks
from games.clocks import reminders, time_control
from games.clocks.time_control import HOUR
from games.deadlines import sweep
from games.kernel.types import Move
from games.lobby import tables
from games.matches import bot_wakeups, play
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision, Seat, SweepHeartbeat
from tests.games import two_part_game
from tests.games.conftest import DAY, move_on, open_of, user_of
from tests.games.test_lobby import in_threads, open_table
from tests.samples import LONG

pytestmark = pytest.mark.django_db


def pass_time(match: Match, seconds: float) -> None:
    """Pretend that all open decisions were asked this many seconds earlier."""
    gone = timedelta(seconds=seconds)
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)  # as every write to a match does
    OpenDecision.objects.filter(match=match).update(
        asked_at=F("asked_at") - gone,
        drains_at=F("drains_at") - gone,
        due_at=F("due_at") - gone,
        remind_at=F("remind_at") - gone,
    )


def row_of(match: Match) -> OpenDecision:
    """The row of the decision that the match is waiting for."""
    return OpenDecision.objects.get(match=match, key=open_of(load_match(match.pk)).id)


def seconds_left(row: OpenDecision) -> float:
    assert row.due_at is not None
    return (row.due_at - timezone.now()).total_seconds()


def answer(match: Match) -> int:
    """Let the seat on turn play its default move itself. Returns the seat."""
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    seat = asked.decision.seat
    facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user_of(loaded, seat)}
    play.play_move(decision=asked.id, move=asked.decision.default, **facts)
    return seat


# --- arithmetic ---------------------------------------------------------------------------------------------------


def test_a_turn_has_its_time_and_the_whole_reserve():
    now = timezone.now()
    assert time_control.clock(now, "live", 60, "turn", 300)[1] == now + timedelta(seconds=360)
    assert time_control.clock(now, "correspondence", DAY, "turn", 3 * DAY)[1] == now + timedelta(days=4)


def test_windows_and_talk_get_a_share_of_the_time_and_no_reserve():
    now = timezone.now()
    assert time_control.clock(now, "live", 100, "window", 300)[1] == now + timedelta(seconds=34)
    assert time_control.clock(now, "correspondence", DAY, "window", 300)[1] == now + timedelta(hours=12)
    assert time_control.clock(now, "live", 60, "talk", 300)[1] == now + timedelta(seconds=90)


def test_reminders_are_due_at_half_at_a_quarter_and_shortly_before_the_end():
    now = timezone.now()
    due = now + timedelta(days=4)
    assert reminders.remind_at(now, due, 0) == now + timedelta(days=2), "half of the time, reserve included"
    assert reminders.remind_at(now, due, 1) == now + timedelta(days=3)
    last = reminders.remind_at(now, due, 2)
    assert last is not None and timedelta(hours=1) <= due - last <= timedelta(hours=12)
    assert reminders.remind_at(now, due, 3) is None
    soon = now + timedelta(minutes=20)
    assert reminders.remind_at(now, soon, 0) is None


@pytest.mark.parametrize(
    ("choices", "least", "most"),
    [(time_control.LIVE_CHOICES, 10, 30 * 60), (time_control.MAIL_CHOICES, 3600, 14 * 86400)],
    ids=["live", "correspondence"],
)
def test_every_time_control_of_the_form_is_within_the_limits(choices, least, most):
    assert all(least <= move <= most for move, _ in choices)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (45, "45 s"), (90, "1 min 30 s"), (5400, "1 h 30 min"), (86400, "1 day"), (180000, "2 days 2 h")],
)
def test_lengths_of_time_in_words(seconds, words):
    assert time_control.in_words(seconds) == words


# --- reserves -----------------------------------------------------------------------------------------------------


def bank(match: Match, seat: int) -> float:
    return float(Seat.objects.get(match=match, number=seat).bank_left)


def test_a_quick_move_costs_no_reserve(start):
    match = start()
    pass_time(match, DAY - 60)
    assert bank(match, answer(match)) == 3 * DAY


def test_a_slow_move_uses_the_reserve_for_the_excess_time(start):
    match = start()
    pass_time(match, DAY + 5000)
    assert bank(match, answer(match)) == pytest.approx(3 * DAY - 5000, abs=5)


def test_the_next_turn_starts_with_the_rest_of_the_reserve(start):
    match = start(people=None)
    pass_time(match, DAY + 5000)
    seat = answer(match)
    for _ in range(30):
        row = row_of(match)
        if row.seat == seat:
            break
        move_on(match)
    assert seconds_left(row) == pytest.approx(DAY + 3 * DAY - 5000, abs=10)


def test_a_default_uses_the_reserve_up(start):
    match = start()
    pass_time(match, 4 * DAY + 1)
    seat = row_of(match).seat
    assert sweep.expire_due(timezone.now()) == 1
    assert bank(match, seat) == 0


def test_live_pace_counts_seconds(start):
    match = start(pace="live", move_seconds=30, bank_seconds=180)
    assert seconds_left(row_of(match)) == pytest.approx(210, abs=5)
    pass_time(match, 209)
    assert sweep.expire_due(timezone.now()) == 0
    pass_time(match, 2)
    assert sweep.expire_due(timezone.now()) == 1
    assert MoveRecord.objects.filter(match=match, by="clock").count() == 1


# --- turns of several decisions -----------------------------------------------------------------------------------


@pytest.fixture
def knock(start, owner, player):
    with two_part_game.installed():
        yield start("knock", (owner, player), move_seconds=1000, bank_seconds=500)


def test_the_later_part_of_a_turn_has_the_same_deadline(knock):
    due = row_of(knock).due_at
    pass_time(knock, 300)
    seat = answer(knock)
    assert row_of(knock).seat == seat
    assert row_of(knock).due_at == due - timedelta(seconds=300)
    answer(knock)
    assert row_of(knock).seat != seat
    assert seconds_left(row_of(knock)) == pytest.approx(1500, abs=5)


def test_a_turn_of_two_parts_is_charged_as_one(knock):
    pass_time(knock, 800)
    seat = answer(knock)
    assert bank(knock, seat) == 500
    pass_time(knock, 400)
    answer(knock)
    assert bank(knock, seat) == pytest.approx(300, abs=5)


def test_missing_both_parts_of_a_turn_counts_as_one_missed_turn(knock):
    pass_time(knock, 1501)
    seat = row_of(knock).seat
    assert sweep.expire_due(timezone.now()) == 2
    assert Seat.objects.get(match=knock, number=seat).misses == 1
    assert OutgoingMail.objects.filter(kind="defaulted").count() == 1
    assert row_of(knock).seat != seat


def test_missing_two_turns_of_two_parts_loses_the_seat(knock):
    for _ in range(20):
        if load_match(knock.pk).seats[0].is_bot:
            break
        if row_of(knock).seat == 0:
            pass_time(knock, 1501)
            sweep.expire_due(timezone.now())
        else:
            answer(knock)
    assert load_match(knock.pk).seats[0].is_bot
    records = MoveRecord.objects.filter(match=knock, seat=0)
    assert records.filter(by="clock").count() == 3  # the last turn was taken over after its first part


# --- defaults and misses ------------------------------------------------------------------------------------------


@pytest.mark.clause("PLAY-08")
def test_the_default_that_was_announced_is_played(start):
    match = start()
    asked = open_of(load_match(match.pk))
    pass_time(match, 5 * DAY)
    sweep.expire_due(timezone.now())
    record = MoveRecord.objects.get(match=match, decision=asked.id)
    assert record.by == "clock" and record.user is None
    assert load_match(match.pk).lines[-1].seat == asked.decision.seat


@pytest.mark.clause("PLAY-09")
def test_making_a_move_resets_the_count_of_missed_turns(start):
    match = start(options=LONG)
    lazy = row_of(match).seat
    for _ in range(40):
        if row_of(match).seat != lazy:
            move_on(match)
            continue
        misses = Seat.objects.get(match=match, number=lazy).misses
        if misses == 1:
            answer(match)
            assert Seat.objects.get(match=match, number=lazy).misses == 0
            return
        pass_time(match, 5 * DAY)
        sweep.expire_due(timezone.now())
    pytest.fail("the seat was not asked twice")


def test_a_move_at_the_last_moment_beats_the_sweep(start):
    match = start()
    pass_time(match, 4 * DAY + 1)
    answer(match)  # before the sweep has run
    assert sweep.expire_due(timezone.now()) == 0
    assert not MoveRecord.objects.filter(match=match, by="clock").exists()


@pytest.mark.django_db(transaction=True)
def test_a_move_and_a_sweep_at_the_same_moment_play_only_once(start):
    for _ in range(5):
        match = start()
        pass_time(match, 4 * DAY + 1)
        asked = open_of(load_match(match.pk)).id
        in_threads(lambda match=match: answer(match), lambda: sweep.expire_due(timezone.now()))
        assert MoveRecord.objects.filter(match=match, decision=asked).count() == 1


def test_a_clock_that_runs_out_during_a_sweep_waits_for_the_next_sweep(start):
    match = start()
    now = timezone.now()
    OpenDecision.objects.filter(match=match).update(due_at=now + timedelta(seconds=1))
    assert sweep.expire_due(now) == 0
    assert sweep.expire_due(now + timedelta(seconds=1)) == 1


# --- outages ------------------------------------------------------------------------------------------------------


def test_an_outage_costs_neither_time_nor_reserve(start):
    match = start()
    pass_time(match, DAY - 100)
    before = row_of(match)
    now = timezone.now()
    SweepHeartbeat.objects.create(at=now - timedelta(hours=5))
    pass_time(match, 5 * 3600)
    assert sweep.give_back_outage(now) == timedelta(hours=5)
    row = row_of(match)
    assert (row.due_at, row.asked_at) == (before.due_at, before.asked_at)
    assert bank(match, answer(match)) == 3 * DAY


def test_a_decision_asked_during_an_outage_is_not_dated_into_the_future(start):
    now = timezone.now()
    SweepHeartbeat.objects.create(at=now - timedelta(hours=5))
    match = start()
    sweep.give_back_outage(now + timedelta(seconds=1))
    assert row_of(match).asked_at <= now + timedelta(seconds=1)


def test_a_clock_that_ran_out_before_the_outage_is_not_extended(start):
    match = start()
    now = timezone.now()
    SweepHeartbeat.objects.create(at=now - timedelta(hours=5))
    OpenDecision.objects.filter(match=match).update(due_at=now - timedelta(hours=6))
    sweep.sweep(now)
    assert MoveRecord.objects.filter(match=match, by="clock").count() == 1


def test_while_the_web_process_hangs_no_clock_runs_and_the_time_is_given_back(start, tmp_path, monkeypatch):
    """A hanging web process is an outage, even if the sweep itself is running."""
    alive = tmp_path / "web.alive"
    alive.touch()
    monkeypatch.setenv("PLAYPOST_WEB_ALIVE", str(alive))
    match = start()
    now = timezone.now()
    SweepHeartbeat.objects.create(at=now)
    OpenDecision.objects.filter(match=match).update(due_at=now + timedelta(minutes=3))
    for minutes in range(1, 11):
        sweep.sweep(now + timedelta(minutes=minutes))
    later = now + timedelta(minutes=10)
    os.utime(alive, (later.timestamp(), later.timestamp()))  # the web process was restarted
    sweep.sweep(later)
    assert row_of(match).due_at == now + timedelta(minutes=13)
    assert not MoveRecord.objects.filter(match=match, by="clock").exists()


# --- bots ---------------------------------------------------------------------------------------------------------


def with_bot_on_turn(owner: Any, player: Any) -> Match:
    for _ in range(30):
        match = open_table(owner, bots=1)
        tables.join(match_id=match.pk, user=player)
        if row_of(match).is_bot:
            return match
    raise AssertionError("the bot never sat in the first seat")


def test_bots_have_no_clock_and_are_woken_again_if_a_wake_up_is_lost(owner, player, monkeypatch):
    match = with_bot_on_turn(owner, player)
    assert row_of(match).due_at is None
    woken: list[int] = []
    monkeypatch.setattr(bot_wakeups, "wake_bots", woken.append)
    assert sweep.wake_forgotten_bots(timezone.now()) == 0
    pass_time(match, 11)
    assert sweep.wake_forgotten_bots(timezone.now()) == 1 and woken == [match.pk]
    tasks.run_bots(match.pk)
    assert MoveRecord.objects.filter(match=match, by="bot").count() == 1
    tasks.run_bots(match.pk)  # a second worker gets the same task
    assert MoveRecord.objects.filter(match=match, by="bot").count() == 1


def test_a_bot_that_comes_too_late_changes_nothing(owner, player, monkeypatch):
    from games.matches import bots

    match = with_bot_on_turn(owner, player)
    choose = bots.choose

    def slow(loaded: Any, asked: Any) -> Move:
        move = choose(loaded, asked)
        play.play_move(match_id=match.pk, seat=asked.decision.seat, decision=asked.id, move=move, by="bot")
        return asked.decision.default if move != asked.decision.default else Move("pass", {})

    monkeypatch.setattr(bots, "choose", slow)
    tasks.run_bots(match.pk)
    assert load_match(match.pk).version == 2


def test_rules_may_set_the_time_for_a_decision() -> None:
    day, hour = 86400, 3600
    assert time_control.allowance("correspondence", 2 * day, "aside", limit=12 * hour) == 12 * hour
    assert time_control.allowance("correspondence", hour, "aside", limit=12 * hour) == hour  # at most a turn
    assert time_control.allowance("correspondence", hour, "window", limit=day) == day
    assert (
        time_control.allowance("live", 60, "turn", share=1.5) == 90
        and time_control.allowance("live", 60, "court") == 90
    )
    now = timezone.now()
    drains, due = time_control.clock(now, "live", 60, "turn", 10, hold=4)
    assert (drains - now, due - now) == (timedelta(seconds=64), timedelta(seconds=74))


# --- in words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "bank", "words"),
    [
        (DAY, 3 * DAY, "1 day for each move, then a 3-day reserve"),
        (60, 300, "1 min for each move, then a 5-minute reserve"),
        (14 * DAY, 0, "14 days for each move, no reserve"),
    ],
)
def test_time_controls_in_words_give_the_move_time_before_the_reserve(move, bank, words):
    assert time_control.clock_in_words(move, bank) == words


@pytest.mark.parametrize(
    ("gone", "bank", "words"),
    [
        (HOUR - 60, 3 * DAY, "23 h for this move, then your 3-day reserve"),
        (0, 0, "1 day for this move"),
        (DAY + 12 * HOUR, 3 * DAY, "2 days 12 h left in your reserve"),
    ],
)
def test_time_left_in_words_distinguishes_move_time_from_reserve(gone, bank, words):
    asked = datetime(2030, 1, 7, 12, tzinfo=UTC)
    drains = asked + timedelta(days=1)
    due = drains + timedelta(seconds=bank)
    assert time_control.left_in_words(asked + timedelta(seconds=gone), drains, due) == words
