"""The whole site without visitors: proportional memory and CPU of `manage.py up` with all its children."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.site import ROOT, TICKS, _family, _pss, free_port, ticks

START, SETTLE, WATCH = 180.0, 10.0, 30.0  # seconds


def measure() -> dict[str, float]:
    """{"memory": MB, "cpu": percent of one core}, over half a minute."""
    with tempfile.TemporaryDirectory(prefix="playpost-idle-") as folder:
        env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "PLAYPOST_DEBUG")}
        env |= {"PLAYPOST_VAR": folder}
        log = open(Path(folder) / "up.log", "w")  # noqa: SIM115  (closed with the process)
        up = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(free_port())], cwd=ROOT, env=env, stdout=log, stderr=log
        )
        try:
            _wait_for_start(up, Path(log.name))
            time.sleep(SETTLE)
            before, began = _cpu(up.pid), time.perf_counter()
            time.sleep(WATCH)
            share = (_cpu(up.pid) - before) / (time.perf_counter() - began)
            memory = sum(_pss(pid) for pid in _family(up.pid)) / 1024
        finally:
            up.send_signal(signal.SIGTERM)
            up.wait(60)
            log.close()
    return {"memory": memory, "cpu": share * 100}


def _wait_for_start(up: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until `up` says that the site is running. Raises TimeoutError."""
    until = time.monotonic() + START
    while "Playpost is running" not in log.read_text():
        if up.poll() is not None or time.monotonic() > until:
            raise TimeoutError(f"The site did not start:\n{log.read_text()[-1000:]}")
        time.sleep(0.5)


def _cpu(pid: int) -> float:
    return sum(ticks(child) for child in _family(pid)) / TICKS
