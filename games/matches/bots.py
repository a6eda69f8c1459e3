"""House bots: they sit at tables like people and play through the same door, from their own view only."""

import secrets
from typing import Any

from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.kernel import bots, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move, Open
from games.matches.holds import hold_left
from games.matches.loaded import LoadedMatch, load_match
from games.matches.play import Receipt, play_move


def play_one(match_id: int, for_people: bool = False) -> Receipt | None:
    """Let one bot that is asked play one move. None if no bot is asked. Raises Refusal if it came too late.

    `for_people`: the house bot also answers for people (demo data only).
    """
    loaded = load_match(match_id)
    if loaded.status != "running" or loaded.position is None:
        return None
    for found in _asked(loaded, for_people):
        seat = loaded.seats[found.decision.seat]
        move = choose(loaded, found)
        if move is not None:
            user = _Bot(seat.user)
            return play_move(match_id=match_id, seat=seat.number, decision=found.id, move=move, by="bot", user=user)
    return None


def choose(loaded: LoadedMatch, open: Open) -> Move | None:
    """The answer of the bot at this seat, as strong as it is; None leaves an optional decision open.

    It comes from what its seat sees and its legal moves; a strong one imagines the rest (kernel.bots.imagine).
    """
    game, position, decision = loaded.game, loaded.at_table(), open.decision
    rng = Rng(_luck(loaded, open) if decision.optional else secrets.token_hex(16))  # its own, never the match's
    seat = loaded.seats[decision.seat]
    if seat.is_bot and seat.strength != "house":
        return bots.POLICIES[seat.strength](game, position, decision, rng)
    view = engine.view_for(game, position, decision.seat)
    move: Move | None = game.bot.choose(view, decision, lambda: legal_moves.moves(game, position, decision), rng)
    return move


def _luck(loaded: LoadedMatch, open: Open) -> str:
    """The same for one optional decision, however often the bot is woken: it makes up its mind once."""
    return salted_hmac("playpost.bot", f"{loaded.id} {open.id}", algorithm="sha256").hexdigest()[:32]


def _asked(loaded: LoadedMatch, for_people: bool) -> list[Open]:
    """What the bots may answer, what they need not first: an objection comes before the vote that closes the round."""
    now = timezone.now()
    found = [
        open
        for open in engine.open_decisions(loaded.game, loaded.at_table())
        if open.answer is None
        and open.decision.clock.pace != "standing"
        and (for_people or loaded.seats[open.decision.seat].is_bot)
        and not hold_left(loaded, open.id, now)
    ]
    return sorted(found, key=lambda open: not open.decision.optional)


class _Bot:
    """Stands for the bot's user where only its id is needed."""

    def __init__(self, pk: Any) -> None:
        self.pk = pk
