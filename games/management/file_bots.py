"""Bots in files with a function `choose(match, decision)`, as those of clients/python: here they play without a site.

Such a bot gets what the API would tell it, and its moves are treated as its runner treats them.
"""

import importlib.util
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings

from games.kernel import codec, engine
from games.kernel.bots import Policy
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move

CLIENT = Path(settings.BASE_DIR) / "clients" / "python"
TRIES = 3  # moves that may be refused before the default is played, as in playpost_bot.runner
Choose = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]


def policy_of(path: Path) -> Policy:
    """The bot of a file. Raises ArgumentTypeError."""
    if str(CLIENT) not in sys.path:
        sys.path.append(str(CLIENT))  # examples import playpost_bot
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ArgumentTypeError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise ArgumentTypeError(f"{path} has no function choose(match, decision)")
    return _as_policy(module.choose)


def _as_policy(choose: Choose) -> Policy:
    """A bot of the API as one of the kernel: it sees its seat's view and what is asked, and nothing else."""

    def policy(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional or decision.clock.pace == "standing":
            return None
        match = {
            "game": game.meta.slug,
            "seat": decision.seat,
            "names": [f"Seat {seat}" for seat in range(position.seats)],
            "view": codec.plain(engine.view_for(game, position, decision.seat)),
        }
        for _ in range(TRIES):
            try:
                move = codec.move_from(choose(match, codec.plain(decision)))
                engine.play(game, codec.copy(game, position), decision.seat, move, position.id_of(decision))
            except IllegalMove:
                continue
            return move
        return decision.default

    return policy
