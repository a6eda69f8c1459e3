"""`manage.py newgame` creates a playable game under its own names."""

import shutil
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import titles
from games.kernel.laws import contract
from games.kernel.laws.random_cases import make_case

MODEL = "noughts"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of titles that holds the model alone."""
    shutil.copytree(titles.FOLDER / MODEL, tmp_path / MODEL)
    monkeypatch.setattr(titles, "FOLDER", tmp_path)
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(tmp_path)])
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()
    for module in [module for module in sys.modules if module.startswith("games.titles.harbour")]:
        del sys.modules[module]


def _forget() -> None:
    titles.load_all.cache_clear()
    titles.load.cache_clear()


def test_a_new_game_passes_all_laws(elsewhere: Path) -> None:
    out = StringIO()
    call_command("newgame", "harbour_lights", stdout=out)
    assert [line[:4] for line in out.getvalue().splitlines() if line.startswith("  ") and line[2].isdigit()] == [
        f"  {number}." for number in range(1, 6)
    ]
    game = titles.load()["harbour_lights"]
    assert (game.meta.title, game.meta.prefix, game.meta.model) == ("Harbour lights", "HA", False)
    assert set(game.clauses) == {f"HA-0{number}" for number in range(1, 8)}
    for law in contract.LAWS.values():
        law.check(game, make_case(game, 1))
    assert contract.recorded_matches(game, elsewhere / "harbour_lights" / "tests" / "recorded") == 1
    texts = [
        path.read_text("utf-8")
        for path in (elsewhere / "harbour_lights").rglob("*")
        if path.suffix != ".pyc" and path.is_file()
    ]
    assert not [text for text in texts if "oughts" in text or "NC-0" in text]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["Harbour"], "lowercase letters"), ([MODEL], "already"), (["harbour", "--prefix", "NC"], "NC is taken")],
)
def test_invalid_or_taken_names_are_refused(elsewhere: Path, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("newgame", *arguments)


def test_players_are_not_offered_the_model(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MODEL in titles.load_all() and MODEL not in titles.load()
    monkeypatch.setattr(titles, "_offered", [])
    titles.offer_models()
    assert MODEL in titles.load()
