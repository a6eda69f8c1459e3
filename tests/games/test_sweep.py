"""The sweep: run by many processes at once, killed midway, and with matches that crash."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import OutgoingMail
from config.env import renamed
from games.deadlines import sweep
from games.matches import mail_queue
from games.matches.loaded import load_match
from games.models import MoveRecord, OpenDecision, Snapshot, SweepHeartbeat, Vacation
from tests.games.conftest import DAY, move_on, open_of
from tests.games.test_clock import pass_time, row_of
from tests.games.test_lobby import in_threads

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent


# --- many sweeps at once ------------------------------------------------------------------------------------------

SWEEPER = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.utils import timezone
from games.deadlines import sweep
print("ready", flush=True)
sys.stdin.readline()
print(sweep.expire_due(timezone.now()), flush=True)
"""


def sweeper() -> subprocess.Popen[str]:
    env = os.environ | {"DATABASE_URL": renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"])}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-c", SWEEPER], cwd=ROOT, env=env, text=True, **pipes)


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()


def due_matches(start: Any, count: int) -> dict[int, str]:
    """Matches whose time is up: {match id: id of the open decision}."""
    matches = [start() for _ in range(count)]
    for match in matches:
        pass_time(match, 4 * DAY + 1)
    return {match.pk: open_of(load_match(match.pk)).id for match in matches}


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_two_sweeping_processes_one_of_them_killed_play_each_default_once(start):
    due = due_matches(start, 40)
    first, second = sweepers = [sweeper(), sweeper()]
    try:
        for process in sweepers:
            assert process.stdout and process.stdout.readline() == "ready\n"
        for process in sweepers:
            go(process)
        by_clock = MoveRecord.objects.filter(by="clock")
        end = time.monotonic() + 20
        while by_clock.count() < 5 and time.monotonic() < end:
            time.sleep(0.002)
        first.send_signal(signal.SIGKILL)
        assert second.wait(30) == 0
    finally:
        for process in sweepers:
            process.kill()
            process.communicate()
    sweep.expire_due(timezone.now())  # the killed process holds no locks any more
    played = list(by_clock.values_list("match_id", "decision"))
    assert sorted(played) == sorted(due.items())
    assert OutgoingMail.objects.filter(kind="defaulted").count() == len(due)
    assert all(load_match(match).version == 2 for match in due)


@pytest.mark.django_db(transaction=True)
def test_sweeps_in_threads_play_and_remind_once(start):
    due = due_matches(start, 6)
    reminded = [start() for _ in range(6)]
    for match in reminded:
        pass_time(match, 2 * DAY + 60)
    in_threads(*(lambda: sweep.sweep(timezone.now()) for _ in range(3)))
    sweep.sweep(timezone.now())
    assert MoveRecord.objects.filter(by="clock").count() == len(due)
    assert OutgoingMail.objects.filter(kind="reminder").count() == len(reminded)


# --- failures -----------------------------------------------------------------------------------------------------


def test_a_crashing_match_is_put_off_and_does_not_block_others(start, monkeypatch, caplog):
    due = list(due_matches(start, 3))
    broken = due[0]
    loaded = load_match(broken)
    step, hands = type(loaded.game.rules.by_name[loaded.at_table().step]), loaded.at_table().state.hands
    resolve = step.resolve

    def crash(self: Any, state: Any, answers: Any, turn: Any) -> str:
        if state.hands == hands:
            raise ZeroDivisionError("a bug in the rules")
        return resolve(self, state, answers, turn)

    monkeypatch.setattr(step, "resolve", crash)
    now = timezone.now()
    assert sweep.expire_due(now) == 2
    assert load_match(broken).version == 1 and [load_match(match).version for match in due[1:]] == [2, 2]
    assert f"Match {broken}" in caplog.text
    assert OpenDecision.objects.get(match=broken).due_at == now + timedelta(hours=1)
    monkeypatch.undo()
    assert sweep.expire_due(now + timedelta(hours=1, seconds=1)) >= 1
    assert load_match(broken).version == 2


def test_a_database_error_in_one_match_does_not_affect_its_batch(start, caplog):
    due = list(due_matches(start, 4))
    Snapshot.objects.create(match_id=due[1], version=2, position=b"in the way")
    now = timezone.now()
    assert sweep.expire_due(now) == 3
    assert [load_match(match).version for match in due] == [2, 1, 2, 2]
    played = MoveRecord.objects.filter(by="clock").values_list("match_id", flat=True)
    assert sorted(played) == [due[0], due[2], due[3]]
    assert OpenDecision.objects.get(match=due[1]).due_at == now + timedelta(hours=1)
    assert "one by one" in caplog.text and f"Match {due[1]}" in caplog.text


def test_a_batch_takes_the_same_queries_for_few_and_many(start):
    counts = []
    for many in (2, 7):
        due_matches(start, many)
        with CaptureQueriesContext(connection) as caught:
            assert sweep.expire_due(timezone.now()) == many
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


def test_an_idle_sweep_takes_one_query_and_writes_nothing(start):
    start()
    sweep.sweep(timezone.now())
    with CaptureQueriesContext(connection) as caught:
        sweep.sweep(timezone.now())
    assert len(caught) == 1 and caught[0]["sql"].strip().startswith("SELECT")


