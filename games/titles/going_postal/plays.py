"""Which cards may be laid how, and at whom an action may be aimed (GP-12 to GP-25, GP-80 to GP-92)."""

from collections.abc import Callable

from games.kernel.types import Move
from games.titles.going_postal.cards import AIMED, KIND, TRUCK, WAY, WAYS, Way, gap
from games.titles.going_postal.state import BURN_OUT, State, in_game

Need = tuple[Callable[[State, int], object], str, str]
"""What must be true of a target, and the refusal; "" for the clause of the action."""
SELF = "You cannot aim this action at yourself."
NO_STAMP, NO_MARKER = "That personality has no postal stamp.", "That personality has no marker stamp."
NO_CARD = "That personality has no card."
IS_OTHER: Need = (lambda state, seat: seat != state.active, "", SELF)
IS_MARKED: Need = (lambda state, seat: state.marked[seat], "", NO_MARKER)
HOLDS: Need = (lambda state, seat: state.hands[seat], "", NO_CARD)
NEEDS: dict[str, tuple[Need, ...]] = {
    "mark": (
        (IS_OTHER[0], "GP-59", SELF),
        (lambda state, seat: not state.marked[seat], "GP-58", "That personality already has a marker stamp."),
        (lambda state, seat: state.stamps[seat] or not state.options.cutthroat, "GP-125", NO_STAMP),
    ),
    "eliminate": (IS_OTHER, IS_MARKED),
    "clear": (IS_MARKED,),
    "praise": (IS_OTHER, (lambda state, seat: state.stamps[seat], "", NO_STAMP)),
    "next": (IS_OTHER,),
    "inspect": (IS_OTHER, HOLDS),
    "swap": (IS_OTHER,),
    "take": (IS_OTHER, HOLDS),
}
assert set(NEEDS) == AIMED


def targets(state: State, action: str) -> list[int]:
    """The legal targets of an aimed action of P, by seat."""
    if action == "praise" and state.year >= BURN_OUT:  # GP-92
        return []
    found = in_game(state)
    for fits, _, _ in NEEDS[action]:
        found = [seat for seat in found if fits(state, seat)]
    return found


Play = tuple[Way, int | None]  # how a card is played, and the target of its action


def open_plays(state: State) -> list[Play]:
    """Every legal play of the hand whose turn it is, by card, option, distance and target."""
    seat, steps_home = state.active, gap(state.sam)
    ways = WAYS[state.stamps[seat] > 0]
    found: list[Play] = []
    for card in state.hands[seat]:
        for way in ways[card]:
            # GP-24, GP-25: at the office, and where nobody fits, no target is needed
            if way.is_aimed and way.steps < steps_home and (aims := targets(state, way.action)):
                found += [(way, target) for target in aims]
            else:
                found.append((way, None))
    return found


def as_move(way: Way, target: int | None = None) -> Move:
    """The play as it is answered."""
    return Move("play", {"card": way.card, "option": way.option, "distance": way.distance, "target": target})


def way_of(move: Move) -> Way:
    """In which way this play uses its card; a distance counts for Delivery Truck alone (GP-25)."""
    card, option, distance = move.args["card"], move.args["option"], move.args["distance"]
    return WAY[card, option, distance if KIND[card].id == TRUCK else None]


def plays(state: State) -> list[Move]:
    """Every legal play as a move."""
    return [as_move(*play) for play in open_plays(state)]


def default_play(state: State) -> Move:
    """What the clock plays (GP-138): not home if possible, then without a target, then the shortest move; of equals the
    earlier card, the earlier option, the lower seat.
    """
    best, lowest, steps_home = None, 10_000, gap(state.sam)
    ways = WAYS[state.stamps[state.active] > 0]
    for card in state.hands[state.active]:
        for way in ways[card]:
            is_home, target = way.steps >= steps_home, None
            rank = way.steps + 1000 * is_home
            if rank < lowest and way.is_aimed and not is_home and (aims := targets(state, way.action)):
                rank, target = rank + 100, aims[0]
            if rank < lowest:
                best, lowest = (way, target), rank
    assert best is not None, "P holds a card"
    return as_move(*best)
