"""`manage.py author SLUG`: run the site while you write a game; check each change and reload open pages."""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from config.embedded import supervisor
from config.management.commands import up

SWITCHES = {"PLAYPOST_AUTHOR": "1", "PLAYPOST_MODEL_GAMES": "1"}
BYTECODE = "__pycache__"


class Command(up.Command):
    help = "Run the site. Whenever a file of the game changes, restart the site's processes and check the game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run `up` with uncompressed static files."""
        self.slug: str = options["slug"]
        self.folder: Path = settings.BASE_DIR / "games" / "titles" / self.slug
        if not (self.folder / "meta.toml").is_file():
            raise CommandError(f"There is no game {self.slug}. Create it with: manage.py newgame {self.slug}")
        os.environ.update(SWITCHES)
        self.seen = self._changes()
        while not self._loads():
            self.say("The game cannot be imported. Waiting for a change …")
            while self._changes() == self.seen:
                time.sleep(supervisor.POLL)
            self.seen = self._changes()
        self._check()
        super().handle(*args, **options)

    def look(self) -> None:
        """If a file has changed, restart the processes that have imported it, then check the game."""
        if (now := self._changes()) == self.seen:
            return
        self.seen = now
        if self._loads():
            for child in (self.web, *self.workers):
                child.stop()
                child.start()
            self.say(f"Reloaded: {settings.SITE_URL}\n  manuals     {self._rulebooks()}")
            self._check()

    def _changes(self) -> dict[str, int]:
        files = [path for path in self.folder.rglob("*") if path.is_file() and BYTECODE not in path.parts]
        return {str(path): path.stat().st_mtime_ns for path in files}

    def _loads(self) -> bool:
        return self._try("loads", "-c", f"import games.titles.{self.slug}")

    def _check(self) -> None:
        """Check laws, clauses, tests and manual, each in its own process."""
        self._try("laws", "manage.py", "checkgame", self.slug, "--matches", "3")
        self._try("clauses", "manage.py", "clauses", self.slug)
        manual = ["tests/rulebook/test_examples.py", "tests/contract/test_titles.py", "-k", self.slug]
        self._try("tests", "-m", "pytest", "-q", "-n", "0", "--no-header", f"games/titles/{self.slug}")
        self._try("manual", "-m", "pytest", "-q", "-n", "0", "--no-header", *manual)

    def _try(self, name: str, *arguments: str) -> bool:
        done = _run(*arguments)
        if done.returncode == 0:
            self.say(f"  {name:<12}ok")
            return True
        told = (done.stdout + done.stderr).strip().splitlines()
        self.say("\n".join([f"  {name:<12}NOT OK", *(f"    {line}" for line in told[-15:])]))
        return False

    def _call(self, command: str, *options: str) -> str:
        """Run a command in its own process, because this one has the old version of the game in memory."""
        done = _run("manage.py", command, *options)
        return done.stdout or done.stderr

    def _collect(self) -> None:
        pass  # they are served as they are


def _run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], cwd=settings.BASE_DIR, capture_output=True, text=True)
