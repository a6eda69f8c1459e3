"""`manage.py author`: what a change of a file of the game sets off."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.management.commands.author import Command


class Child:
    """A program of the site that counts its starts."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def stop(self) -> None:
        self.did.append("stop")

    def start(self) -> None:
        self.did.append("start")


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command at work on a folder of two files."""
    command = Command(stdout=StringIO())
    command.slug, command.folder = "harbour", tmp_path
    (tmp_path / "rules.py").write_text("")
    (tmp_path / "__pycache__").mkdir()
    command.web, command.workers = Child(), [Child()]
    command.seen = command._changes()
    monkeypatch.setattr(command, "_rulebooks", lambda: "nothing new")
    monkeypatch.setattr(command, "_try", lambda name, *arguments: True)
    return command


def test_a_change_starts_what_has_loaded_the_game_anew(author: Any) -> None:
    author.look()
    assert author.web.did == []
    (author.folder / "rules.py").write_text("changed = True")
    (author.folder / "__pycache__" / "rules.pyc").write_text("")
    author.look()
    author.look()
    assert author.web.did == author.workers[0].did == ["stop", "start"]
    assert "Reloaded" in author.stdout.getvalue()


def test_a_game_that_cannot_be_loaded_leaves_the_site_as_it_is(author: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    (author.folder / "rules.py").write_text("changed = True")
    author.look()  # there is no such game: python cannot import it
    assert author.web.did == []
    assert "NOT OK" in author.stdout.getvalue() and "No module named 'games.titles.harbour'" in author.stdout.getvalue()


def test_says_how_to_begin_a_game_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="newgame harbour"):
        call_command("author", "harbour")
