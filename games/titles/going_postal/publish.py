"""The record of a finished match as everybody may have it: whispers stay private, and so do sealed offers (GP-145)."""

from collections.abc import Sequence

from games.kernel.types import Move
from games.titles.going_postal.state import State

Line = tuple[State, int, Move]
HUSHED = "…"


def publish(lines: Sequence[Line]) -> list[Move]:
    """The moves, in their order: a whisper without its words, an offer that was not accepted with any card."""
    return [_shown(lines, place) for place in range(len(lines))]


def _shown(lines: Sequence[Line], place: int) -> Move:
    state, seat, move = lines[place]
    if move.verb == "whisper":
        return Move("whisper", {**move.args, "text": HUSHED})
    if move.verb == "offer" and not _is_accepted(lines[place + 1 :], seat, move.args["to"]):
        return Move("offer", {**move.args, "card": state.hands[seat][0]})
    return move


def _is_accepted(later: Sequence[Line], giver: int, to: int) -> bool:
    """Is this offer the one that the addressee accepts, before anything else becomes of it?"""
    answer = next((move for _, seat, move in later if _ends(seat, move, giver, to)), None)
    return answer is not None and answer.verb == "accept"


def _ends(seat: int, move: Move, giver: int, to: int) -> bool:
    """Is this the acceptance, the refusal, the withdrawal or the replacement of an offer of this pair?"""
    if move.verb in ("accept", "decline"):
        return (move.args["from"], seat) == (giver, to)
    return move.verb in ("offer", "withdraw") and (seat, move.args["to"]) == (giver, to)
