"""A whole site for benchmarks: its own durable PostgreSQL, Valkey and some web processes, all on loopback."""

import os
import socket
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.embedded import servers
from config.embedded.processes import Process, wait_until
from tests import kept_dump

ROOT = Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")


class Site:
    """Servers and web processes; `ports` are those of the web processes."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.processes: list[Process] = []
        self.ports: list[int] = []

    def start_servers(self) -> None:
        """Start PostgreSQL with synced commits, and Valkey; put their URLs into the environment."""
        found = servers.addresses_in(self.var)
        os.environ |= {
            "PLAYPOST_VAR": str(self.var),
            "DATABASE_URL": found.database,
            "REDIS_URL": found.redis,
            "PLAYPOST_DEBUG": "0",
            "PLAYPOST_SECRET_KEY": "bench " * 10,
            "PLAYPOST_RATE_LIMITS": "0",
            "PLAYPOST_HOSTS": "localhost,127.0.0.1,testserver",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        postgres, valkey = servers.Postgres(self.var), servers.Valkey(self.var)
        self.processes += [postgres, valkey]
        postgres.start()
        postgres.create_database()
        kept_dump.fill(postgres, found.database)
        valkey.start()

    def start_web(self, count: int, application: str = "config.asgi:application") -> None:
        """Start Daphne processes on their own ports, after stopping those of any other application."""
        for process in [process for process in self.processes if process.name.startswith("web")]:
            process.stop()
            self.processes.remove(process)
        self.ports = []
        for _ in range(count):
            port = free_port()
            web = Process(f"web{port}", self.var / f"web{port}.log")
            line = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port), application]
            web.spawn([sys.executable, *line], ROOT, os.environ | {"PLAYPOST_URL": f"http://localhost:{port}"})
            self.processes.append(web)
            self.ports.append(port)
        for port in self.ports:
            if not wait_until(lambda port=port: answers(port), 60, 0.1):
                raise SystemExit(f"no answer on port {port}:\n{self.processes[-1].tail(40)}")

    def again(self, web: Process) -> None:
        """Restart this web process on its port, like the supervisor after a crash."""
        port = int(web.name.removeprefix("web"))
        web.proc.wait()
        line = ["-m", "config.web", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
        web.spawn([sys.executable, *line], ROOT, os.environ | {"PLAYPOST_URL": f"http://localhost:{port}"})

    def cpu_seconds(self) -> dict[str, float]:
        """User and system CPU time so far by part, including children."""
        found: dict[str, float] = {}
        for process in self.processes:
            name = "web" if process.name.startswith("web") else process.name
            found[name] = found.get(name, 0.0) + sum(ticks(pid) for pid in _family(process.proc.pid)) / TICKS
        return found

    def memory(self) -> dict[str, float]:
        """Proportional memory in MB by part, including children."""
        found: dict[str, float] = {}
        for process in self.processes:
            name = "web" if process.name.startswith("web") else process.name
            found[name] = found.get(name, 0.0) + sum(_pss(pid) for pid in _family(process.proc.pid)) / 1024
        return found

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.stop()


@contextmanager
def site(web: int = 2) -> Iterator[Site]:
    """Run a migrated site with this many web processes; clean up everything afterwards."""
    with tempfile.TemporaryDirectory(prefix="playpost-bench-") as folder:
        place = Site(servers.private_dir(Path(folder)))
        try:
            place.start_servers()
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            call_command("collectstatic", verbosity=0, interactive=False)
            if web:
                place.start_web(web)
            yield place
        except Exception:
            for process in place.processes:
                print(f"The last lines of {process.name}:\n{process.tail(20)}", file=sys.stderr)
            raise
        finally:
            from django.db import connections

            connections.close_all()
            for connection in connections.all():
                connection.close_pool()
            place.stop()


def free_port() -> int:
    """A free port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether a web process responds."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/ratings/", timeout=5) as page:
            return bool(page.status == 200)
    except OSError:
        return False


def _family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                found += _family(int(child))
        except OSError:
            continue
    return found


def ticks(pid: int) -> int:
    try:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    own, dead_children = (11, 12), (13, 14)  # utime, stime; cutime, cstime (children that have ended)
    return sum(int(facts[place]) for place in own + dead_children)


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
