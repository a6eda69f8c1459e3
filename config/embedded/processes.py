"""Child processes: each in its own session with its own log file, stopped in order or together with its parent.

Standard library only. `servers` starts the embedded servers with it, `supervisor` everything else.
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
KEEP_LOG = 5_000_000  # bytes; a longer log is set aside
PATIENCE = 9.0  # seconds between the polite signal and SIGKILL


def dies_with_parent(sign: signal.Signals) -> Callable[[], None] | None:
    """What the child runs before exec so that the kernel ends it when its parent dies, by kill -9 too. Linux only."""
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(sign))
        if os.getppid() != parent:  # the parent died before we could ask
            os._exit(1)

    return ask_kernel


def command_line(pid: int) -> str:
    """The command line of a running process; empty when there is none (a zombie has none either)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return ""
    shown = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return shown.stdout.strip()


def wait_until(is_true: Callable[[], bool], patience: float, pause: float = 0.02) -> bool:
    """Look every `pause` seconds, at most `patience` seconds; whether it became true."""
    end = time.monotonic() + patience
    while not is_true():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


class PidList:
    """The children on disk, so that the next start can end what a killed supervisor left (needed on macOS).

    `marks` are our own directories: a process whose command line names none of them is not ours and is left alone.
    """

    def __init__(self, path: Path, marks: Iterable[Path]) -> None:
        self.path, self.marks = path, [str(mark) for mark in marks]

    def add(self, pid: int, sign: signal.Signals) -> None:
        """Remember a child and the signal that ends it politely. Those that ended meanwhile are dropped."""
        entries = [entry for entry in self._read() if self._is_ours(entry[0])]
        text = "".join(f"{number} {int(polite)}\n" for number, polite in [*entries, (pid, sign)])
        new = self.path.with_suffix(".new")
        new.write_text(text)
        new.replace(self.path)

    def end_leftovers(self) -> int:
        """End what an earlier supervisor left behind and wait for it; how many there were."""
        left = [entry for entry in self._read() if self._is_ours(entry[0])]
        for pid, polite in left:
            send(pid, polite)
        if not wait_until(lambda: not any(self._is_ours(pid) for pid, _ in left), PATIENCE, 0.05):
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
    """A signal to one process that may have ended meanwhile."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sign)


class Process:
    """One program: start it, see whether it lives, end it, read the end of its log."""

    def __init__(
        self,
        name: str,
        log: Path,
        pids: PidList | None = None,
        polite: signal.Signals = signal.SIGTERM,
        orphaned: signal.Signals = signal.SIGKILL,
    ) -> None:
        """`polite` asks it to end; `orphaned` is what the kernel sends when we are killed."""
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
        who: Mapping[str, Any] | None = None,
    ) -> None:
        """Start it. Call from the main thread: Linux ties the child's life to the thread that started it."""
        self.trim_log()
        with open(self.log, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as log:
            self.proc = subprocess.Popen(
                command,
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in the terminal reaches the supervisor alone
                preexec_fn=dies_with_parent(self.orphaned),
                **(who or {}),
            )
        if self.pids:
            self.pids.add(self.proc.pid, self.polite)

    def trim_log(self) -> None:
        """Set a long log aside while its writer goes on: it appends, so what comes next stands at the new beginning."""
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > KEEP_LOG:
                shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
                os.chmod(self.log.with_suffix(".log.1"), 0o600)
                os.truncate(self.log, 0)

    def stop(self, patience: float = PATIENCE, hurry: Callable[[], bool] = lambda: False) -> None:
        """Ask it to end, wait (shorter when `hurry` says so), then kill its whole process group."""
        if not self.proc:
            return
        if self.proc.poll() is None:
            send(self.proc.pid, self.polite)
            wait_until(lambda: not self.is_alive or hurry(), patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.proc.pid, signal.SIGKILL)  # and children that it left in its group
        self.proc.wait()

    def how_it_ended(self) -> str:
        """In words: exit code or signal."""
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