def test_a_reminder_that_fails_leaves_the_deadline_alone(start, monkeypatch):
    match = start()
    pass_time(match, 2 * DAY + 60)
    due = row_of(match).due_at

    def crash(*_: Any) -> None:
        raise ZeroDivisionError("a bug in the emails")

    monkeypatch.setattr(mail_queue, "queue_reminder", crash)
    now, before = timezone.now(), load_match(match.pk).revision
    assert sweep.remind_due(now) == 0
    assert (row_of(match).due_at, row_of(match).remind_at) == (due, now + timedelta(hours=1))
    assert load_match(match.pk).revision == before + 1  # so that processes that have it cached reload it
    monkeypatch.undo()
    assert sweep.remind_due(now + timedelta(hours=1)) == 1


def test_a_restarting_database_delays_no_clock(start, monkeypatch, caplog):
    """The next sweep tries again, not the one in an hour: it is not this match that is at fault."""
    match = start()
    pass_time(match, 2 * DAY + 60)
    due, moment = row_of(match).due_at, row_of(match).remind_at

    def lose_connection(*_: Any) -> None:
        raise OperationalError("terminating connection due to administrator command")

    monkeypatch.setattr(mail_queue, "queue_reminder", lose_connection)
    assert sweep.remind_due(timezone.now()) == 0
    assert (row_of(match).due_at, row_of(match).remind_at) == (due, moment)
    assert f"Match {match.pk}" in caplog.text
    monkeypatch.undo()
    assert sweep.remind_due(timezone.now()) == 1


def test_a_decision_the_rules_no_longer_ask_is_deleted_and_the_match_reloaded(start):
    match = start()
    row = row_of(match)
    OpenDecision.objects.filter(pk=row.pk).update(key="0.2.gone", due_at=timezone.now())
    before = load_match(match.pk).revision
    sweep.expire_due(timezone.now())
    assert not OpenDecision.objects.filter(key="0.2.gone").exists()
    assert load_match(match.pk).revision == before + 1


def test_reminders_go_out_once_per_deadline(start):
    match = start()
    row = row_of(match)
    for moment in (row.remind_at, row.remind_at, row.due_at - timedelta(seconds=1), row.due_at - timedelta(seconds=1)):
        sweep.remind_due(moment)
    kinds = list(OutgoingMail.objects.filter(kind__in=("reminder", "last_call")).values_list("kind", flat=True))
    assert sorted(kinds) == ["last_call", "reminder"]
    move_on(match)
    sweep.remind_due(row_of(match).remind_at)
    assert OutgoingMail.objects.filter(kind="reminder").count() == 2


def test_fast_live_matches_have_no_reminders(start):
    match = start(pace="live", move_seconds=60, bank_seconds=300)
    assert row_of(match).remind_at is None


def test_a_decision_the_rules_no_longer_ask_leaves_no_clock_behind(start):
    match = start()
    OpenDecision.objects.filter(match=match).update(key="77.1", due_at=timezone.now() - timedelta(days=1))
    assert sweep.expire_due(timezone.now()) == 0
    assert not OpenDecision.objects.filter(match=match, key="77.1").exists()


def test_after_the_clock_was_set_back_an_outage_is_still_noticed(start: Any) -> None:
    """The last heartbeat is in the future then, and must not count as one for the next hour."""
    match, now = start(), timezone.now()
    due = OpenDecision.objects.get(match=match).due_at
    SweepHeartbeat.objects.create(at=now + timedelta(hours=1))
    sweep.sweep(now)
    assert SweepHeartbeat.objects.get().at == now
    assert OpenDecision.objects.get(match=match).due_at == due
    assert sweep.give_back_outage(now + timedelta(minutes=30)) == timedelta(minutes=30)


def test_after_the_clock_was_set_back_a_bot_is_not_waited_for(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its wake-up has a time of day, which is an hour away then."""
    match, now, woken = start(), timezone.now(), list[int]()
    monkeypatch.setattr("games.matches.bot_wakeups.wake_bots", woken.append)
    ahead = now + timedelta(hours=1)
    OpenDecision.objects.filter(match=match).update(is_bot=True, asked_at=ahead)
    SweepHeartbeat.objects.create(at=ahead)
    for seconds in (0, 5, 11, 12):
        sweep.sweep(now + timedelta(seconds=seconds))
    assert woken == [match.pk]


@pytest.mark.clause("PLAY-14")
def test_an_outage_moves_no_deadline_into_a_vacation(start: Any) -> None:
    match, now = start(), timezone.now()
    before = row_of(match)
    away, back = before.due_at + timedelta(hours=1), before.due_at + timedelta(days=5)
    days = {"first_day": away.date(), "last_day": back.date()}
    Vacation.objects.create(user_id=before.user_id, starts_at=away, ends_at=back, **days)
    SweepHeartbeat.objects.create(at=now - timedelta(hours=3))
    sweep.give_back_outage(now)
    assert row_of(match).due_at == back + timedelta(hours=2), "the hour before it counts"
