"""The kernel and the titles use no Django, no clock and no randomness of their own."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.imports import imported

ROOT = Path(__file__).resolve().parents[2]
PURE = [
    path
    for part in ("games/kernel", "games/drawing", "games/titles")
    for path in sorted((ROOT / part).rglob("*.py"))
    if "tests" not in path.relative_to(ROOT).parts
]
WEB = ("django", "channels", "celery", "asgiref", "redis", "psycopg", "daphne")
IMPURE = {"random", "secrets", "time", "datetime", "os", "uuid", "socket", "threading", "asyncio", "subprocess"}
ALLOWED_OUTSIDE = {"msgspec"}

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocker())
import pkgutil, importlib
import games.kernel, games.drawing, games.titles
for package in (games.kernel, games.drawing, games.titles):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".tests" not in found.name and not found.name.endswith("__main__"):
            importlib.import_module(found.name)
from games.kernel import bots
for game in games.titles.load_all().values():
    seats = game.meta.seats[0]
    bots.self_play(game, seats, "0" * 32, {{}}, ["house", "random"] * seats)
print(sorted(set(sys.modules) & set({names!r})))
"""


def test_kernel_and_titles_run_without_django() -> None:
    env = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO")} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(names=WEB)], env=env, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_clock_no_randomness_no_services(path: Path) -> None:
    tops = {name.split(".")[0] for name in imported(path)}
    assert not tops & IMPURE, f"{path} imports {tops & IMPURE}"
    outside = {top for top in tops if top not in sys.stdlib_module_names and top not in ("games", *ALLOWED_OUTSIDE)}
    assert not outside, f"{path} imports {outside}"


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_back_doors(path: Path) -> None:
    """No dynamic imports, no printing, no global statement; only programs that draw pictures write files."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not calls & {"__import__", "eval", "exec", "open", "print", "input", "hash", "id"}
    methods = {n.func.attr for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
    is_program = path.name == "__main__.py" or '__name__ == "__main__"' in text
    assert is_program or not methods & {"write_text", "write_bytes", "unlink", "mkdir"}
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal))]
