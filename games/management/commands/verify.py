"""`manage.py verify RECORD.json`: replay an exported match and check its seed, shuffles and result."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel import replay
from games.kernel.verify import verify_record
from games.titles import load


class Command(BaseCommand):
    help = "Replay an exported match. Exits with 1 and the first difference if the record is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", metavar="RECORD.json", help="the exported file; - reads standard input")

    def handle(self, *args: Any, record: str, **options: Any) -> None:
        facts = _read(record)
        game = load().get(facts.slug)
        if game is None:
            raise CommandError(f"This site has no game called {facts.slug!r}.", returncode=1)
        try:
            sentences = verify_record(game, msgspec.to_builtins(facts))
        except replay.Difference as difference:
            raise CommandError(f"This record is wrong. {difference}", returncode=1) from None
        for sentence in sentences:
            self.stdout.write(sentence)


def _read(name: str) -> replay.Record:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return msgspec.json.decode(raw, type=replay.Record)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.", returncode=1) from None
    except msgspec.DecodeError as error:
        raise CommandError(f"{name} isn’t the record of a match: {error}.", returncode=1) from None
