"""Mutation testing: would the tests of a title notice a mistake in its rules?

Each mutant (tests/mutants.py) of the modules that a title's rules.py imports is given to the title's own tests without
a browser or database, and to its recorded matches. Tests and modules are loaded once. Each mutant is a fork of that
process, in which one function gets other code, and which runs only the tests that call this function, fast ones first.

    python tests/mutation.py [--sample 60] [SLUG ...]

Mutants that survive are listed in tests/survivors.toml of their title: under `equal` with the reason why they change
nothing, under `untested` those that no test catches yet. Exit status 1: another one survives. With --sample, mutants
of changed files come first, and the others are of one title, which changes with each commit.
"""

import argparse
import ast
import functools
import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from hypothesis import Phase, settings  # noqa: E402

from tests.mutants import Mutant, mutants_of, mutated  # noqa: E402

TITLES = ROOT / "games" / "titles"
FOR_THE_EYES = {"preview", "words", "texts", "position_words", "table_facts", "view_types", "why_not", "mail_choices"}
REPLAYED = "tests/contract/test_laws.py::test_recorded_matches_replay"
ASKED = "tests/contract/test_asked.py::test_recorded_matches_ask_and_log_the_same"
BROKEN = 3  # exit status of a fork that could not judge its mutant
PATIENCE = 4.0  # seconds of CPU after which no further test tries to kill a mutant


def rule_files(slug: str) -> list[Path]:
    """The modules that rules.py imports, directly or not, and itself. Those of the bot are no rules."""
    found, wanted = set(), ["rules"]
    while wanted:
        folder, _, name = wanted.pop().rpartition(".")
        path = TITLES / slug / folder.replace(".", "/") / f"{name}.py"
        if path in found or name in FOR_THE_EYES or "bot" in (folder, name) or not path.exists():
            continue
        found.add(path)
        wanted += imported(path, f"games.titles.{slug}")
    return sorted(found)


