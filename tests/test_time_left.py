"""In CI, slow tests begin only while there is time: who gets it."""

import time
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from tests import fixtures

NAMES = [f"test_{name}.py" for name in "abcdefgh"]


class Test:
    """A collected test, as far as the order asks."""

    __test__ = False

    def __init__(self, file: str, *marks: str) -> None:
        self.path, self.marks = Path(file), marks

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks


def begins(*marks: str) -> bool:
    try:
        fixtures.pytest_runtest_setup(cast(Any, Test("test_a.py", *marks)))
    except pytest.skip.Exception:
        return False
    return True


def order(deadline: int, tests: list[Test], monkeypatch: pytest.MonkeyPatch) -> list[Test]:
    monkeypatch.setattr(fixtures, "DEADLINE", deadline)
    return cast(list[Test], fixtures.in_order(cast(Any, tests)))


def test_half_of_the_time_left_belongs_to_tests_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixtures, "DEADLINE", 1600)
    monkeypatch.setattr(fixtures, "STARTED", 1000)
    found = {}
    for now in (1299, 1301, 1601):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        found[now] = [begins(), begins("browser"), begins("always")]
    assert found == {1299: [True, True, True], 1301: [False, True, True], 1601: [False, False, True]}


def test_no_file_is_always_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER_COUNT", raising=False)
    tests = [Test(name) for name in NAMES for _ in range(3)]
    last = Counter(order(deadline, tests, monkeypatch)[-1].path for deadline in range(1, 101))
    assert max(last.values()) < 40
    assert [test.path for test in order(0, tests, monkeypatch)] == [test.path for test in tests]


def test_neighbours_run_in_different_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else all tests of a title could be too late together."""
    tests = [Test(name) for name in NAMES]
    beside = [
        abs(run.index(tests[0]) - run.index(tests[1]))
        for run in (order(deadline, tests, monkeypatch) for deadline in range(1, 21))
    ]
    assert len(set(beside)) > 3


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_each_worker_begins_with_what_always_runs(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", str(workers))
    tests = [*map(Test, NAMES), *(Test(f"test_{number}.py", "always") for number in range(workers))]
    tests.append(Test("test_x.py", "timeout"))
    found = order(5, tests, monkeypatch)
    assert sorted(map(id, found)) == sorted(map(id, tests))
    left, firsts = len(tests), []
    for after in range(workers, 0, -1):  # as xdist deals
        firsts.append(found[len(tests) - left])
        left -= left // after
    assert all(test.marks == ("always",) for test in firsts)
