"""Every title is complete, its rulebook, code and tests agree, and adding a folder needs no change elsewhere."""

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import titles
from games.kernel.game import Game, option_values
from games.kernel.laws import contract
from games.kernel.laws.random_cases import make_case
from games.titles import FOLDER, folder, load_all
from rulebook.clause_index import PLATFORM, ROOT, clauses_of, slugs
from tests.contract.naming import names_of

SLUGS = [slug for slug in slugs() if slug != PLATFORM]
REQUIRED = (
    *("__init__.py", "meta.toml", "clauses.toml", "state.py", "rules.py", "view.py", "words.py"),
    *("bot.py", "manual/index.md", "table/table.html", "table/table.css"),
)
LONGEST_FILE = 450  # lines


@pytest.mark.parametrize("slug", SLUGS)
def test_every_title_is_complete(slug: str) -> None:
    missing = [name for name in REQUIRED if not any((FOLDER / slug / way).is_file() for way in _ways(name))]
    assert not missing, f"{slug} lacks {missing}"
    assert list((FOLDER / slug / "pictures").glob("*.svg")), f"{slug} has no picture"
    assert len(list((FOLDER / slug / "tests").rglob("test_*.py"))) >= 1
    assert list((FOLDER / slug / "tests" / "recorded").glob("*.json")), f"{slug} has no recorded match"


@pytest.mark.parametrize("slug", SLUGS)
def test_meta_matches_the_folder_and_the_options(slug: str) -> None:
    game = load_all()[slug]
    assert game.meta.slug == slug and folder(slug) == FOLDER / slug
    assert list(game.meta.seats) == sorted(set(game.meta.seats)) and min(game.meta.seats) >= 1
    pages = {page.page for page in game.meta.manual}
    assert game.meta.manual[0].page == "index" and pages == {path.stem for path in _manual(slug)}
    values = {f"{name}={value}".lower() for name, found in option_values(game).items() for value in found}
    told = {words.lower() for words in game.meta.option_words} - set(option_values(game))  # an option can have a label
    assert told == values, "each value of an option needs a label"
    for seats in game.meta.seats:
        for pace in ("live", "correspondence"):
            game.rules.options.defaults(seats, pace)


@pytest.mark.parametrize("slug", SLUGS)
def test_steps_have_names_and_words(slug: str) -> None:
    steps = load_all()[slug].rules.steps
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        assert step.waiting.startswith("to "), f"{step.name}: 'Bo is {step.waiting}'"
        assert type(step).__doc__, f"{step.name} does not say which part of the rules it is"


@pytest.mark.parametrize("slug", SLUGS)
def test_links_and_pictures_of_the_manual_exist(slug: str) -> None:
    known = {*clauses_of(slug), *clauses_of(PLATFORM)}
    for path in _manual(slug):
        text = path.read_text("utf-8")
        linked = set(re.findall(r"\[\[([A-Z]+-\d+)\]\]", text))
        assert linked <= known, f"{path.name} links to {linked - known}"
        for name in re.findall(r"^::picture\s+(\S+)", text, re.MULTILINE):
            assert (FOLDER / slug / "pictures" / f"{name}.svg").is_file(), f"{path.name} shows {name}"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_title_is_named_outside_its_folder(slug: str) -> None:
    """Settings, models, templates, styles and scripts find games by pattern; no code refers to one by name."""
    places = [
        *(ROOT / "config").rglob("*.py"),
        *(path for app in ("accounts", "games", "rulebook") for path in (ROOT / app).rglob("*.py")),
        *(path for part in ("templates", "static") for path in (ROOT / part).rglob("*") if path.is_file()),
    ]
    word = names_of(load_all()[slug].meta)
    named = [
        path.relative_to(ROOT).as_posix()
        for path in places
        if FOLDER not in path.parents and word.search(_without_docs(path))
    ]
    assert not named, f"{slug} is named in {named}"


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_have_no_long_files(slug: str) -> None:
    long = {path.name: lines for path in (FOLDER / slug).rglob("*.py") if (lines := _lines(path)) > LONGEST_FILE}
    assert not long, f"{slug}: {long}"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A copy of the smallest title under another name, without any other change."""
    smallest = min(SLUGS, key=lambda slug: sum(path.stat().st_size for path in (FOLDER / slug).rglob("*.py")))
    name = "copied_for_a_test"
    shutil.copytree(FOLDER / smallest, tmp_path / name, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    for path in (tmp_path / name).rglob("*"):
        if path.suffix in (".py", ".toml", ".html", ".txt", ".md"):
            path.write_text(re.sub(rf"\b{smallest}\b", name, path.read_text("utf-8")), "utf-8")
    monkeypatch.setattr(titles, "FOLDER", tmp_path)
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(tmp_path)])
    yield name
    for module in [module for module in sys.modules if module.startswith(f"games.titles.{name}")]:
        del sys.modules[module]


def test_a_new_folder_is_a_new_game(copied: str) -> None:
    found: dict[str, Game] = titles._found()
    assert list(found) == [copied]
    for law in contract.LAWS.values():
        for number in range(2):
            law.check(found[copied], make_case(found[copied], number))


def _ways(name: str) -> tuple[str, str]:
    """Where a required file can lie: a module may have grown to a folder."""
    return name, f"{name.removesuffix('.py')}/__init__.py"


def _manual(slug: str) -> list[Path]:
    return sorted((FOLDER / slug / "manual").glob("*.md"))


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


@cache
def _without_docs(path: Path) -> str:
    """The text of a file, without comments and docstrings of Python files, which may give examples."""
    text = path.read_text("utf-8", errors="replace")
    if path.suffix != ".py":
        return re.sub(r"/\*.*?\*/|\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.DOTALL)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
    return ast.unparse(tree)
