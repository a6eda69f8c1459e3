"""A player leaves in the middle of a phase (HD-126, HD-127)."""

from collections.abc import Callable

from games.kernel.errors import need
from games.kernel.step import Context
from games.titles.dinosaurs import effects, ending, piles
from games.titles.dinosaurs.refusals import OUT
from games.titles.dinosaurs.state import State, living

REASONS = {"resigned": "resigned", "removed": "time"}


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """The player is out at this moment. Returns the next step, None to stay in the open one."""
    player = state.players[seat]
    if player.out is not None:
        need(reason != "resigned", *OUT)
        return None  # eliminated before: nothing changes at the table
    ending.leave(state, seat, REASONS[reason], context)
    thrown, player.hand = player.hand, []
    if player.card is not None and not state.is_revealed:
        thrown, player.card = [*thrown, player.card], None
    if player.pick is not None:
        thrown, player.pick = [*thrown, player.pick], None
    piles.discard(state, thrown, context)
    following = LEAVE[state.phase](state, seat, context)
    if len(living(state)) == 1:
        ending.finish(state, context, "HD-108")
        return None
    return following


def _from_dino(state: State, seat: int, context: Context) -> str | None:
    """A picked Dinosaur stays taken; who leaves gets no cards."""
    return "deal" if all(state.players[other].dino for other in living(state)) else None


def _from_choose(state: State, seat: int, context: Context) -> str | None:
    return "reveal" if all(state.players[other].card for other in living(state)) else None


def _from_effect(state: State, seat: int, context: Context) -> str | None:
    """An open effect of who leaves is dropped; one that has lost its only use is skipped."""
    active = state.order[state.turn_at]
    is_open = active != seat and len(living(state)) > 1 and effects.effect_of(state, active).is_possible(state, active)
    return None if is_open else "next_effect"


def _from_grab(state: State, seat: int, context: Context) -> str | None:
    """A Dino Grabber aimed at or used by who leaves ends without a card."""
    if seat not in (state.order[state.turn_at], state.robbed):
        return None
    state.robbed = None
    state.turn_at += 1
    return "next_effect"


def _from_keep(state: State, seat: int, context: Context) -> str | None:
    """Looked-at cards are discarded."""
    if seat != state.order[state.turn_at]:
        return None
    looked, state.looked = state.looked, []
    piles.discard(state, looked, context)
    state.turn_at += 1
    return "next_effect"


def _from_instants(state: State, seat: int, context: Context) -> str | None:
    """Unrevealed plays went with the hand; those of others that were aimed here are spent."""
    state.finals = [other for other in state.finals if other != seat]
    return None


def _from_sudden(state: State, seat: int, context: Context) -> str | None:
    """One of the last two sends the Disaster card under its deck; a larger Sudden Death goes on."""
    if seat not in state.sudden:
        return None
    state.sudden = [other for other in state.sudden if other != seat]
    if len(state.sudden) > 1:
        return "sudden_reveal" if all(state.players[other].pick for other in state.sudden) else None
    for other in state.sudden:
        player = state.players[other]
        if player.pick is not None:
            player.hand.append(player.pick)
            player.pick = None
    state.sudden = []
    piles.put_under(state, context, "HD-127")
    return "end_round"


def _from_disaster(state: State, seat: int, context: Context) -> str | None:
    """Who is about to add the card takes it along under the deck."""
    if seat != state.receiver:
        return None
    state.receiver = None
    piles.put_under(state, context, "HD-127")
    return "end_round"


LEAVE: dict[str, Callable[[State, int, Context], str | None]] = {
    "dino": _from_dino,
    "choose": _from_choose,
    "effect": _from_effect,
    "grab": _from_grab,
    "keep": _from_keep,
    "instants": _from_instants,
    "sudden": _from_sudden,
    "disaster": _from_disaster,
}
