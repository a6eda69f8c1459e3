"""`manage.py up` with real processes, real ports and real kills."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import servers
from config.embedded.processes import command_line, wait_until
from tests.bench.site import TICKS, ticks
from tests.fixtures import free_port, status_of
from tests.services import TEMPLATE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
STAGES = ["services", "database", "migrations", "files", "rulebooks", "demo data", "web", "workers", "beat"]
CHILDREN = {
    "web": "-m config.web",
    "worker": "config.worker celery",
    "clocks": "config.worker clocks",
    "notices": "config.worker notices",
    "beat": "config.worker beat",
    "Valkey": "valkey-server",
    "PostgreSQL": "postgres -D",
}


def all_processes() -> dict[int, tuple[int, str]]:
    """Parent and command line of every process on this machine; minimal systems have no `ps`."""
    if not Path("/proc/self/stat").exists():
        shown = subprocess.run(
            ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        )
        words = (line.split(None, 2) for line in shown.stdout.splitlines())
        return {int(pid): (int(parent), line) for pid, parent, line in (found for found in words if len(found) == 3)}
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found[int(path.parent.name)] = (int(path.read_text().rpartition(")")[2].split()[1]), "")
    return {pid: (parent, command_line(pid)) for pid, (parent, _) in found.items()}


class Site:
    """A `manage.py up` in its own directory."""

    def __init__(self, var: Path, port: int, **env: str) -> None:
        self.var, self.port, self.url = var, port, f"http://localhost:{port}/"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PLAYPOST_")}
        self.env = {**kept, "PLAYPOST_VAR": str(var), "PYTHONUNBUFFERED": "1", **env}
        for name in ("DATABASE_URL", "REDIS_URL"):
            if name not in env:
                self.env.pop(name, None)
        self.printed = var.with_name(f"{var.name}.out")

    def start(self) -> None:
        command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(self.port)]
        with open(self.printed, "wb") as out:
            self.proc = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=out, stderr=out)

    def wait(self) -> None:
        """Wait until the URL is printed. Fails with the output if the process ends before."""
        assert wait_until(lambda: self.last_line.startswith("http") or self.proc.poll() is not None, 180, 0.05)
        assert self.last_line == self.url.rstrip("/"), self.text

    @property
    def text(self) -> str:
        return self.printed.read_text()

    @property
    def last_line(self) -> str:
        return (self.text.splitlines() or [""])[-1]

    def children(self) -> dict[int, str]:
        """PID and command line of the supervisor's children, which name this site's directories."""
        marks = [str(self.var), str(servers.socket_dir(self.var))]
        return {pid: line for pid, (_, line) in all_processes().items() if any(mark in line for mark in marks)}

    def family(self) -> set[int]:
        """The supervisor, its children and grandchildren (PostgreSQL's sessions name no directory)."""
        parents = {pid: parent for pid, (parent, _) in all_processes().items()}
        found = {self.proc.pid}
        while more := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
            found |= more
        return found

    def cpu_seconds(self) -> float:
        """The CPU time of all its processes, which, unlike the elapsed time, does not depend on the load."""
        return sum(ticks(pid) for pid in self.family()) / TICKS

    def pid_of(self, child: str) -> int:
        return next((pid for pid, line in self.children().items() if CHILDREN[child] in line), 0)

    def end(self) -> None:
        if self.proc.poll() is None:
            self.proc.terminate()
            self.proc.wait(30)
        wait_until(lambda: not self.children(), 10, 0.05)
        shutil.rmtree(servers.socket_dir(self.var), ignore_errors=True)
        shutil.rmtree(self.var, ignore_errors=True)
        self.printed.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """One running site, shared by the tests that leave it running."""
    found = Site(Path(tempfile.mkdtemp(prefix="pp-site-")), free_port())
    found.start()
    try:
        found.wait()
        yield found
    finally:
        found.end()


def test_every_stage_is_shown_and_the_address_comes_last(site: Site) -> None:
    shown = re.findall(r"^  (\S.*?)\s{2,}.*\d\.\d s$", site.text, re.M)
    assert shown == STAGES
    assert site.last_line == f"http://localhost:{site.port}"
    assert status_of(site.url) == 200
    assert status_of(f"http://127.0.0.1:{site.port}/") == 200


def test_static_files_are_served(site: Site) -> None:
    assert status_of(f"{site.url}static/site.css") == 200
    assert status_of(f"{site.url}static/../manage.py") == 404
    assert status_of(f"{site.url}static/nothing.css") == 404


def test_second_start_is_refused(site: Site) -> None:
    before = site.children().keys()
    answer = subprocess.run(
        [sys.executable, "manage.py", "up", "--port", str(free_port())],
        cwd=ROOT, env=site.env, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert answer.returncode == 1
    assert f"Playpost is already running here: process {site.proc.pid}, http://localhost:{site.port}" in answer.stderr
    assert site.children().keys() == before
    assert status_of(site.url) == 200


def test_port_in_use_is_refused_before_anything_starts() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        late = Site(Path(tempfile.mkdtemp(prefix="pp-late-")), port)
        late.start()
        try:
            assert late.proc.wait(30) == 1
            assert f"use port {port} on 127.0.0.1" in late.text
            assert f"--port {port + 1}" in late.text
            assert not (late.var / "pgdata").exists()
        finally:
            late.end()


@pytest.mark.parametrize("child", CHILDREN)
def test_killed_child_is_restarted(site: Site, child: str) -> None:
    old = site.pid_of(child)
    others = {name: site.pid_of(name) for name in CHILDREN if name != child}
    os.kill(old, signal.SIGKILL)
    assert wait_until(lambda: site.pid_of(child) not in (0, old), 10, 0.1)
    assert wait_until(lambda: status_of(site.url) == 200, 20, 0.1)
    assert f"{child} died (signal 9). Restarting it." in site.text
    assert {name: site.pid_of(name) for name in CHILDREN if name != child} == others


def test_worker_and_beat_recover_after_a_broker_kill(site: Site) -> None:
    """Beat fills the queue every two seconds; the worker must empty it."""
    import redis

    os.kill(site.pid_of("Valkey"), signal.SIGKILL)
    client = redis.Redis(unix_socket_path=str(servers.socket_dir(site.var) / "valkey.sock"), db=2)

    def pushes() -> int:
        try:
            return int(client.info("commandstats").get("cmdstat_lpush", {}).get("calls", 0))
        except redis.RedisError:
            return 0

    assert wait_until(lambda: pushes() >= 2, 20, 0.2)
    assert wait_until(lambda: client.llen("celery") == 0, 10, 0.2)


def test_killing_the_supervisor_leaves_nothing_behind(site: Site) -> None:
    family = site.family()
    assert len(family) > 10
    site.proc.kill()
    site.proc.wait()
    assert wait_until(lambda: not family & all_processes().keys(), 10, 0.05), site.children()
    site.start()
    site.wait()
    assert "nothing new" in site.text
    used = site.cpu_seconds()
    assert used < 20, used  # 10 on a busy machine


def test_start_after_a_kill_waits_for_leftovers(site: Site) -> None:
    site.proc.kill()
    site.proc.wait()
    site.start()
    site.wait()
    assert status_of(site.url) == 200


def test_sigterm_stops_everything_in_order(site: Site) -> None:
    """Beat, web, workers, Valkey, PostgreSQL: no process loses a server that it still uses."""
    last_first = ["PostgreSQL", "Valkey", "worker", "clocks", "notices", "web", "beat"]
    pids = {name: site.pid_of(name) for name in last_first}
    assert 0 not in pids.values()
    site.proc.terminate()

    def all_gone() -> bool:
        """Looks at the last one first: on a busy machine, several end between two looks, or during one."""
        left = [name for name in last_first if command_line(pids[name])]
        assert left == last_first[: len(left)]
        return not left

    assert wait_until(all_gone, 30, 0.005)
    assert site.proc.wait(10) == 0
    assert site.last_line == "Stopped."
    assert not site.children()
    assert "database system is shut down" in (site.var / "postgres.log").read_text()


def test_own_servers_are_used_and_none_are_started() -> None:
    import psycopg

    database, redis_url = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    from config.env import renamed

    with psycopg.connect(renamed(database, "postgres"), autocommit=True) as link:
        link.execute(f"create database own_servers template {TEMPLATE}")  # another test makes an empty one a site
    own = Site(
        Path(tempfile.mkdtemp(prefix="pp-own-")),
        free_port(),
        DATABASE_URL=renamed(database, "own_servers"),
        REDIS_URL=redis_url,
        PLAYPOST_DEBUG="1",
    )
    own.start()
    try:
        own.wait()
        assert {name for name in CHILDREN if own.pid_of(name)} == {"web", "worker", "clocks", "notices", "beat"}
        assert "your own (DATABASE_URL, REDIS_URL)" in own.text
        assert not (own.var / "pgdata").exists()
        assert status_of(own.url) == 200
    finally:
        own.end()
        with psycopg.connect(renamed(database, "postgres"), autocommit=True) as link:
            link.execute("drop database own_servers with (force)")
