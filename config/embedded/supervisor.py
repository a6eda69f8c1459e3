"""The supervisor: starts all other processes, watches and restarts them, stops them in order.

`manage.py up` fills it. Nothing here knows Django. The rules, in the order in which they save somebody's evening:
a lock before anything else; the port tried before anything is started; children in sessions of their own; start order
services, worker, web, beat and the reverse to stop; a child that keeps dying ends the whole, with the end of its log;
one that hangs is killed, and so dies.
"""

import errno
import fcntl
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from config.embedded import servers
from config.embedded.processes import PidList, Process, send, wait_until

LOOK = 0.2  # seconds between two looks at the children
MANY = 5  # deaths of one child ...
SHORT = 60.0  # ... within so many seconds: give up
TRIM_EVERY = 60.0  # seconds between two looks at the size of the logs
PAUSE = 0.5  # seconds before the second new start; doubled each time
HANGS = 30.0  # seconds without a sign of life after which a program is killed
BASE = Path(__file__).resolve().parents[2]


def take_lock(var: Path, port: int) -> IO[str]:
    """The lock of a var directory; keep the file open as long as you work. Children do not inherit it."""
    lock = open(var / "lock", "a+")  # noqa: SIM115  (closing it would give the lock away)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        pid, used = [*lock.read().split(), "?", "?"][:2]
        raise SystemExit(
            f"Playpost already runs here: process {pid}, http://localhost:{used}. "
            f"End that one first, or name another directory in PLAYPOST_VAR (this one: {var})."
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()} {port}\n")
    lock.flush()
    return lock


def hosts_to_bind(host: str) -> list[str]:
    """The addresses behind a name: localhost is both 127.0.0.1 and, where the machine has it, ::1."""
    if host not in ("localhost", "127.0.0.1"):
        return [host]
    return ["127.0.0.1", "::1"] if _can_bind("::1", 0) is None else ["127.0.0.1"]


def check_port(hosts: Sequence[str], port: int) -> None:
    """Refuse a port that somebody uses: a look at the page would be answered by that other program."""
    for host in hosts:
        if error := _can_bind(host, port):
            raise SystemExit(f"Port {port} on {host} cannot be used: {error}. Choose another one: --port {port + 1}")


def _can_bind(host: str, port: int) -> str | None:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the web server does
            probe.bind((host, port))
    except OSError as error:
        return "another program listens there" if error.errno == errno.EADDRINUSE else str(error.strerror or error)
    return None


class Program(Process):
    """A Python program of ours: web, a worker or beat."""

    def __init__(self, name: str, module: str, arguments: Sequence[str], var: Path, pids: PidList, **more: str) -> None:
        """`python -m module arguments`; `more` is added to its environment."""
        # Beat writes its timetable to a file, so it is asked to end even when we were killed; the others hold nothing.
        orphaned = signal.SIGTERM if name == "beat" else signal.SIGKILL
        super().__init__(name, var / f"{name}.log", pids, orphaned=orphaned)
        # The mark in the command line tells a later start that the process is ours (see PidList).
        self.command = [sys.executable, "-X", f"playpost={var}", "-m", module, *arguments]
        self.ready_file, self.alive_file = var / f"{name}.ready", var / f"{name}.alive"
        own = {"PLAYPOST_READY": str(self.ready_file), "PLAYPOST_WEB_ALIVE": str(var / "web.alive")}
        self.env: Mapping[str, str] = os.environ | more | own
        self.last_sign, self.sign_seen = 0.0, 0.0

    def start(self, give_up: Callable[[], bool] = lambda: False) -> None:
        """Start it; does not wait until it is ready."""
        for file in (self.ready_file, self.alive_file):
            file.unlink(missing_ok=True)
        self.spawn(self.command, BASE, self.env)

    def has_reported(self) -> bool:
        """Worker and beat report by a file (config/celery.py)."""
        return self.ready_file.exists()

    def hangs(self, now: float) -> bool:
        """Has it given no sign of life for so long, after its first one? Ask often; `now` is a monotonic time.

        Our own clock counts, not the time of the file: after a sleep of the whole machine all files are old.
        """
        try:
            sign = self.alive_file.stat().st_mtime
        except FileNotFoundError:  # it has not begun yet, or never gives any
            return False
        if sign != self.last_sign:
            self.last_sign, self.sign_seen = sign, now
        return now - self.sign_seen > HANGS


def web(hosts: Sequence[str], port: int, var: Path, pids: PidList) -> Program:
    """Daphne: pages and sockets. No access log: addresses hold signed tokens."""
    places = ["tcp:port={}:interface={}".format(port, host.replace(":", "\\:")) for host in hosts]
    endpoints = [word for place in places for word in ("-e", place)]
    return Program("web", "config.web", ["-v", "0", *endpoints, "config.asgi:application"], var, pids)


