"""The supervisor behind `manage.py up`: starts all other processes, restarts them if they die, stops them in order.

It takes a lock, checks the port, and then starts its children, each in its own session: web, services, workers, beat.
They stop in reverse order, STOP_FIRST before the others. A child that hangs is killed and restarted. If a child keeps
dying, everything stops and the end of its log is shown, except while the disk is full: then children are restarted
until there is room again, however often they die. Does not use Django.
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

from config import env
from config.embedded import servers
from config.embedded.processes import ROOM, PidList, Process, free_bytes, send, wait_until

POLL = 0.2  # seconds between two checks of the children
MAX_DEATHS = 5  # of one child ...
DEATH_WINDOW = 60.0  # ... within this many seconds: give up
TRIM_EVERY = 60.0  # seconds between two checks of the log sizes
PAUSE = 0.5  # seconds before the second restart; doubled each time
LONGEST_PAUSE = 8.0
PATIENCE = 60.0  # seconds until a new program has to be ready
HANG_TIMEOUT = 30.0  # seconds without a heartbeat after which a program is killed
STOP_FIRST = ("mail", "beat", "web")  # what gives work to the workers
BASE = Path(__file__).resolve().parents[2]


def take_lock(var: Path, port: int) -> IO[str]:
    """Lock a var directory. The lock lasts while the file is open; children do not inherit it."""
    try:
        lock = open(var / "lock", "a+")  # noqa: SIM115  (closing it would release the lock)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        pid, used = [*lock.read().split(), "?", "?"][:2]
        raise SystemExit(
            f"Playpost is already running here: process {pid}, http://localhost:{used}. "
            f"Stop it first, or set PLAYPOST_VAR to another directory (this one: {var})."
        ) from None
    except OSError as error:
        raise SystemExit(
            f"Can't lock {var / 'lock'}: {error.strerror}. Set PLAYPOST_VAR to another directory."
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()} {port}\n")
    lock.flush()
    return lock


def hosts_to_bind(host: str) -> list[str]:
    """The addresses for a host name: localhost is 127.0.0.1 and, if the machine has IPv6, ::1."""
    if host not in ("localhost", "127.0.0.1"):
        return [host]
    return ["127.0.0.1", "::1"] if _bind_error("::1", 0) is None else ["127.0.0.1"]


def check_port(hosts: Sequence[str], port: int) -> None:
    """Refuse a port that is in use: the browser would show the other program's page. Raises SystemExit."""
    if not 0 < port < 65536:
        raise SystemExit(f"There is no port {port}. Choose one up to 65535, such as --port 8000")
    for host in hosts:
        if error := _bind_error(host, port):
            other = port + 1 if 1024 <= port < 65535 else 8000
            raise SystemExit(f"Can't use port {port} on {host}: {error}. Choose another one: --port {other}")


def _bind_error(host: str, port: int) -> str | None:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the web server does
            probe.bind((host, port))
    except OSError as error:
        return "another program is using it" if error.errno == errno.EADDRINUSE else str(error.strerror or error)
    return None


class Program(Process):
    """One of our Python programs: web, a worker or beat."""

    def __init__(self, name: str, module: str, arguments: Sequence[str], var: Path, pids: PidList, **more: str) -> None:
        """`python -m module arguments`; `more`: extra environment variables."""
        # Beat writes its schedule to a file, so it must end gracefully even if we are killed; the others need not.
        orphaned = signal.SIGTERM if name == "beat" else signal.SIGKILL
        super().__init__(name, var / f"{name}.log", pids, orphaned=orphaned)
        # The var directory in the command line marks the process as ours (see PidList).
        self.command = [sys.executable, "-X", f"playpost={var}", "-m", module, *arguments]
        self.ready_file, self.alive_file = var / f"{name}.ready", var / f"{name}.alive"
        own = {"PLAYPOST_READY": str(self.ready_file), "PLAYPOST_WEB_ALIVE": str(var / "web.alive")}
        self.env: Mapping[str, str] = os.environ | more | own
        self.last_sign, self.sign_seen = 0.0, 0.0

    def start(self, give_up: Callable[[], bool] = lambda: False) -> None:
        """Start it. Does not wait until it is ready."""
        for file in (self.ready_file, self.alive_file):
            file.unlink(missing_ok=True)
        self.spawn(self.command, BASE, self.env)

    def has_reported(self) -> bool:
        """Is it ready? Workers and beat create a file (config/celery.py)."""
        return self.ready_file.exists()

    def hangs(self, now: float) -> bool:
        """Has its heartbeat stopped? False before the first one. Call this often; `now` is a monotonic time.

        The file's time is only compared with its last one, not with the clock: after a suspend every file is old.
        """
        try:
            sign = self.alive_file.stat().st_mtime
        except FileNotFoundError:  # not started yet, or a program without a heartbeat
            return False
        if sign != self.last_sign:
            self.last_sign, self.sign_seen = sign, now
        return now - self.sign_seen > HANG_TIMEOUT


