"""Elimination, winning and ranking: deadly Disaster Areas, 50 points, the last one standing (HD-32 to HD-37, HD-107 to
HD-109, HD-114 to HD-116, HD-131)."""

from collections.abc import Iterable
from functools import lru_cache

from games.kernel.step import Context
from games.titles.dinosaurs import piles
from games.titles.dinosaurs.cards import KINDS, METEOR, TYPE, TYPES
from games.titles.dinosaurs.state import ESCAPE, NO_ORDERS, Out, State, living


@lru_cache(maxsize=4096)
def is_deadly(types: tuple[str, ...], is_for_two: bool) -> bool:
    """Whether a Disaster Area with cards of these types eliminates its owner."""
    counts = [types.count(type) for type in TYPES]
    wild = types.count(METEOR)  # HD-35, HD-116: any type, whichever is worse
    same, each = (4, 2) if is_for_two else (3, 1)  # deadly: this many of one type, or this many of each type
    return max(counts) + wild >= same or sum(max(0, each - count) for count in counts) <= wild


def types_of(area: Iterable[str]) -> tuple[str, ...]:
    """The types of the cards in an area."""
    return tuple([TYPE[card] for card in area])


def would_eliminate(state: State, seat: int) -> bool:
    """Whether adding the face-up Disaster card would eliminate this player."""
    assert state.disaster is not None
    return is_deadly(types_of([*state.players[seat].area, state.disaster]), state.is_for_two)


@lru_cache(maxsize=4096)
def deadly_types(area: tuple[str, ...], is_for_two: bool) -> list[str]:
    """The types of which one more card would eliminate the owner, for the warning on the board."""
    types = types_of(area)
    return [type for type in KINDS if is_deadly((*types, type), is_for_two)]


def put_out(state: State, seat: int, reason: str, context: Context) -> None:
    """Take the player out of the game; `reason`: "disaster", "resigned" or "time" (HD-34, HD-126)."""
    player = state.players[seat]
    player.out = Out(reason, state.round, sum(one.out is not None for one in state.players) + 1)
    player.orders = NO_ORDERS
    context.log("out", "HD-34" if reason == "disaster" else "HD-126", seat=seat, reason=reason)


def is_escaped(state: State) -> bool:
    """Whether a living player has at least 50 points (HD-107)."""
    return any(state.players[seat].points >= ESCAPE for seat in living(state))


def finish(state: State, context: Context, clause: str) -> None:
    """End the match and rank everybody (HD-01)."""
    # Living players rank by points, then by fewer Disaster cards. Below them: last out, first ranked (HD-109, HD-131).
    keys = [(1, -one.out.place, 0) if one.out else (0, -one.points, len(one.area)) for one in state.players]
    state.ranks, state.phase = [1 + sum(other < key for other in keys) for key in keys], "over"
    piles.hide_shown(state, context)  # an effect may still be open if the match ends because somebody left
    for player in state.players:
        player.orders = NO_ORDERS  # orders end with the match
    rounds = [player.out.round if player.out else None for player in state.players]
    context.log("end", clause, ranks=state.ranks, points=[player.points for player in state.players], out=rounds)
