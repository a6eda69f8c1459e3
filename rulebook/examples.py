"""Playable examples: hand-written positions, moves to try, and the expected results.

They are data in a title's folder (manual/examples.toml). Pages play them with the real engine, and a test plays every
try and compares the results, so that a manual cannot contradict the rules.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from games.kernel import engine
from games.kernel.data import read_if_any
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.kernel.words import read_by

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
FILE = "examples.toml"


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """One move of a try. `seat`: whose move it is, if it is not the example's seat."""

    verb: str
    args: dict[str, Any] = {}
    seat: int | None = None

    @property
    def move(self) -> Move:
        """The move for the engine."""
        return Move(self.verb, dict(self.args))


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to try: the label of the button, and the expected result.

    `says`: lines that the log must contain, in this order; `refused`: the sentence that refuses the last move;
    `clauses`: rules that must be among those that applied; `holds`: values in the view afterwards, by dotted path.
    """

    words: str
    acts: tuple[Act, ...] = field(name="moves")
    says: tuple[str, ...] = ()
    refused: str = ""
    clauses: tuple[str, ...] = ()
    holds: dict[str, Any] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to play from. `scene`: arguments for the game's `scene` function; `text` can contain [[XX-12]] links.

    `seat`: who moves first; the reader sees what this seat sees. `names`: of the seats, by default Ann, Ben, Cleo ...
    `is_closed`: only its tries can be played, because playing on would reveal something hidden.
    """

    id: str
    title: str
    text: str
    scene: dict[str, Any]
    tries: tuple[Try, ...] = field(name="try")
    seat: int = 0
    names: tuple[str, ...] = NAMES
    is_closed: bool = False


class ToldLine(Struct, frozen=True):
    """One log line, with its rule."""

    words: str
    clause: str


class Result(Struct):
    """The result of some moves: the position, the log lines, and the refusal of the last move, if any."""

    position: AnyPosition
    told: list[ToldLine] = []
    refused: ToldLine | None = None


def read_examples(folder: Path) -> dict[str, Example]:
    """The examples in a title's folder by id, in order; {} if there is no file. Raises msgspec.ValidationError."""
    found = msgspec.convert(read_if_any(folder / "manual", FILE).get("example", []), list[Example])
    assert len({example.id for example in found}) == len(found), f"two examples of {folder.name} have one id"
    return {example.id: example for example in found}


def begin(game: Game, example: Example) -> AnyPosition:
    """The start position of an example."""
    assert game.manual.scene is not None, f"{game.meta.slug} has examples but no `scene`"
    position: AnyPosition = game.manual.scene(**example.scene)
    game.rules.audit(position.state)
    return position


def play(game: Game, example: Example, acts: Sequence[Act]) -> Result:
    """Play moves from the start of an example until one is refused. The log is what the moving seat sees."""
    result = Result(begin(game, example))
    for act in acts:
        seat = example.seat if act.seat is None else act.seat
        try:
            outcome = engine.play(game, result.position, seat, act.move)
        except IllegalMove as error:
            result.refused = ToldLine(error.message, error.clause)
            break
        game.rules.audit(result.position.state)
        is_over = game.rules.result(result.position.state) is not None
        for event in engine.events_for(outcome.events, seat, result.position.round, is_over):
            if words := read_by(game.table.story(event, example.names), None):
                result.told.append(ToldLine(words, event.clause))
    return result


def faults(game: Game, example: Example, attempt: Try) -> list[str]:
    """What of a stated result is not so; nothing for a true one. Every manual is held to its word (checks)."""
    result = play(game, example, attempt.acts)
    words = [told.words for told in result.told]
    found = [f"the log does not say “{line}”: {words}" for line in _missing(attempt.says, words)]
    refused = result.refused.words if result.refused else ""
    if refused != attempt.refused:
        found.append(f"refused with “{refused}”, not “{attempt.refused}”")
    if not (attempt.says or attempt.refused or attempt.holds):
        found.append("states no result")
    fired = {told.clause for told in [*result.told, *filter(None, [result.refused])]}
    found += [f"{clause} did not fire, only {sorted(fired)}" for clause in attempt.clauses if clause not in fired]
    view = msgspec.to_builtins(engine.view_for(game, result.position, example.seat), str_keys=True)
    found += [f"{path} is {now!r}" for path, value in attempt.holds.items() if (now := _at(view, path)) != value]
    return found


def _missing(lines: Sequence[str], words: Sequence[str]) -> list[str]:
    """Those of the lines that do not follow in this order."""
    rest = iter(words)
    return [line for line in lines if not any(line == word for word in rest)]


def _at(view: Any, path: str) -> Any:
    for name in path.split("."):
        view = view[int(name)] if isinstance(view, list) else view[name]
    return view
