"""A rolling restart of the web processes while people play: no move is lost, every page reconnects."""

import re
import subprocess
import sys

import pytest

from tests.fixtures import ROOT

pytestmark = pytest.mark.slow


def test_a_rolling_restart_loses_no_move() -> None:
    """In a process of its own: that has another database than this one. On a quiet machine `tests/rolling_restart.py`
    holds sockets to 3 seconds; here others may be at work."""
    line = [sys.executable, "tests/rolling_restart.py", "1"]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    told = run.stdout + run.stderr
    moves, sockets = re.search(r"(\d+) moves acknowledged", told), re.search(r"(\d+) sockets .* after ([\d.]+) s", told)
    assert "WRONG" not in told and moves and sockets, told
    assert int(moves[1]) > 20 and int(sockets[1]) > 5 and float(sockets[2]) < 15, told
