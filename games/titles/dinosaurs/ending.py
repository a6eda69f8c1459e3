"""The end of a match and the ranking (HD-01, HD-31, HD-107 to HD-109, HD-131)."""

from games.kernel.step import Context
from games.titles.dinosaurs import piles
from games.titles.dinosaurs.state import ESCAPE, NO_ORDERS, Out, State, living


def is_escaped(state: State) -> bool:
    """Whether a living player stands at 50 or beyond at this check (HD-107)."""
    return any(state.players[seat].points >= ESCAPE for seat in living(state))


def leave(state: State, seat: int, reason: str, context: Context) -> None:
    """The player is out at this moment: "disaster", "resigned" or "time" (HD-34, HD-126)."""
    player = state.players[seat]
    player.out = Out(reason, state.round, sum(one.out is not None for one in state.players) + 1)
    player.orders = NO_ORDERS
    context.log("out", "HD-34" if reason == "disaster" else "HD-126", seat=seat, reason=reason)


def finish(state: State, context: Context, clause: str) -> None:
    """Rank everybody; nothing moves any more (HD-01)."""
    state.ranks, state.phase = ranks(state), "over"
    looked, state.looked, state.robbed = state.looked, [], None  # an effect that was open when the last one left
    piles.discard(state, looked, context)
    for player in state.players:
        player.orders = NO_ORDERS  # orders end with the match
    rounds = [player.out.round if player.out else None for player in state.players]
    context.log("end", clause, ranks=state.ranks, points=[player.points for player in state.players], out=rounds)


def ranks(state: State) -> list[int]:
    """Living players by points, then fewer Disaster cards; then who is out, the later the better (HD-109, HD-131)."""
    keys = [standing(state, seat) for seat in range(len(state.players))]
    return [1 + sum(other < key for other in keys) for key in keys]


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """What a rank depends on, the smaller the better."""
    player = state.players[seat]
    if player.out is not None:
        return 1, -player.out.place, 0
    return 0, -player.points, len(player.area)
