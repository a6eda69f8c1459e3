"""Arrows point one way: kernel <- titles <- games -> notices -> accounts; rulebook -> titles, kernel."""

from pathlib import Path

import pytest

from tests.contract.imports import imported

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for app in ("accounts", "config", "games", "notices", "rulebook")
    for path in sorted((ROOT / app).rglob("*.py"))
    if "tests" not in path.relative_to(ROOT).parts
]
APPS = ("accounts", "config", "games", "notices", "rulebook", "tests")


def part_of(name: str) -> str:
    """The part of the project that a dotted name belongs to, "" for everything else."""
    words = name.split(".")
    if words[:2] in (["games", "kernel"], ["games", "titles"]):
        is_title = words[1] == "titles" and len(words) > 2 and (ROOT / "games" / "titles" / words[2]).is_dir()
        return ".".join(words[: 3 if is_title else 2])
    return words[0] if words[0] in APPS else ""


def own_part(path: Path) -> str:
    return part_of(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def may_import(source: str, target: str) -> bool:
    if not target or target == source:
        return True
    if source == "games.kernel":
        return False
    if source.startswith("games.titles"):  # the package itself loads its folders by name
        return target == "games.kernel"
    if target == "tests":
        return False
    if source == "accounts":
        return target == "config"
    if source == "notices":
        return target in ("accounts", "config")
    if source == "rulebook":
        return target in ("games.kernel", "games.titles", "config")
    if source == "games":  # never one title by its name
        return target in ("accounts", "notices", "games.kernel", "games.titles", "config")
    return True  # config puts the parts together


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_arrows_point_one_way(path: Path) -> None:
    source = own_part(path)
    wrong = {name for name in imported(path) if not may_import(source, part_of(name))}
    assert not wrong, f"{path.relative_to(ROOT)} must not import {sorted(wrong)}"


def test_the_rule_itself() -> None:
    assert part_of("games.titles.load") == part_of("games.titles") == "games.titles"
    assert part_of("games.kernel.types.Move") == "games.kernel"
    assert part_of("games.models.Match") == "games" and part_of("django.db") == ""
    for source, target, is_allowed in (
        ("games.titles.chess", "games.kernel", True),
        ("games.titles.chess", "games.titles.go", False),
        ("games.titles.chess", "games", False),
        ("games.kernel", "games.titles.chess", False),
        ("accounts", "games", False),
        ("notices", "games", False),
        ("notices", "accounts", True),
        ("rulebook", "games", False),
        ("rulebook", "accounts", False),
        ("rulebook", "games.titles", True),
        ("games", "games.titles.chess", False),
        ("games", "rulebook", False),
    ):
        assert may_import(source, target) is is_allowed
