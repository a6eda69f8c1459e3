"""Packages: requirements/*.in match pyproject.toml, and all are locked with hashes."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.fixtures import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAMED = {"base": PROJECT["project"]["dependencies"], "dev": PROJECT["dependency-groups"]["dev"]}


def lines_of(name: str) -> list[str]:
    return (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["base", "dev"])
def test_requirements_match_pyproject(name: str) -> None:
    asked = [line.partition("#")[0].strip() for line in lines_of(f"{name}.in") if line and line[0] not in "#-"]
    assert asked == NAMED[name]


@pytest.mark.parametrize("name", ["base", "dev"])
def test_each_required_package_is_locked_at_its_version(name: str) -> None:
    locked = {line.split()[0].lower() for line in lines_of(f"{name}.txt") if "==" in line}
    wanted = {re.sub(r"\[.*?\]", "", package.split()[0]).lower() for package in NAMED[name]}
    assert wanted <= locked, f"lock the lists again: {sorted(wanted - locked)}"


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_locked_lists_have_hashes_and_no_index_urls(name: str) -> None:
    lines = lines_of(name)
    assert all("://" not in line for line in lines)
    assert sum("==" in line for line in lines) <= sum("--hash=" in line for line in lines)


def test_the_dev_list_contains_the_base_list() -> None:
    """So `make test` after `make play` adds packages and changes none."""
    base, dev = ({line.split()[0] for line in lines_of(name) if "==" in line} for name in ("base.txt", "dev.txt"))
    assert base and base <= dev


@pytest.mark.parametrize("room", ["accounts", "clients", "config", "games", "rulebook"])
def test_no_field_hides_a_type_of_its_class(room: str) -> None:
    """Python 3.14 reads annotations inside the class: in `date: date`, the second word would be the field."""
    assert not [f"{path}: {name}" for path in (ROOT / room).rglob("*.py") for name in hidden(path)]


def hidden(path: Path) -> set[str]:
    """The names that are both a field of a class and part of the type of one of its fields."""
    found: set[str] = set()
    for one in ast.walk(ast.parse(path.read_text("utf-8"))):
        fields = [part for part in one.body if isinstance(part, ast.AnnAssign)] if isinstance(one, ast.ClassDef) else []
        types = {name.id for part in fields for name in ast.walk(part.annotation) if isinstance(name, ast.Name)}
        found |= types & {part.target.id for part in fields if isinstance(part.target, ast.Name)}
    return found


@pytest.mark.slow
def test_packages_are_installed_again_for_a_newer_python(tmp_path: Path) -> None:
    lists, home = tmp_path / "requirements", tmp_path / ".venv"
    shutil.copytree(ROOT / "requirements", lists)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    for name in ("base.txt", "uv.txt"):
        (lists / name).write_text("")  # nothing to download
    (home / "base.txt").write_text("")  # the packages of the list are there, for the old Python
    made = subprocess.run(["sh", lists / "install.sh", "base"], capture_output=True, text=True)
    assert made.returncode == 0 and "Creating a virtual environment" in made.stdout, made.stdout + made.stderr
    subprocess.run([home / "bin/python", "-c", "import pip"], check=True)
    again = subprocess.run(["sh", lists / "install.sh", "base"], capture_output=True, text=True, check=True)
    assert again.stdout == ""
