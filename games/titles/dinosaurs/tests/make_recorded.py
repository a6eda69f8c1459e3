"""Writes the recorded matches, after a rule change: `python -m games.titles.dinosaurs.tests.make_recorded`."""

import json
from pathlib import Path
from typing import Any

from games.kernel import bots, engine, legal_moves, replay
from games.kernel.rng import Rng
from games.titles.dinosaurs import game

FOLDER = Path(__file__).parent / "recorded"
# name, seats, options that differ from live play, kind of bots, one order in this many moves, moves at which one leaves
MATCHES: tuple[tuple[str, int, dict[str, Any], str, int, tuple[int, ...]], ...] = (
    ("house-2", 2, {}, "house", 0, ()),
    ("house-2-by-the-rules-for-many", 2, {"two_player_rules": False, "dinos": "random"}, "house", 0, ()),
    ("house-4", 4, {}, "house", 0, ()),
    ("house-4-one-blind-wave", 4, {"dinos": "random", "waves": "single"}, "house", 3, ()),
    ("house-6-wild", 6, {"extra_dinos": True, "wild_extras": True, "dinos": "random"}, "house", 0, ()),
    ("random-3-orders", 3, {"dinos": ["stego", None, None]}, "random", 4, ()),
    ("random-5-bonus", 5, {"extra_dinos": True, "disaster_bonus": True}, "random", 8, ()),
    ("leaving-6", 6, {"extra_dinos": True, "dinos": "random"}, "random", 5, (20, 55, 90)),
    ("leaving-3-before-the-deal", 3, {}, "house", 0, (1, 40)),
)


def record(seats: int, options: dict[str, Any], kind: str, orders: int, leaving: tuple[int, ...]) -> dict[str, Any]:
    """Play a match and record it; the same arguments give the same record."""
    seed = bots.seed_from("recorded", seats, options, kind, orders, leaving)
    rng = Rng(seed[::-1])
    position, _ = engine.start(game, seats, options, seed)
    lines: list[dict[str, Any]] = []
    while asked := engine.decisions(game, position):
        required = [decision for decision in asked if not decision.optional]
        if len(lines) in leaving:
            seat, reason = rng.choose(required).seat, ("resigned", "removed")[len(position.left) % 2]
            engine.drop(game, position, seat, reason)
            lines.append({"seat": seat, "drop": reason})
            continue
        offers = [decision for decision in asked if decision.clock.pace == "standing"]
        is_order = orders > 0 and rng.below(orders) == 0
        decision = rng.choose(offers if is_order else required)
        move = legal_moves.random_move(game, position, decision, rng) if is_order else None
        move = move or bots.POLICIES[kind](game, position, decision, rng)
        assert move is not None
        played = engine.play(game, position, decision.seat, move, position.id_of(decision)).played
        lines += [replay.line_of(one.seat, one.move) for one in played if not one.by_order]
    return replay.make_record(game, position, seats, options, lines)


def main() -> None:
    """Write all records."""
    FOLDER.mkdir(exist_ok=True)
    for name, *how in MATCHES:
        text = json.dumps(record(*how), indent=None, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text.replace('{"seat"', '\n{"seat"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
