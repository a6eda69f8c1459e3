"""A jump of the clock by ten minutes and back: see tests/clock_jump.py. `make faults` stays there for longer.

The machine’s own clock is left alone: only the processes of that site, through a library, see another time.
"""

import re
import subprocess
import sys

import pytest

from tests.fixtures import ROOT
from tests.ledger import DOORS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_a_jump_of_the_clock_neither_loses_moves_nor_stops_the_schedule() -> None:
    """In a process of its own: that has another database than this one."""
    line = [sys.executable, "tests/clock_jump.py", "2"]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    told = run.stdout + run.stderr
    assert run.returncode == 0, told
    assert "takes a C compiler" in told or len(re.findall(r"a decision due was played after", told)) == 3, told
    assert "takes a C compiler" in told or all(f"{door}: " in told for door in DOORS), told
