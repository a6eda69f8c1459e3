"""A whole site, its parts killed with kill -9 in the middle of the work. `make faults` does it ten times each."""

import subprocess
import sys

import pytest

from tests.faults import ROOT, VICTIMS

pytestmark = pytest.mark.slow

KILLS = "2"  # of each part


def test_kills_lose_no_decision_and_repeat_none() -> None:
    """In a process of its own: that has another database than this one."""
    line = [sys.executable, "tests/faults.py", KILLS]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(f"killed {KILLS} times") == len(VICTIMS) and "WRONG" not in run.stdout
