"""What recorded matches ask and log stays the same: a commit that only changes words cannot change a rule unnoticed.

For each position of a recorded match, the title's tests/recorded/asked.toml has four digits of a digest of its
decisions (verbs, options, limits, defaults, clauses, clocks; no words), of the moves that emails offer, of the rules
that “Why can’t I …?” cites, of how much previews say, and of the events before it. A commit that means to change them
writes the file anew: .venv/bin/python -m tests.contract.test_asked
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kernel import codec, engine, legal_moves, replay
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Event, Move
from games.table.why_not import reasons_for
from games.titles import folder, load_all

GAMES = load_all()
ANEW = "A rule changed. If it should: .venv/bin/python -m tests.contract.test_asked"
EVERY = 3  # positions for which emails, refusals and previews are looked at as well
WORDS = {"prompt", "label", "help", "ref", "samples"}


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_words(one) for name, one in value.items() if name not in WORDS}
    return [without_words(one) for one in value] if isinstance(value, list | tuple) else value


def digits(game: Game, position: AnyPosition, events: list[Event], number: int = 0) -> str:
    decisions = engine.decisions(game, position)
    asked = without_words([codec.plain(one) for one in decisions])
    told = [about(game, position, one) for one in decisions] if number % EVERY == 0 else []
    shown = json.dumps([asked, told, [codec.plain(event) for event in events]], sort_keys=True)
    return sha256(shown.encode()).hexdigest()[:4]


def about(game: Game, position: AnyPosition, decision: Decision) -> list[Any]:
    """What emails offer, what the rules refuse and what previews say of a decision, without words."""
    view, moves = engine.view_for(game, position, decision.seat), partial(legal_moves.moves, game, position, decision)
    choices = list(game.mail.choices(view, decision, moves)) if game.mail.choices else []
    offered = [[codec.plain(choice.move), choice.is_complete] for choice in choices]
    refused = [[one.clause, len(one.words)] for one in reasons_for(game, position, decision.seat)]
    foreseen = [decision.default, *(choice.move for choice in choices if choice.is_complete)]
    return [offered, refused, [numbers_in(game, position, decision.seat, move) for move in foreseen]]


def numbers_in(game: Game, position: AnyPosition, seat: int, move: Move) -> list[list[str]]:
    """The numbers in each sentence of a preview."""
    _, fitted = engine.check(game, position, seat, move)
    said = game.rules.by_name[position.step].preview(position.state, seat, fitted)
    return [re.findall(r"\d+", sentence) for sentence in said]


def digits_of(game: Game, path: Path) -> Iterator[str]:
    record = msgspec.json.decode(path.read_bytes())
    position, events = replay.begin(game, record)
    yield digits(game, position, events)
    for number, step in enumerate(replay.steps(game, record, position), start=1):
        yield digits(game, step.position, step.outcome.events, number)


def difference(now: list[str], kept: list[str]) -> str:
    """Where two lists begin to differ, or ""."""
    if now == kept:
        return ""
    both = enumerate(zip(now, kept, strict=False))
    return f"differs after move {next((number for number, (one, other) in both if one != other), 'at the end')}"


def recorded_of(slug: str) -> dict[str, Path]:
    """The files of the title's recorded matches by their names."""
    return {path.stem: path for path in sorted((folder(slug) / "tests" / "recorded").glob("*.json"))}


def kept_of(slug: str) -> dict[str, str]:
    file = folder(slug) / "tests" / "recorded" / "asked.toml"
    return tomllib.loads(file.read_text()) if file.exists() else {}


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in GAMES for name in recorded_of(slug)])
def test_recorded_matches_ask_and_log_the_same(slug: str, name: str) -> None:
    now, kept = list(digits_of(GAMES[slug], recorded_of(slug)[name])), kept_of(slug).get(name, "").split()
    assert not difference(now, kept), ANEW


@pytest.mark.parametrize("slug", GAMES)
def test_each_recorded_match_is_noted(slug: str) -> None:
    assert recorded_of(slug).keys() == kept_of(slug).keys(), ANEW


def write_anew() -> None:
    for slug, game in GAMES.items():
        found = {name: " ".join(digits_of(game, path)) for name, path in recorded_of(slug).items()}
        lines = [f'"{name}" = "{digits}"\n' for name, digits in found.items()]
        (folder(slug) / "tests" / "recorded" / "asked.toml").write_text("".join(lines))
        print(f"{slug}: {len(found)} matches")


if __name__ == "__main__":
    write_anew()
