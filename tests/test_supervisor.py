"""The supervisor, with small real programs instead of the site."""

import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.embedded import processes, supervisor
from config.embedded.processes import PidList, Process, wait_until
from config.embedded.supervisor import Program, Supervisor


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Supervisor]:
    """A supervisor that prints to `keeper.said`. Restores the signal handlers afterwards."""
    kept = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    monkeypatch.setattr(supervisor, "PAUSE", 0.02)
    monkeypatch.setattr(supervisor, "POLL", 0.02)
    said: list[str] = []
    watcher = Supervisor(said.append, tmp_path)
    watcher.said = said  # type: ignore[attr-defined]
    yield watcher
    watcher.stop()
    for sign, handler in kept.items():
        signal.signal(sign, handler)


@pytest.fixture
def program(tmp_path: Path) -> "type[Program]":
    """Creates a program from one line of Python."""

    class OneLine(Program):
        def __init__(self, name: str, line: str) -> None:
            super().__init__(name, "ignored", [], tmp_path, PidList(tmp_path / "pids", [tmp_path]))
            self.command = [sys.executable, "-X", f"playpost={tmp_path}", "-c", line]

    return OneLine


def test_child_that_keeps_dying_stops_the_site_and_shows_its_log(keeper: Supervisor, program: type) -> None:
    keeper.start(program("web", "print('the reason'); raise SystemExit(3)"))
    with pytest.raises(SystemExit, match="died 5 times in 60 seconds") as ended:
        keeper.watch()
    assert "the reason" in str(ended.value)
    assert keeper.said == ["web died (exit code 3). Restarting it."] * 4  # type: ignore[attr-defined]


def test_on_a_full_disk_a_child_is_restarted_until_there_is_room_again(
    keeper: Supervisor, program: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "free_bytes", lambda _: 100_000_000 if (tmp_path / "10").exists() else 3_000_000)
    line = (
        "import pathlib, time\n"
        f"here = pathlib.Path(r'{tmp_path}')\n"
        "number = 1 + len(list(here.glob('[0-9]*')))\n"
        "(here / str(number)).touch()\n"
        "time.sleep(60 if number == 10 else 0)"
    )
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.1)
    keeper.start(program("PostgreSQL", line))
    keeper.watch(lambda: keeper._asked_to_stop() if any("room again." in line for line in keeper.said[1:]) else None)  # type: ignore[attr-defined]
    first, *deaths, last = keeper.said  # type: ignore[attr-defined]
    assert first == (
        f"The disk that holds {tmp_path} is full: 3 MB are free, and Playpost needs 64 MB. "
        "What ends is restarted until there is room again."
    )
    assert deaths == ["PostgreSQL died (exit code 0). Restarting it."] * 9
    assert last == f"The disk that holds {tmp_path} has room again."


def test_a_server_that_cannot_start_on_a_full_disk_is_tried_again(
    keeper: Supervisor, program: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    child, error = program("web", "import time; time.sleep(60)"), [OSError(28, "No space left on device")]
    monkeypatch.setattr(supervisor, "free_bytes", lambda _: 0 if error else 100_000_000)
    start = child.start

    def start_if_there_is_room(give_up: Callable[[], bool]) -> None:
        if error:
            raise error.pop()
        start()

    monkeypatch.setattr(child, "start", start_if_there_is_room)
    monkeypatch.setattr(child, "how_it_ended", lambda: "exit code 1")
    keeper.children.append(child)
    keeper.watch(lambda: keeper._asked_to_stop() if child.is_alive else None)
    assert "[Errno 28] No space left on device" in keeper.said  # type: ignore[attr-defined]


def test_a_child_that_cannot_be_listed_is_listed_with_the_next_one(tmp_path: Path) -> None:
    """As on a full disk; here a directory is in the way."""
    pids, in_the_way = PidList(tmp_path / "pids", [tmp_path]), tmp_path / "pids.new"
    sleepers = [Process(name, tmp_path / f"{name}.log", pids) for name in ("first", "second")]
    command = [sys.executable, "-X", f"playpost={tmp_path}", "-c", "import time; time.sleep(60)"]
    in_the_way.mkdir()
    sleepers[0].spawn(command, tmp_path, {})
    assert not pids.path.exists()
    in_the_way.rmdir()
    sleepers[1].spawn(command, tmp_path, {})
    assert pids.end_leftovers() == 2
    for sleeper in sleepers:
        sleeper.stop()


def test_pauses_before_restarts_grow(keeper: Supervisor, program: type) -> None:
    child = program("web", "pass")
    keeper.children.append(child)
    pauses = []
    for now in (10.0, 20.0, 30.0, 40.0):
        keeper._revive(child, now)
        pauses.append(round(keeper.due.pop("web") - now, 3))
    assert pauses == [0, 0.02, 0.04, 0.08]


def test_old_deaths_are_forgotten(keeper: Supervisor, program: type) -> None:
    child = program("web", "pass")
    for now in (0.0, 61.0, 122.0, 183.0, 244.0, 305.0, 366.0):
        keeper._revive(child, now)
        assert keeper.due.pop("web") == now


def test_children_stop_in_reverse_order(keeper: Supervisor, program: type, tmp_path: Path) -> None:
    line = (
        "import signal, sys, time\n"
        "def end(*_): open(r'{0}/order', 'a').write('{1} '); sys.exit()\n"
        "signal.signal(signal.SIGTERM, end); open(r'{0}/{1}.up', 'w'); time.sleep(60)"
    )
    for name in ("first", "second", "third"):
        keeper.start(program(name, line.format(tmp_path, name)))
    assert wait_until(lambda: len(list(tmp_path.glob("*.up"))) == 3, 10)
    keeper.stop()
    assert (tmp_path / "order").read_text() == "third second first "


def test_a_second_signal_kills_at_once(keeper: Supervisor, program: type, tmp_path: Path) -> None:
    line = f"import signal, time; signal.signal(15, signal.SIG_IGN); open(r'{tmp_path}/up', 'w'); time.sleep(60)"
    keeper.start(program("web", line))
    assert wait_until((tmp_path / "up").exists, 10)
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGINT)
    began = time.monotonic()
    keeper.watch()
    keeper.stop()
    assert time.monotonic() - began < 2


