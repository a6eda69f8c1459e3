"""`manage.py author`: what happens when a file of the game changes."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.management.commands.author import Command


class Child:
    """A fake program that counts its starts."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def stop(self) -> None:
        self.did.append("stop")

    def start(self) -> None:
        self.did.append("start")


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, set up for a folder with two files."""
    command = Command(stdout=StringIO())
    command.slug, command.folder = "harbour", tmp_path
    (tmp_path / "rules.py").write_text("")
    (tmp_path / "__pycache__").mkdir()
    command.web, command.workers = Child(), [Child()]
    command.seen = command._changes()
    monkeypatch.setattr(command, "_rulebooks", lambda: "nothing new")
    monkeypatch.setattr(command, "_try", lambda name, *arguments: True)
    return command


def test_a_change_restarts_the_processes_that_loaded_the_game(author: Any) -> None:
    author.look()
    assert author.web.did == []
    (author.folder / "rules.py").write_text("changed = True")
    (author.folder / "__pycache__" / "rules.pyc").write_text("")
    author.look()
    author.look()
    assert author.web.did == author.workers[0].did == ["stop", "start"]
    assert "Reloaded" in author.stdout.getvalue()


def test_a_broken_game_does_not_restart_the_site(author: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    (author.folder / "rules.py").write_text("changed = True")
    author.look()  # there is no such game, so the import fails
    assert author.web.did == []
    assert "NOT OK" in author.stdout.getvalue() and "No module named 'games.titles.harbour'" in author.stdout.getvalue()


def test_unknown_game_error_says_how_to_create_it() -> None:
    with pytest.raises(CommandError, match="newgame harbour"):
        call_command("author", "harbour")