def imported(path: Path, package: str) -> Iterator[str]:
    """The names of the package's modules that a file imports, with dots for those in its folders, and other names."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package + "."):
            module = (node.module or "").removeprefix(package + ".")
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))


class Runner:
    """A pytest plugin that judges mutants instead of running the tests once."""

    def __init__(self, mutants: list[Mutant], jobs: int) -> None:
        self.mutants, self.jobs = mutants, jobs
        self.survived: list[Mutant] = []
        self.at_import: set[tuple[str, str]] = set()  # functions called while modules were loaded
        self.killers = RawArray("i", len(mutants))  # by number of the mutant: the test that killed it, written by forks

    def trace_import(self, frame: FrameType, event: str, arg: Any) -> None:
        self.at_import.add((frame.f_code.co_filename, root_name(frame.f_code)))

    def unjudged(self) -> list[Mutant]:
        """Mutants of functions that only make tables of data while the modules are loaded, which happens once."""
        used = self.at_import.difference(self.callers)
        return [mutant for mutant in self.mutants if (str(mutant.path), mutant.function) in used]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        self.items = session.items
        self.functions = functions_of({mutant.path for mutant in self.mutants})
        self.caches = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
        self.seconds, self.callers = self.find_callers()
        gc.freeze()
        running: dict[int, int] = {}
        started, skipped = time.monotonic(), set(self.unjudged())
        for number, mutant in enumerate(self.mutants):
            if mutant in skipped:
                continue
            if len(running) == self.jobs:
                self.wait_for_one(running)
            running[fork(lambda number=number: self.is_killed(number))] = number
            progress(number, len(self.mutants), len(self.survived), started)
        while running:
            self.wait_for_one(running)
        return True

    def find_callers(self) -> tuple[list[float], dict[tuple[str, str], list[int]]]:
        """How long each test takes, and the numbers of the tests that call each function, the fastest first."""
        calls, seconds, failed = answer_of(self.traced)
        print("".join(f"left out, fails when traced: {self.items[number].nodeid}\n" for number in failed), end="")
        good = {name: numbers - failed for name, numbers in calls.items()}
        return seconds, {name: sorted(numbers, key=seconds.__getitem__) for name, numbers in good.items()}

    def traced(self) -> tuple[dict[tuple[str, str], set[int]], list[float], set[int]]:
        """Play all tests once: the tests that call each function, the seconds that each test takes, those that fail."""
        calls: dict[tuple[str, str], set[int]] = {}
        files = {str(mutant.path) for mutant in self.mutants}
        seconds: list[float] = []
        failed: set[int] = set()
        for number in range(len(self.items)):

            def trace(frame: FrameType, event: str, arg: Any, number: int = number) -> None:
                code = frame.f_code
                if code.co_filename in files:
                    calls.setdefault((code.co_filename, root_name(code)), set()).add(number)

            self.forget()  # a remembered result would hide the call
            started = time.process_time()
            sys.settrace(trace)
            is_good = self.passes(number, self.items[number + 1] if number + 1 < len(self.items) else None)
            sys.settrace(None)
            seconds.append(time.process_time() - started)
            failed |= set() if is_good else {number}
        return calls, seconds, failed

    def forget(self) -> None:
        for cache in self.caches:
            cache.cache_clear()

    def passes(self, number: int, following: pytest.Item | None) -> bool:
        """Run a test without the report that pytest makes of a failure, which takes longer than most tests."""
        item = self.items[number]
        try:
            item.session._setupstate.setup(item)
            item.runtest()
        except pytest.skip.Exception:
            return True
        except BaseException:
            return False
        finally:
            item.session._setupstate.teardown_exact(following)
        return True

    def is_killed(self, number: int) -> bool:
        """In a fork: does a test fail that calls the function? A test that does not end is a failed one."""
        mutant = self.mutants[number]
        try:
            put_code(mutant, self.functions)
        except ValueError:  # it no longer uses a variable of the function around it, so it cannot be exchanged
            return True
        self.forget()
        tests = self.callers.get((str(mutant.path), mutant.function), [])
        for test, then in zip_longest(tests, tests[1:]):
            if time.process_time() > PATIENCE:
                return False
            self.killers[number] = test
            signal.setitimer(signal.ITIMER_PROF, 3 + 10 * self.seconds[test])
            if not self.passes(test, None if then is None else self.items[then]):
                return True
        return False

    def wait_for_one(self, running: dict[int, int]) -> None:
        child, status = os.wait()
        number = running.pop(child)
        mutant = self.mutants[number]
        if os.waitstatus_to_exitcode(status) == BROKEN:
            raise RuntimeError(f"mutation testing itself fails at {mutant.key}")  # which would count as killed
        if status == 0:
            self.survived.append(mutant)
            print(f"survives: {mutant.key}", flush=True)
        elif tests := self.callers.get((str(mutant.path), mutant.function)):
            killer = self.killers[number]  # it will probably kill the next one too
            tests.sort(key=lambda test: test != killer)


def root_name(code: CodeType) -> str:
    return code.co_qualname.partition(".<locals>")[0]


def functions_of(paths: set[Path]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """All functions of these files that exist now, by file, name and line."""
    files, found = {str(path) for path in paths}, {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in files:
            found.setdefault(place(one.__code__), []).append(one)
    return found


def place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def put_code(mutant: Mutant, functions: dict[tuple[str, str, int], list[FunctionType]]) -> None:
    """Give the mutant's function its wrong code."""
    module = compile(mutated(mutant), str(mutant.path), "exec", dont_inherit=True)
    for code in codes_in(module):
        if root_name(code) == mutant.function:
            for function in functions.get(place(code), []):
                function.__code__ = code


def codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


def fork(act: Callable[[], bool]) -> int:
    """The process id of a child that calls `act` and ends with its result as exit status."""
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = int(act())
    finally:
        os._exit(status)


