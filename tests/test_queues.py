"""Celery queues: no user can delay the clocks, and an unresponsive host delays only its own queue."""

from datetime import timedelta
from pathlib import Path

import pytest

from config.beat_scheduler import Scheduler
from config.celery import app
from config.embedded import supervisor
from config.embedded.processes import PidList

CLOCKS, NOTICES, REST = "clocks", "notices", "celery"


@pytest.fixture(autouse=True)
def all_modules() -> None:
    app.loader.import_default_modules()  # as a worker does on start-up


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def test_the_schedule_names_registered_tasks() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks, entry["task"]


def test_the_sweep_has_its_own_queue() -> None:
    ours = [task for task in app.tasks if not task.startswith("celery.")]
    assert [task for task in ours if queue_of(task) == CLOCKS] == ["games.tasks.sweep_clocks"]


def test_tasks_that_call_other_servers_have_their_own_queue() -> None:
    found = {task for task in app.tasks if queue_of(task) == NOTICES}
    assert found == {"accounts.notices.tasks.send_notice", "accounts.notices.tasks.sweep_notices"}
    assert queue_of("accounts.tasks.sweep_outbox") == queue_of("games.tasks.run_bots") == REST


def test_a_worker_without_queues_serves_all() -> None:
    assert set(app.amqp.queues) == {CLOCKS, NOTICES, REST}


def test_each_queue_has_its_own_worker(tmp_path: Path) -> None:
    started = supervisor.workers(tmp_path, PidList(tmp_path / "pids", [tmp_path]))
    queues = [program.command[program.command.index("config.worker") + 1] for program in started]
    assert sorted(queues) == [REST, CLOCKS, NOTICES]
    assert len({program.name for program in started}) == len({program.log for program in started}) == 3


@pytest.mark.parametrize("restarts", [False, True])
def test_the_schedule_goes_on_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, restarts: bool
) -> None:
    """Ten minutes back, while beat runs or before its next start: the sweep of the clocks is sent within seconds."""
    ahead, sent = [timedelta(minutes=10)], list[str]()
    now = app.now
    monkeypatch.setattr(app, "now", lambda: now() + ahead[0])
    monkeypatch.setattr(Scheduler, "apply_async", lambda self, entry, *_, **__: sent.append(entry.name))

    def begin() -> Scheduler:
        return Scheduler(app, schedule_filename=str(tmp_path / "beat"))

    def ticks(beat: Scheduler, seconds: float) -> None:
        ahead[0] += timedelta(seconds=seconds)
        while beat.tick() == 0:
            pass

    beat = begin()
    ticks(beat, 0)
    ticks(beat, 2.5)
    assert "clocks" in sent
    ahead[0] -= timedelta(minutes=10)
    if restarts:
        beat.close()
        beat = begin()
    sent.clear()
    ticks(beat, 0)
    ticks(beat, 2.5)
    beat.close()
    assert sent.count("clocks") == 1
