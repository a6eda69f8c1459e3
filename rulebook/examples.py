"""Playable examples: hand-written positions, moves to try, and their expected results.

They are data in a title's folder (manual/examples.toml). The pages play them with the real engine; a test plays every
try and compares each stated result, so a manual cannot promise what the rules do not do.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from games.kernel import engine
from games.kernel.data import read
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Move

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
FILE = "examples.toml"


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """One move of a try. `seat`: who makes it, where it is not the seat of the example."""

    verb: str
    args: dict[str, Any] = {}
    seat: int | None = None

    @property
    def move(self) -> Move:
        """What the engine is given."""
        return Move(self.verb, dict(self.args))


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to try: the words on the button, and the result that the manual promises.

    `says`: lines that the log must hold, in this order; `refused`: the sentence with which the last move is refused;
    `clauses`: rules that must be among those that fired; `holds`: values of the view afterwards, by dotted path.
    """

    words: str
    acts: tuple[Act, ...] = field(name="moves")
    says: tuple[str, ...] = ()
    refused: str = ""
    clauses: tuple[str, ...] = ()
    holds: dict[str, Any] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to play from. `scene` is handed to the game's own `scene`; `text` may hold [[XX-12]] marks.

    `seat`: who is to move; the reader sees what this seat sees. `names`: of the seats, otherwise Ann, Ben, Cleo ...
    `is_closed`: nothing but its tries can be played; playing on would show what has to stay hidden until it is played.
    """

    id: str
    title: str
    text: str
    scene: dict[str, Any]
    tries: tuple[Try, ...] = field(name="try")
    seat: int = 0
    names: tuple[str, ...] = NAMES
    is_closed: bool = False


class Told(Struct, frozen=True):
    """One line of what happened, with its rule."""

    words: str
    clause: str


class Result(Struct):
    """What came of some moves: the position then, what was told, and the refusal of the last move, if any."""

    position: AnyPosition
    told: list[Told] = []
    refused: Told | None = None


def read_examples(folder: Path) -> dict[str, Example]:
    """The examples of a title's folder by id, in their order; none without a file. Raises msgspec.ValidationError."""
    if not (folder / "manual" / FILE).is_file():
        return {}
    found = msgspec.convert(read(folder / "manual", FILE)["example"], list[Example])
    assert len({example.id for example in found}) == len(found), f"two examples of {folder.name} have one id"
    return {example.id: example for example in found}


def begin(game: Game, example: Example) -> AnyPosition:
    """The position of an example, made anew."""
    assert game.manual.scene is not None, f"{game.meta.slug} has examples but no `scene`"
    position: AnyPosition = game.manual.scene(**example.scene)
    game.rules.audit(position.state)
    return position


def play(game: Game, example: Example, acts: Sequence[Act]) -> Result:
    """Play moves from the start of an example until one is refused. The reader sees what the mover sees."""
    result = Result(begin(game, example))
    for act in acts:
        seat = example.seat if act.seat is None else act.seat
        try:
            outcome = engine.play(game, result.position, seat, act.move)
        except IllegalMove as error:
            result.refused = Told(error.message, error.clause)
            break
        game.rules.audit(result.position.state)
        is_over = game.rules.result(result.position.state) is not None
        for event in engine.events_for(outcome.events, seat, result.position.round, is_over):
            if words := game.table.story(event, example.names):
                result.told.append(Told(words, event.clause))
    return result
