"""House bots: they sit at tables like people and play through the same door, from their own view only."""

import secrets
from typing import Any

from games.frames import Frame, load_frame
from games.kernel import engine, listing
from games.kernel.rng import Rng
from games.kernel.types import Move, Open
from games.services.play import Receipt, play_move


def play_one(match_id: int, for_people: bool = False) -> Receipt | None:
    """Let one bot that is asked play one move. None if no bot is asked. Raises Refusal if it came too late.

    `for_people`: the house bot also answers for people (demo data only).
    """
    frame = load_frame(match_id)
    if frame.status != "running" or frame.position is None:
        return None
    found = _asked(frame, for_people)
    if found is None:
        return None
    seat = frame.seats[found.decision.seat]
    move = choose(frame, found)
    user = _Bot(seat.user)
    return play_move(match_id=match_id, seat=seat.number, decision=found.id, move=move, by="bot", user=user)


def choose(frame: Frame, open: Open) -> Move:
    """The house bot's answer. It sees what its seat sees, and the list of its legal moves."""
    game, position, decision = frame.game, frame.at_table(), open.decision
    view = engine.view_for(game, position, decision.seat)
    rng = Rng(secrets.token_hex(16))  # its own chance, never the match's
    move: Move = game.choose(view, decision, lambda: listing.moves(game, position, decision), rng)
    return move


def _asked(frame: Frame, for_people: bool) -> Open | None:
    for open in engine.open_decisions(frame.game, frame.at_table()):
        is_due = open.answer is None and not open.decision.optional
        if is_due and (for_people or frame.seats[open.decision.seat].is_bot):
            return open
    return None


class _Bot:
    """Stands for the bot's user where only its id is needed."""

    def __init__(self, pk: Any) -> None:
        self.pk = pk
