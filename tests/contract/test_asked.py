"""What recorded matches ask and log stays the same: a commit that only changes words cannot change a rule unnoticed.

For each position of a recorded match, the title's tests/recorded/asked.toml has four digits of a digest of its
decisions (verbs, options, limits, defaults, clauses, clocks; no words) and of the events before it. A commit that
means to change them writes the file anew: PLAYPOST_RECORD=1 .venv/bin/python -m pytest tests/contract/test_asked.py
"""

import json
import os
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kernel import codec, engine, replay
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Event
from games.titles import folder, load_all

GAMES = load_all()
ANEW = "A rule changed. If it should: PLAYPOST_RECORD=1 .venv/bin/python -m pytest tests/contract/test_asked.py"
WORDS = {"prompt", "label", "help", "ref", "samples"}


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_words(one) for name, one in value.items() if name not in WORDS}
    return [without_words(one) for one in value] if isinstance(value, list | tuple) else value


def digits(game: Game, position: AnyPosition, events: list[Event]) -> str:
    asked = without_words([codec.plain(one) for one in engine.decisions(game, position)])
    shown = json.dumps([asked, [codec.plain(event) for event in events]], sort_keys=True)
    return sha256(shown.encode()).hexdigest()[:4]


def digits_of(game: Game, path: Path) -> Iterator[str]:
    record = msgspec.json.decode(path.read_bytes())
    position, events = replay.begin(game, record)
    yield digits(game, position, events)
    for step in replay.steps(game, record, position):
        yield digits(game, step.position, step.outcome.events)


def difference(now: list[str], kept: list[str]) -> str:
    """Where two lists begin to differ, or ""."""
    if now == kept:
        return ""
    both = enumerate(zip(now, kept, strict=False))
    return f"differs after move {next((number for number, (one, other) in both if one != other), 'at the end')}"


@pytest.mark.parametrize("slug", GAMES)
def test_recorded_matches_ask_and_log_the_same(slug: str) -> None:
    recorded = folder(slug) / "tests" / "recorded"
    now = {path.stem: list(digits_of(GAMES[slug], path)) for path in sorted(recorded.glob("*.json"))}
    file = recorded / "asked.toml"
    if os.environ.get("PLAYPOST_RECORD"):
        file.write_text("".join(f'"{name}" = "{" ".join(found)}"\n' for name, found in now.items()))
    kept = {name: found.split() for name, found in tomllib.loads(file.read_text()).items()}
    assert now.keys() == kept.keys(), ANEW
    assert not {name: said for name in now if (said := difference(now[name], kept[name]))}, ANEW