def answer_of(act: Callable[[], Any]) -> Any:
    """What `act` returns in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            with open(writer, "wb") as pipe:
                pickle.dump(act(), pipe)
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        answer = pickle.load(pipe)
    os.waitpid(child, 0)
    return answer


def progress(number: int, total: int, survivors: int, started: float) -> None:
    if sys.stderr.isatty() or number % 100 == 99:
        seconds = time.monotonic() - started
        print(f"{number + 1} of {total}, {survivors} survive, {seconds:.0f} s", file=sys.stderr)


def judge(slug: str, mutants: list[Mutant], jobs: int) -> tuple[list[Mutant], list[Mutant]]:
    """The mutants that survive the tests of this title, and those that cannot be judged."""
    runner = Runner(mutants, jobs)
    tests = TITLES / slug / "tests"
    matches = sorted((TITLES / slug / "tests" / "recorded").glob("*.json"))
    recorded = [f"{ROOT}/{REPLAYED}[{slug}]", *(f"{ROOT}/{ASKED}[{slug}-{path.stem}]" for path in matches)]
    settings.register_profile("brief", phases=[Phase.explicit, Phase.generate], database=None)  # no smaller examples
    settings.load_profile("brief")
    options = [
        "-qq",
        "--disable-warnings",
        "--assert=plain",
        "-p",
        "no:xdist",
        "-p",
        "no:timeout",
        "-p",
        "no:cacheprovider",
    ]
    ignored = [f"--ignore={tests / name}" for name in ("site", "journeys")]
    sys.settrace(runner.trace_import)
    pytest.main([*options, "-m", "not browser and not slow", *ignored, str(tests), *recorded], [runner])
    return runner.survived, runner.unjudged()


def known(slug: str) -> tuple[dict[str, str], list[str]]:
    """The listed survivors of a title: those that change nothing with reasons, and those that no test catches."""
    path = TITLES / slug / "tests" / "survivors.toml"
    lists = tomllib.loads(path.read_text()) if path.exists() else {}
    return lists.get("equal", {}), lists.get("untested", [])


def is_whole(path: Path) -> bool:
    """Were all mutants judged for this list, or (`whole = false`) only samples?"""
    return bool(tomllib.loads(path.read_text()).get("whole", True))


def report(slug: str, mutants: list[Mutant], survived: list[Mutant], unjudged: list[Mutant]) -> list[str]:
    """Print the share killed. Returns the survivors that are not listed."""
    equal, untested = known(slug)
    judged = [mutant for mutant in mutants if mutant not in unjudged]
    real = [mutant for mutant in judged if mutant.key not in equal]
    alive = [mutant for mutant in survived if mutant.key not in equal]
    share = 1 - len(alive) / max(1, len(real))
    files = Counter(mutant.path.stem for mutant in alive)
    print(
        f"{slug}: {share:.1%} of {len(real)} mutants killed; {len(judged) - len(real)} change nothing; "
        f"{len(unjudged)} cannot be judged; {dict(files)}"
    )
    new = [mutant.key for mutant in alive if mutant.key not in untested]
    for key in new:
        print(f"  not listed: {key}")
    return new


def sampled(slugs: list[str], count: int) -> dict[str, list[Mutant]]:
    """`count` mutants: of files changed by the last commit first, then of one title that the commit chooses."""
    changed = git("diff", "--name-only", "HEAD~1").split()
    dice = random.Random(git("rev-parse", "HEAD"))
    files = {slug: rule_files(slug) for slug in slugs}
    first = [path for paths in files.values() for path in paths if str(path.relative_to(ROOT)) in changed]
    then = [path for path in files[dice.choice(slugs)] if path not in first]
    mutants = []
    for paths in (first, then):
        pool = [mutant for path in paths for mutant in mutants_of(path)]
        mutants += dice.sample(pool, min(len(pool), count - len(mutants)))
    return {slug: [one for one in mutants if one.path in files[slug]] for slug in slugs}


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description="Would tests notice a mistake in the rules?")
    parser.add_argument("slugs", nargs="*", help="titles; all with a whole list of survivors if none is named")
    parser.add_argument("--sample", type=int, help="how many mutants; all if not given")
    parser.add_argument("--files", nargs="*", help="only these modules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    slugs = wanted.slugs or sorted(path.parts[-3] for path in TITLES.glob("*/tests/survivors.toml") if is_whole(path))
    if wanted.sample:
        chosen = sampled(slugs, wanted.sample)
    else:
        chosen = {slug: [one for path in rule_files(slug) for one in mutants_of(path)] for slug in slugs}
    new = []
    for slug, mutants in chosen.items():
        if wanted.files:
            mutants = [mutant for mutant in mutants if mutant.path.stem in wanted.files]
        if mutants:
            new += report(slug, mutants, *answer_of(partial(judge, slug, mutants, wanted.jobs)))
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main())
