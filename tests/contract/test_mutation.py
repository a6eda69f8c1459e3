"""Mistakes in the rules are noticed: a sample of mutants of the titles is killed by the titles' own tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants import mutants_of, mutated
from tests.mutation import ROOT, Runner

SOURCE = """
def check(cards, limit=3):
    "How many?"
    need(len(cards) < limit, "XY-01", "Too many cards.")
    assert limit > 0
    return Pick("Choose cards", cards[0], kind="play")
"""


def test_mutants_change_rules_and_refusals_but_no_labels(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE)
    said = [mutant.key.removeprefix("rules.check: ") for mutant in mutants_of(path)]
    assert [one.partition(" in ")[0] for one in said] == [
        "need(len(cards) < limit, 'XY-01', 'Too many cards.') → pass",
        "len(cards) < limit → len(cards) <= limit",
        "'XY-01' → 'XXXY-01'",
        "'Too many cards.' → 'XXToo many cards.'",
        "return Pick('Choose cards', cards[0], kind='play') → return None",
        "0 → 1",
        "'play' → 'XXplay'",
    ]


def test_each_mutant_is_other_code_with_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE)
    codes = {compile(mutated(mutant), "", "exec") for mutant in mutants_of(path)}
    assert len(codes) == len({mutant.key for mutant in mutants_of(path)}) == 7


def test_a_mistake_in_a_function_that_no_test_calls_survives(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE)
    runner = Runner(mutants_of(path), 1)
    runner.functions, runner.caches, runner.callers = {}, [], {}
    assert not runner.is_killed(0)


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.timeout(300)
def test_a_sample_of_mutants_is_killed() -> None:
    line = [sys.executable, "tests/mutation.py", "--sample", "60"]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=290)
    assert run.returncode == 0, run.stdout + run.stderr