def gate(var: Path) -> Path:
    """The file for which the web process waits before it answers requests: the database is ready then."""
    return var / "web.gate"


def web(hosts: Sequence[str], port: int, var: Path, pids: PidList) -> Program:
    """Daphne: pages and sockets. No access log, because URLs hold signed tokens. Closes the gate."""
    gate(var).unlink(missing_ok=True)
    places = ["tcp:port={}:interface={}".format(port, host.replace(":", "\\:")) for host in hosts]
    endpoints = [word for place in places for word in ("-e", place)]
    arguments = ["-v", "0", *endpoints, "config.asgi:application"]
    return Program("web", "config.web", arguments, var, pids, PLAYPOST_GATE=str(gate(var)))


def workers(var: Path, pids: PidList) -> list[Program]:
    """Celery workers, one per queue (config/celery.py), so that no queue delays another.

    They use threads: a third of the memory of processes, and the work is mostly waiting for the database.
    """
    made = []
    kinds = (("worker", "celery", "4"), ("clocks", "clocks", "2"), ("notices", "notices", "4"))
    port = env.number("PLAYPOST_METRICS_PORT", 0)  # of the first worker; the others use the next two
    for place, (name, queue, threads) in enumerate(kinds):
        more = {"PLAYPOST_METRICS_PORT": str(port + place)} if port else {}
        made.append(Program(name, "config.worker", [queue, name, threads], var, pids, **more))
    return made


def beat(var: Path, pids: PidList) -> Program:
    """Celery's scheduler."""
    return Program("beat", "config.worker", ["beat", str(var / "beat")], var, pids)


def mail_door(var: Path, pids: PidList) -> Program:
    """The server for incoming email (accounts/mail/door.py)."""
    return Program("mail", "django", ["receivemail", "--settings", "config.settings"], var, pids)


def page_answers(address: str, host: str) -> bool:
    """Does the site answer at `address` for the Host header `host`, with a status below 500?"""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Host": host}), timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False


Child = servers.Postgres | servers.Valkey | Program


