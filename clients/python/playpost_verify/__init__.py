"""Check the record of a match offline: the shuffles, the legality of each move and the result.

The rules come from a checkout of Playpost's source (`games/kernel`, `games/drawing`, `games/titles`, which need only
msgspec). `engine` finds the checkout, `check` replays the record.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

RULES = Path("games") / "kernel" / "verify.py"
HERE = Path(__file__).resolve()


class Untrue(Exception):
    """The record is wrong, or is not a record. The message says where."""


class NoEngine(Exception):
    """No checkout with the rules was found."""


def engine(given: str | None = None) -> None:
    """Make the rules importable from a folder: the given one, PLAYPOST_ENGINE, or the checkout that this file is in.

    Raises NoEngine.
    """
    named = given or os.environ.get("PLAYPOST_ENGINE")
    folder = next((one for one in ([Path(named)] if named else HERE.parents) if (one / RULES).exists()), None)
    if folder is None:
        raise NoEngine("Can't find the rules. Name a checkout of Playpost with --engine FOLDER or PLAYPOST_ENGINE.")
    sys.path.insert(0, str(folder.resolve()))


def check(raw: bytes) -> list[str]:
    """Replay the record, and return what it confirms in sentences. Call `engine` first. Raises Untrue."""
    import msgspec

    from games.kernel import replay
    from games.kernel.verify import verify_record
    from games.titles import load_all

    try:
        record: dict[str, Any] = msgspec.to_builtins(msgspec.json.decode(raw, type=replay.Record))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Untrue(f"This isn't the record of a match: {error}.") from None
    game = load_all().get(record["slug"])
    if game is None:
        raise Untrue(f"These rules have no game called {record['slug']!r}.")
    try:
        return list(verify_record(game, record))
    except replay.Difference as difference:
        raise Untrue(f"This record is wrong. {difference}") from None


def schema() -> str:
    """The JSON Schema of a record. Call `engine` first."""
    import msgspec

    from games.kernel.replay import Record

    return json.dumps(msgspec.json.schema(Record), indent=2)