def test_program_that_fails_to_start_is_reported_with_its_log(keeper: Supervisor, program: type) -> None:
    child = program("worker", "raise SystemExit('no such module')")
    keeper.start(child)
    with pytest.raises(SystemExit, match=r"(?s)worker ended.*no such module"):
        keeper.wait_for(child, child.has_reported)


def test_ready_file_of_an_earlier_start_is_ignored(program: type) -> None:
    child = program("beat", "pass")
    child.ready_file.touch()
    child.start()
    assert not child.has_reported()
    child.stop()


def test_lock_error_names_the_running_process(tmp_path: Path) -> None:
    lock = supervisor.take_lock(tmp_path, 8123)
    with pytest.raises(SystemExit, match=r"is already running here: process .* http://localhost:8123"):
        supervisor.take_lock(tmp_path, 9000)
    lock.close()
    supervisor.take_lock(tmp_path, 9000).close()


def test_a_directory_that_cannot_be_locked_is_named() -> None:
    with pytest.raises(SystemExit, match=r"Can't lock /proc/lock: .*Set PLAYPOST_VAR to another directory"):
        supervisor.take_lock(Path("/proc"), 8123)


def test_children_do_not_inherit_the_lock(tmp_path: Path, program: type) -> None:
    lock = supervisor.take_lock(tmp_path, 8123)
    child = program("web", "import time; time.sleep(60)")
    child.start()
    lock.close()
    try:
        supervisor.take_lock(tmp_path, 8123).close()
    finally:
        child.stop()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_port_in_use_is_refused_with_advice(host: str) -> None:
    with socket.socket() as other:
        other.bind((host, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=f"another program is using it.*--port {port + 1}"):
            supervisor.check_port(supervisor.hosts_to_bind("localhost"), port)


@pytest.mark.parametrize(("port", "other"), [(80, 8000), (8000, 8001), (65535, 8000)])
def test_another_port_is_offered_that_can_be_used(port: int, other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_bind_error", lambda host, port: "Permission denied")
    with pytest.raises(SystemExit, match=f"Choose another one: --port {other}$"):
        supervisor.check_port(["127.0.0.1"], port)


def test_localhost_binds_ipv4_and_ipv6() -> None:
    assert supervisor.hosts_to_bind("localhost")[0] == "127.0.0.1"
    assert set(supervisor.hosts_to_bind("localhost")) <= {"127.0.0.1", "::1"}
    assert supervisor.hosts_to_bind("0.0.0.0") == ["0.0.0.0"]


def test_a_program_that_hangs_is_killed_and_restarted(
    keeper: Supervisor, program: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "HANG_TIMEOUT", 1.0)
    line = (
        "import pathlib, time\n"
        f"here = pathlib.Path(r'{tmp_path}')\n"
        "is_second = (here / 'one').exists()\n"
        "(here / 'one').touch(); (here / 'web.alive').touch()\n"
        "while True:\n"
        "    time.sleep(0.1)\n"
        "    if is_second: (here / 'web.alive').touch(); (here / 'two').touch()\n"
    )
    keeper.start(program("web", line))
    first = keeper.children[0].proc
    monkeypatch.setattr(Supervisor, "is_stopping", property(lambda self: (tmp_path / "two").exists()))
    keeper.watch()
    assert first.poll() == -signal.SIGKILL and keeper.children[0].is_alive
    assert keeper.said == [  # type: ignore[attr-defined]
        "web has not responded for 1 seconds. Killing it.",
        "web died (signal 9). Restarting it.",
    ]


def test_a_suspended_supervisor_kills_nothing(keeper: Supervisor, program: type, tmp_path: Path) -> None:
    child = program("web", f"open(r'{tmp_path}/web.alive', 'w'); import time; time.sleep(60)")
    keeper.start(child)
    assert wait_until((tmp_path / "web.alive").exists, 10)
    keeper._kill_if_hanging(child, 100.0, we_slept=False)
    keeper._kill_if_hanging(child, 5000.0, we_slept=True)
    keeper._kill_if_hanging(child, 5029.0, we_slept=False)
    assert child.is_alive
    keeper._kill_if_hanging(child, 5031.0, we_slept=False)
    assert not child.is_alive


def test_a_long_log_is_rotated_while_its_program_writes(
    keeper: Supervisor, program: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "KEEP_LOG", 1000)
    child = program("web", "import time\nfor n in range(500): print('a line', n, flush=True); time.sleep(0.02)")
    keeper.start(child)
    assert wait_until(lambda: child.log.exists() and child.log.stat().st_size > 1000, 20)
    child.trim_log()
    old = child.log.with_suffix(".log.1")
    assert old.stat().st_size >= 1000 and old.stat().st_mode & 0o077 == 0
    assert wait_until(lambda: 0 < child.log.stat().st_size < 1000, 20)
    assert child.log.read_text().startswith("a line")  # no leading zero bytes


@pytest.mark.parametrize("port", [0, 99_999])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(SystemExit, match=f"no port {port}"):
        supervisor.check_port(["127.0.0.1"], port)
