"""Records matches of bots in which players give orders and leave, for the titles' make_recorded.py."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.kernel import bots, engine, legal_moves, replay
from games.kernel.game import Game
from games.kernel.rng import Rng
from games.titles import folder


class Recorded(NamedTuple):
    """A match to record. `options`: those that differ from the title's usual ones. `optional`: one in this many moves
    answers an optional decision at random, such as standing orders; 0: none. `leaving`: after these many lines a
    player resigns or is removed, by turns."""

    name: str
    seats: int
    options: dict[str, Any]
    kind: str
    optional: int = 0
    leaving: tuple[int, ...] = ()


def record(game: Game, match: Recorded) -> dict[str, Any]:
    """Play the match and return its record (see games/kernel/replay.py); the same match gives the same record."""
    seed = bots.seed_from("recorded", *match[1:])
    rng = Rng(seed[::-1])
    position, _ = engine.start(game, match.seats, match.options, seed)
    lines: list[dict[str, Any]] = []
    while asked := engine.decisions(game, position):
        required = [decision for decision in asked if not decision.optional and decision.key not in position.sealed]
        if len(lines) in match.leaving:
            seat, reason = rng.choose(required).seat, ("resigned", "removed")[len(position.left) % 2]
            engine.drop(game, position, seat, reason)
            lines.append({"seat": seat, "drop": reason})
            continue
        offers = [decision for decision in asked if decision.optional]
        is_extra = match.optional > 0 and rng.below(match.optional) == 0 and bool(offers)
        decision = rng.choose(offers if is_extra else required)
        move = legal_moves.random_move(game, position, decision, rng) if is_extra else None
        move = move or bots.POLICIES[match.kind](game, position, decision, rng)
        assert move is not None
        played = engine.play(game, position, decision.seat, move, position.id_of(decision)).played
        lines += [replay.line_of(one.seat, one.move) for one in played if not one.by_order]
    return replay.make_record(game, position, match.seats, match.options, lines)


def write(game: Game, matches: Iterable[Recorded]) -> None:
    """Write a file for each match beside the title's other recorded matches, one line for each move."""
    for match in matches:
        text = json.dumps(record(game, match), indent=None, separators=(",", ":"))
        path = folder(game.meta.slug) / "tests" / "recorded" / f"{match.name}.json"
        path.write_text(text.replace('{"seat"', '\n{"seat"') + "\n", encoding="utf-8")
