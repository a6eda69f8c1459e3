"""Cuts the power of PostgreSQL while people play: see tests/power_cut.py. `make faults` does it more often."""

import subprocess
import sys

import pytest

from tests.fixtures import ROOT
from tests.power_cut import DOORS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("commits", "is_safe"), [("on", True), ("off", False)])
@pytest.mark.timeout(600)
def test_acknowledged_moves_outlast_a_power_cut(commits: str, is_safe: bool) -> None:
    """With commits that do not wait for the disk the same cuts lose moves, so a loss would be noticed."""
    line = [sys.executable, "tests/power_cut.py", "3", commits]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    told = run.stdout + run.stderr
    assert all(f"cut 3, {door}: " in told for door in DOORS), told
    assert (run.returncode == 0, " moves lost" in run.stdout) == (is_safe, not is_safe), told
