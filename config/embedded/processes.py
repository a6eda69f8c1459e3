"""Child processes, each in its own session with its own log file. They never outlive their parent.

Standard library only. Used by `servers` for the embedded servers and by `supervisor` for everything else.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
KEEP_LOG = 5_000_000  # bytes; a longer log is rotated
STOP_TIMEOUT = 9.0  # seconds between the polite signal and SIGKILL
ROOM = 64_000_000  # bytes that must be free on the disk: PostgreSQL needs 16 MB at once for its write-ahead log


def dies_with_parent(sign: signal.Signals) -> Callable[[], None] | None:
    """A preexec_fn that makes the kernel signal the child when its parent dies, even by SIGKILL. Linux only."""
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(sign))
        if os.getppid() != parent:  # the parent died before we could ask
            os._exit(1)

    return ask_kernel


def command_line(pid: int) -> str:
    """The command line of a running process; empty if there is no such process or it is a zombie."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return ""
    shown = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return shown.stdout.strip()


def wait_until(is_true: Callable[[], bool], patience: float, pause: float = 0.02) -> bool:
    """Poll every `pause` seconds, for at most `patience` seconds. Returns whether it became true."""
    end = time.monotonic() + patience
    while not is_true():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


def free_bytes(folder: Path) -> int:
    """What is free on the disk that holds this directory."""
    return shutil.disk_usage(folder).free


class PidList:
    """A file of child PIDs, so that the next start can end children of a killed supervisor (needed on macOS).

    `marks` are our own directories: a process whose command line contains none of them is not ours (PIDs are reused).
    """

    def __init__(self, path: Path, marks: Iterable[Path]) -> None:
        self.path, self.marks = path, [str(mark) for mark in marks]
        self.unwritten: list[tuple[int, signal.Signals]] = []

    def add(self, pid: int, sign: signal.Signals) -> None:
        """Add a child and the signal that ends it gracefully. Removes children that have ended.

        On a full disk the child runs unlisted: it is listed together with the next one.
        """
        entries = [entry for entry in [*self._read(), *self.unwritten] if self._is_ours(entry[0])]
        text = "".join(f"{number} {int(polite)}\n" for number, polite in [*entries, (pid, sign)])
        new = self.path.with_suffix(".new")
        try:
            new.write_text(text)
            new.replace(self.path)
            self.unwritten = []
        except OSError:
            self.unwritten.append((pid, sign))

    def end_leftovers(self) -> int:
        """End the children of an earlier supervisor and wait for them. Returns how many there were."""
        left = [entry for entry in self._read() if self._is_ours(entry[0])]
        for pid, polite in left:
            send(pid, polite)
        if not wait_until(lambda: not any(self._is_ours(pid) for pid, _ in left), STOP_TIMEOUT, 0.05):
            for pid, _ in left:
                if self._is_ours(pid):
                    send(pid, signal.SIGKILL)
            wait_until(lambda: not any(self._is_ours(pid) for pid, _ in left), 2, 0.05)
        self.path.unlink(missing_ok=True)
        return len(left)

    def _read(self) -> list[tuple[int, signal.Signals]]:
        try:
            pairs = [line.split() for line in self.path.read_text().splitlines()]
            return [(int(pid), signal.Signals(int(sign))) for pid, sign in pairs]
        except (OSError, ValueError):
            return []

    def _is_ours(self, pid: int) -> bool:
        line = command_line(pid)
        return any(mark in line for mark in self.marks)


def send(pid: int, sign: signal.Signals) -> None:
    """Send a signal to a process that may have ended already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sign)


class Process:
    """A child process with a log file: start, stop, and read the end of the log."""

    def __init__(
        self,
        name: str,
        log: Path,
        pids: PidList | None = None,
        polite: signal.Signals = signal.SIGTERM,
        orphaned: signal.Signals = signal.SIGKILL,
    ) -> None:
        """`polite`: the signal that ends it gracefully; `orphaned`: what the kernel sends if we are killed."""
        self.name, self.log, self.pids, self.polite, self.orphaned = name, log, pids, polite, orphaned
        self.proc: subprocess.Popen[bytes] | None = None

    @property
    def is_alive(self) -> bool:
        return self.proc is not None and self.proc.poll() is None

    def spawn(
        self,
        command: Sequence[str | Path],
        cwd: str | Path,
        env: Mapping[str, str],
        run_as: Mapping[str, Any] | None = None,
    ) -> None:
        """Start it. Call this from the main thread: on Linux the child dies with the thread that started it."""
        self.trim_log()
        with open(self.log, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as log:
            self.proc = subprocess.Popen(
                command,
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in the terminal reaches only the supervisor
                preexec_fn=dies_with_parent(self.orphaned),
                **(run_as or {}),
            )
        if self.pids:
            self.pids.add(self.proc.pid, self.polite)

    def trim_log(self) -> None:
        """Rotate a long log by copy and truncate. The writer appends, so it goes on at the new beginning."""
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > KEEP_LOG:
                shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
                os.chmod(self.log.with_suffix(".log.1"), 0o600)
                os.truncate(self.log, 0)

    def stop(self, patience: float = STOP_TIMEOUT, hurry: Callable[[], bool] = lambda: False) -> None:
        """Ask it to end, wait for `patience` seconds or until `hurry()`, then kill its process group."""
        if not self.proc:
            return
        if self.proc.poll() is None:
            send(self.proc.pid, self.polite)
            wait_until(lambda: not self.is_alive or hurry(), patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.proc.pid, signal.SIGKILL)  # including its own children
        self.proc.wait()

    def how_it_ended(self) -> str:
        """Its exit code or signal, in words."""
        code = self.proc.poll() if self.proc else None
        return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"

    def tail(self, lines: int = 15) -> str:
        """The last lines of its log."""
        try:
            with open(self.log, "rb") as log:
                log.seek(max(0, log.seek(0, os.SEEK_END) - 8000))
                return "\n".join(log.read().decode(errors="replace").splitlines()[-lines:])
        except OSError:
            return "(no log)"