def workers(var: Path, pids: PidList) -> list[Program]:
    """Celery, in threads: a third of the memory of processes, and the work is mostly waiting for the database.

    One for each queue (config/celery.py), so that none keeps the others waiting.
    """
    quiet = ["--without-mingle", "--without-gossip", "--without-heartbeat", "-l", "WARNING"]
    made = []
    kinds = (("worker", "celery", "4"), ("clocks", "clocks", "2"), ("notices", "notices", "4"))
    port = os.environ.get("PLAYPOST_METRICS_PORT")  # of the first one; the others have the next two
    for place, (name, queue, threads) in enumerate(kinds):
        more = {"PLAYPOST_METRICS_PORT": str(int(port) + place)} if port else {}
        arguments = ["-A", "config", "worker", "-Q", queue, "-P", "threads", "-c", threads, "-n", f"{name}@%h", *quiet]
        made.append(Program(name, "celery", arguments, var, pids, **more))
    return made


def beat(var: Path, pids: PidList) -> Program:
    """Celery's timetable. An empty pid file option: a file left by a kill would stop the next start."""
    places = ["-s", str(var / "beat"), "--pidfile=", "-l", "WARNING"]
    return Program("beat", "celery", ["-A", "config", "beat", *places], var, pids)


def page_answers(address: str, host: str) -> bool:
    """Whether the site answers at `address` when asked for `host`; a page that fails is not an answer."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Host": host}), timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False


Child = servers.Postgres | servers.Valkey | Program


class Supervisor:
    """Starts children, looks after them, ends them in reverse order."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """`say` prints one line for the host."""
        self.say = say
        self.children: list[Child] = []
        self.deaths: dict[str, list[float]] = {}
        self.due: dict[str, float] = {}  # when a dead child is started again
        self.stops_asked = 0
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, self._asked_to_stop)

    @property
    def is_stopping(self) -> bool:
        return self.stops_asked > 0

    def start(self, child: Child) -> None:
        """Start a child and look after it from now on."""
        self.children.append(child)
        child.start(give_up=lambda: self.is_stopping)

    def wait_for(self, child: Program, is_ready: Callable[[], bool], patience: float = 60) -> None:
        """Wait until a program works; end with its log if it dies or takes too long."""
        wait_until(lambda: is_ready() or not child.is_alive or self.is_stopping, patience, 0.05)
        if not self.is_stopping and not (child.is_alive and is_ready()):
            state = "does not answer" if child.is_alive else "ended"
            raise SystemExit(f"{child.name} {state}. The end of {child.log}:\n{child.tail()}")

    def watch(self, look: Callable[[], None] = lambda: None) -> None:
        """Return when asked to stop; SystemExit when a child cannot be kept alive. `look` is called again and again."""
        before = trimmed = time.monotonic()
        while not self.is_stopping:
            now = time.monotonic()
            if now - trimmed > TRIM_EVERY:
                trimmed = now
                for child in self.children:
                    child.trim_log()
            for child in self.children:
                if not child.is_alive:
                    self._revive(child, now)
                elif isinstance(child, Program):
                    self._look(child, now, we_slept=now - before > HANGS / 3)
            before = now
            look()
            time.sleep(LOOK)

    def _look(self, child: Program, now: float, we_slept: bool) -> None:
        """Kill a program that hangs; the next look starts it again. Had we hung as well, it gets its time anew."""
        if we_slept:
            child.last_sign = 0.0
        if child.proc and child.hangs(now):
            self.say(f"{child.name} has given no sign of life for {HANGS:.0f} seconds and is killed.")
            send(child.proc.pid, signal.SIGKILL)
            child.proc.wait()

    def stop(self) -> None:
        """End all children, the last one first. Asked twice, patience ends."""
        for child in reversed(self.children):
            child.stop(hurry=lambda: self.stops_asked > 1)

    def _asked_to_stop(self, *_: object) -> None:
        self.stops_asked += 1

    def _revive(self, child: Child, now: float) -> None:
        """Note a death and fix the time of the new start, or start the child when that time has come."""
        if child.name in self.due:
            if now >= self.due[child.name]:
                del self.due[child.name]
                child.start(give_up=lambda: self.is_stopping)
            return
        memory = SHORT + MANY * HANGS if isinstance(child, Program) and child.hangs(now) else SHORT
        deaths = self.deaths[child.name] = [at for at in self.deaths.get(child.name, []) if now - at < memory] + [now]
        if len(deaths) >= MANY:
            raise SystemExit(
                f"{child.name} ended {MANY} times within {memory:.0f} seconds. The end of {child.log}:\n{child.tail()}"
            )
        pause = 0.0 if len(deaths) == 1 else PAUSE * 2 ** (len(deaths) - 2)
        self.due[child.name] = now + pause
        self.say(f"{child.name} ended ({child.how_it_ended()}) and is started again.")
