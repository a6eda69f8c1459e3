"""Which cards may be laid how, and at whom an action may be aimed (GP-12 to GP-25, GP-80 to GP-92)."""

from collections.abc import Callable

from games.kernel.types import Move
from games.titles.going_postal.cards import AIMED, WAYS, Way, gap
from games.titles.going_postal.state import BURN_OUT, State

Need = tuple[Callable[[State, int], object], str, str]
"""What must be true of a target, and the refusal; "" for the clause of the action."""
NO_STAMP, NO_MARKER = "That personality has no postal stamp.", "That personality has no marker stamp."
NO_CARD = "That personality has no card."
IS_MARKED: Need = (lambda state, seat: state.marked[seat], "", NO_MARKER)
HOLDS: Need = (lambda state, seat: state.hands[seat], "", NO_CARD)
NEEDS: dict[str, tuple[Need, ...]] = {
    "mark": (
        (lambda state, seat: not state.marked[seat], "GP-58", "That personality already has a marker stamp."),
        (lambda state, seat: state.stamps[seat] or not state.options.cutthroat, "GP-125", NO_STAMP),
    ),
    "eliminate": (IS_MARKED,),
    "clear": (IS_MARKED,),
    "praise": ((lambda state, seat: state.stamps[seat], "", NO_STAMP),),
    "next": (),
    "inspect": (HOLDS,),
    "swap": (),
    "take": (HOLDS,),
}
assert set(NEEDS) == AIMED


def targets(state: State, action: str) -> list[int]:
    """The legal targets of an aimed action of P, by seat."""
    if action == "praise" and state.year >= BURN_OUT:  # GP-92
        return []
    barred = None if action == "clear" else state.active
    found = [seat for seat, out in enumerate(state.out) if out is None and seat != barred]
    for fits, _, _ in NEEDS[action]:
        found = [seat for seat in found if fits(state, seat)]
    return found


Play = tuple[str, Way, int | None]  # card, way to play it, target


def open_plays(state: State) -> list[Play]:
    """Every legal play of the hand whose turn it is, by card, option, distance and target."""
    seat, steps_home = state.active, gap(state.sam)
    ways = WAYS[state.stamps[seat] > 0]
    found: list[Play] = []
    for card in state.hands[seat]:
        for way in ways[card]:
            # GP-24, GP-25: at the office, and where nobody fits, no target is needed
            if way.is_aimed and way.steps < steps_home and (aims := targets(state, way.action)):
                found += [(card, way, target) for target in aims]
            else:
                found.append((card, way, None))
    return found


def as_move(play: Play) -> Move:
    """The play as it is answered."""
    card, way, target = play
    return Move("play", {"card": card, "option": way.option, "distance": way.distance, "target": target})


def plays(state: State) -> list[Move]:
    """Every legal play as a move."""
    return [as_move(play) for play in open_plays(state)]


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
                best, lowest = (card, way, target), rank
    assert best is not None, "P holds a card"
    return as_move(best)


def way_of(ways: dict[str, tuple[Way, ...]], move: Move) -> Way:
    """In which way this play uses its card; a distance counts for Delivery Truck alone (GP-25)."""
    option, distance = move.args["option"], move.args["distance"]
    return next(way for way in ways[move.args["card"]] if way.option == option and way.distance in (None, distance))
