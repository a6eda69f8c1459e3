"""Writes the recorded matches; run after a rule change: `python -m games.titles.parcels.tests.make_recorded`."""

import json
from pathlib import Path
from typing import Any

from games.kernel import bots, engine, legal_moves, replay
from games.kernel.rng import Rng
from games.titles.parcels import game

FOLDER = Path(__file__).parent / "recorded"
# name, seats, rounds, kind of bots, one plan in this many moves (0: none), the turns at which somebody leaves
MATCHES: tuple[tuple[str, int, int, str, int, tuple[int, ...]], ...] = (
    ("house-3", 3, 1, "house", 0, ()),
    ("house-4-three-rounds", 4, 3, "house", 0, ()),
    ("house-5-three-rounds", 5, 3, "house", 0, ()),
    ("random-3-three-rounds", 3, 3, "random", 0, ()),
    ("random-4", 4, 1, "random", 0, ()),
    ("random-5", 5, 1, "random", 0, ()),
    ("plans-3", 3, 1, "house", 2, ()),
    ("plans-5-three-rounds", 5, 3, "house", 3, ()),
    ("leaving-5-three-rounds", 5, 3, "house", 4, (12, 40)),
    ("leaving-4-to-the-last", 4, 3, "random", 4, (10, 25, 45)),
)


def record(seats: int, rounds: int, kind: str, plans: int, leaving: tuple[int, ...]) -> dict[str, Any]:
    """Record the match with this description; the same description always gives the same record."""
    seed = bots.seed_from("recorded", seats, rounds, kind, plans, leaving)
    rng = Rng(seed[::-1])
    position, _ = engine.start(game, seats, {"rounds": rounds}, seed)
    lines: list[dict[str, Any]] = []
    while asked := engine.decisions(game, position):
        if len(lines) in leaving:
            seat, reason = rng.choose(asked).seat, ("resigned", "removed")[len(position.left) % 2]
            engine.drop(game, position, seat, reason)
            lines.append({"seat": seat, "drop": reason})
            continue
        waiting = [decision for decision in asked if decision.optional]
        is_plan = plans > 0 and rng.below(plans) == 0
        decision = rng.choose(waiting) if is_plan else asked[0]
        chosen = legal_moves.random_move(game, position, decision, rng) if is_plan else None
        move = chosen or bots.POLICIES[kind](game, position, decision, rng)
        assert move is not None
        played = engine.play(game, position, decision.seat, move).played
        lines += [replay.line_of(one.seat, one.move) for one in played if not one.by_order]
    return replay.make_record(game, position, seats, {"rounds": rounds}, lines)


def main() -> None:
    """Write all records."""
    FOLDER.mkdir(exist_ok=True)
    for name, *how in MATCHES:
        text = json.dumps(record(*how), indent=None, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text.replace('{"seat"', '\n{"seat"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