class Supervisor:
    """Starts children, restarts them, and stops them in reverse order."""

    def __init__(self, say: Callable[[str], None], var: Path) -> None:
        """`say` prints one line for the host; `var` is on the disk that must not be full."""
        self.say, self.var = say, var
        self.is_full, self.last_full = False, -DEATH_WINDOW  # the disk; and when it was last
        self.children: list[Child] = []
        self.deaths: dict[str, list[float]] = {}
        self.due: dict[str, float] = {}  # when to restart a dead child
        self.stops_asked = 0
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, self._asked_to_stop)

    @property
    def is_stopping(self) -> bool:
        return self.stops_asked > 0

    def start(self, child: Child) -> None:
        """Start a child and supervise it from now on."""
        self.children.append(child)
        child.start(give_up=lambda: self.is_stopping)

    def wait_for(self, child: Program, is_ready: Callable[[], bool]) -> None:
        """Wait until a program is ready. SystemExit with the end of its log if it dies or takes too long."""
        wait_until(lambda: is_ready() or not child.is_alive or self.is_stopping, PATIENCE, 0.05)
        if not self.is_stopping and not (child.is_alive and is_ready()):
            state = "does not answer" if child.is_alive else "ended"
            raise SystemExit(f"{child.name} {state}. The end of {child.log}:\n{child.tail()}")

    def watch(self, look: Callable[[], None] = lambda: None) -> None:
        """Supervise until asked to stop; SystemExit if a child keeps dying. Calls `look` on each round."""
        before = trimmed = time.monotonic()
        while not self.is_stopping:
            now = time.monotonic()
            self._look_at_disk(now)
            if now - trimmed > TRIM_EVERY:
                trimmed = now
                for child in self.children:
                    child.trim_log()
            for child in self.children:
                if not child.is_alive:
                    self._revive(child, now)
                elif isinstance(child, Program):
                    self._kill_if_hanging(child, now, we_slept=now - before > HANG_TIMEOUT / 3)
            before = now
            look()
            time.sleep(POLL)

    def _kill_if_hanging(self, child: Program, now: float, we_slept: bool) -> None:
        """Kill a program that hangs; the next round restarts it. If we were suspended ourselves, start timing again."""
        if we_slept:
            child.last_sign = 0.0
        if child.proc and child.hangs(now):
            self.say(f"{child.name} has not responded for {HANG_TIMEOUT:.0f} seconds. Killing it.")
            send(child.proc.pid, signal.SIGKILL)
            child.proc.wait()

    def stop(self) -> None:
        """Stop all children in order. A second signal kills them at once."""
        self.children.sort(key=lambda child: child.name in STOP_FIRST)
        for child in reversed(self.children):
            child.stop(hurry=lambda: self.stops_asked > 1)

    def _asked_to_stop(self, *_: object) -> None:
        self.stops_asked += 1

    def _look_at_disk(self, now: float) -> None:
        """Note whether the disk is full, and tell the host when that changes."""
        was_full, free = self.is_full, free_bytes(self.var)
        self.is_full = free < ROOM
        if self.is_full:
            self.last_full = now
        if self.is_full and not was_full:
            self.say(
                f"The disk that holds {self.var} is full: {free // 1_000_000} MB are free, and Playpost needs "
                f"{ROOM // 1_000_000} MB. What ends is restarted until there is room again."
            )
        elif was_full and not self.is_full:
            self.deaths.clear()
            self.say(f"The disk that holds {self.var} has room again.")

    def _revive(self, child: Child, now: float) -> None:
        """Record a death and schedule the restart, or restart the child if it is due."""
        if child.name in self.due:
            if now >= self.due[child.name]:
                del self.due[child.name]
                self._restart(child)
            return
        memory = DEATH_WINDOW + (MAX_DEATHS * HANG_TIMEOUT if isinstance(child, Program) and child.hangs(now) else 0)
        deaths = self.deaths[child.name] = [at for at in self.deaths.get(child.name, []) if now - at < memory] + [now]
        if len(deaths) >= MAX_DEATHS and not self._was_full(now):
            raise SystemExit(
                f"{child.name} died {MAX_DEATHS} times in {memory:.0f} seconds. The end of {child.log}:\n{child.tail()}"
            )
        pause = 0.0 if len(deaths) == 1 else min(PAUSE * 2 ** (len(deaths) - 2), LONGEST_PAUSE)
        self.due[child.name] = now + pause
        self.say(f"{child.name} died ({child.how_it_ended()}). Restarting it.")

    def _restart(self, child: Child) -> None:
        """Start a child again. If it can't start on a full disk, the next round counts it as dead once more."""
        self._look_at_disk(time.monotonic())
        try:
            child.start(give_up=lambda: self.is_stopping)
        except (OSError, SystemExit) as error:
            now = time.monotonic()
            self._look_at_disk(now)  # starting may have taken long
            if not self._was_full(now):
                raise
            child.stop()
            self.say(str(error))

    def _was_full(self, now: float) -> bool:
        """Is the disk full, or was it so lately that deaths may be due to that?"""
        return now - self.last_full < DEATH_WINDOW
