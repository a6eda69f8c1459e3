"""Where each clause appears: in the manual, in code, in tests.

Reads files only. Used by `manage.py clauses` and by the tests that keep rulebook, code and tests in step.
"""

import ast
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, field

from games.kernel.data import Clause, read_clauses, read_if_any, read_meta
from games.titles import FOLDER as TITLES
from rulebook.margin import ids_in_text

ROOT = TITLES.parent.parent
KERNEL = ROOT / "games" / "kernel"
PLATFORM = "platform"  # the pseudo-slug of the platform's own clauses, which are in the kernel's folder
MARK = re.compile(r"^[ ]*::clause\s+([A-Z]+-\d+\w*)\s*$", re.MULTILINE)


class Traced(Struct):
    """A clause and where it appears."""

    id: str
    is_testable: bool = field(name="testable")
    shown: bool = field(name="manual", default=False)
    in_code: bool = field(name="code", default=False)
    tests: int = 0


def slugs() -> list[str]:
    """The slugs of all titles, and PLATFORM."""
    return [*sorted(path.parent.name for path in TITLES.glob("*/clauses.toml")), PLATFORM]


def clauses_of(slug: str) -> dict[str, Clause]:
    """The clauses of a title or the platform. Raises FileNotFoundError."""
    return read_clauses(KERNEL if slug == PLATFORM else TITLES / slug)


def trace(slug: str) -> list[Traced]:
    """All clauses in rulebook order, each with the places where it appears."""
    shown, coded, proved = shown_ids(slug), coded_ids(slug), proved_ids(slug)
    known = clauses_of(slug).items()
    return [Traced(id, clause.testable, id in shown, id in coded, proved[id]) for id, clause in known]


def shown_ids(slug: str) -> Counter[str]:
    """How often the manual shows each clause: in the margin, on its own line, or only in the list of all rules."""
    folder = ROOT / "rulebook" if slug == PLATFORM else TITLES / slug / "manual"
    texts = [path.read_text("utf-8") for path in sorted(folder.rglob("*.md"))]
    return Counter([*(id for text in texts for id in MARK.findall(text) + ids_in_text(text)), *engine_ids(folder)])


def engine_ids(manual: Path) -> list[str]:
    """The clauses that only an engine needs, such as those on invalid input: `engine` in reference.toml."""
    found: list[str] = read_if_any(manual, "reference.toml").get("engine", [])
    return found


def coded_ids(slug: str) -> set[str]:
    """The clauses named in code and data, in strings or comments. "PC-53 to PC-59" names all seven."""
    if slug == PLATFORM:
        skip = ("games/titles/", "tests/")
        paths = [path for app in ("accounts", "config", "games", "rulebook") for path in (ROOT / app).rglob("*.py")]
        files = [path for path in paths if not path.relative_to(ROOT).as_posix().startswith(skip)]
        return ids_in(files, "PLAY")
    files = [path for path in (TITLES / slug).rglob("*.py") if "tests" not in path.relative_to(TITLES / slug).parts]
    files += [path for path in (TITLES / slug).glob("*.toml") if path.name != "clauses.toml"]
    return ids_in(files, read_meta(TITLES / slug).prefix)


def ids_in(files: list[Path], prefix: str) -> set[str]:
    """The clause ids with this prefix that these files name."""
    found: set[str] = set()
    for path in files:
        text = path.read_text("utf-8")
        found.update(re.findall(rf"\b{prefix}-\d+\b", text))
        for first, last in re.findall(rf"\b{prefix}-(\d+) to {prefix}-(\d+)\b", text):
            found.update(f"{prefix}-{number:0{len(first)}}" for number in range(int(first), int(last) + 1))
    return found


def proved_ids(slug: str) -> Counter[str]:
    """How many tests are marked with each clause, in the title's folder and under tests/."""
    prefix = "PLAY" if slug == PLATFORM else read_meta(TITLES / slug).prefix
    folders = [ROOT / "tests"] if slug == PLATFORM else [TITLES / slug / "tests", ROOT / "tests"]
    paths = [path for folder in folders for path in sorted(folder.rglob("test_*.py"))]
    marked = Counter(id for path in paths for id in _marks_of(path, path.stat().st_mtime_ns))
    return Counter({id: count for id, count in marked.items() if id.startswith(f"{prefix}-")})


@lru_cache(2000)
def _marks_of(path: Path, changed: int) -> list[str]:
    """The ids in all `pytest.mark.clause(...)` of a test file. `changed`: its modification time, for the cache.

    A starred argument is the name of a list at the top of the file.
    """
    module = ast.parse(path.read_text("utf-8"))
    assigned = [node for node in module.body if isinstance(node, ast.Assign)]
    lists = {target.id: node.value for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    found: list[str] = []
    for node in ast.walk(module):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause"):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Name):
                argument = lists.get(argument.value.id, argument)
            constants = [part.value for part in ast.walk(argument) if isinstance(part, ast.Constant)]
            found += [value for value in constants if isinstance(value, str)]
    return found
