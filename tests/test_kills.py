"""Runs a whole site and kills its processes with kill -9 under load. `make faults` does this ten times each."""

import subprocess
import sys

import pytest

from tests.faults import ROOT, VICTIMS

pytestmark = [pytest.mark.slow, pytest.mark.always, pytest.mark.timeout(600)]

KILLS = "1"  # of each process


def test_kills_neither_lose_nor_repeat_decisions() -> None:
    """Runs in a separate process, because it uses another database."""
    line = [sys.executable, "tests/faults.py", KILLS]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=580, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(f"killed {KILLS} times") == len(VICTIMS) and "WRONG" not in run.stdout
