"""Who works on what: nothing that somebody can cause keeps the clocks waiting, and a silent host only its own queue."""

from pathlib import Path

import pytest

from config.celery import app
from config.embedded import supervisor
from config.embedded.processes import PidList

CLOCKS, NOTICES, REST = "clocks", "notices", "celery"


@pytest.fixture(autouse=True)
def all_modules() -> None:
    app.loader.import_default_modules()  # as a worker does when it starts


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def test_the_timetable_names_tasks_that_a_worker_knows() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks, entry["task"]


def test_the_sweep_has_a_queue_that_nothing_else_enters() -> None:
    ours = [task for task in app.tasks if not task.startswith("celery.")]
    assert [task for task in ours if queue_of(task) == CLOCKS] == ["games.tasks.sweep_clocks"]


def test_what_calls_hosts_of_other_people_has_a_queue_of_its_own() -> None:
    found = {task for task in app.tasks if queue_of(task) == NOTICES}
    assert found == {"accounts.notices.tasks.send_notice", "accounts.notices.tasks.sweep_notices"}
    assert queue_of("accounts.tasks.sweep_outbox") == queue_of("games.tasks.run_bots") == REST


def test_a_single_worker_without_a_list_of_queues_works_on_all() -> None:
    assert set(app.amqp.queues) == {CLOCKS, NOTICES, REST}


def test_each_queue_has_workers_of_its_own(tmp_path: Path) -> None:
    started = supervisor.workers(tmp_path, PidList(tmp_path / "pids", [tmp_path]))
    queues = [program.command[program.command.index("-Q") + 1] for program in started]
    assert sorted(queues) == [REST, CLOCKS, NOTICES]
    assert len({program.name for program in started}) == len({program.log for program in started}) == 3
