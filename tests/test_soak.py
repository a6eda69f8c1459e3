"""Two minutes of `make soak`: a web process stays small while people play and read."""

import re
import subprocess
import sys

import pytest

from tests.fixtures import ROOT
from tests.soak import problems


def line(minute: float, web: float, **more: int) -> dict[str, float]:
    return {"minute": minute, "web": web} | more


def test_growth_and_errors_are_problems() -> None:
    assert problems([line(1, 100), line(60, 180), line(61, 182), line(62, 185)]) == []
    assert problems([line(1, 100), line(5, 180)]) == [], "caches fill in the first hour"
    assert len(problems([line(1, 100), line(60, 150), line(90, 160), line(120, 190)])) == 1
    assert len(problems([line(1, 310), line(2, 310), line(3, 310)])) == 1
    assert problems([line(1, 100), line(2, 100, ERROR=2)]) == ["2 lines of level ERROR."]


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.timeout(600)
def test_two_minutes_of_ordinary_play() -> None:
    done = subprocess.run([sys.executable, "tests/soak.py", "0.03"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert len(re.findall("'web'", done.stdout)) >= 2
