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
    """The legal targets of an action of P, by seat; empty for an action without a target."""
    if action not in NEEDS or (action == "praise" and state.year >= BURN_OUT):  # GP-92
        return []
    barred = None if action == "clear" else state.active
    found = [seat for seat, out in enumerate(state.out) if out is None and seat != barred]
    for fits, _, _ in NEEDS[action]:
        found = [seat for seat in found if fits(state, seat)]
    return found


def plays(state: State) -> list[Move]:
    """Every legal play of the hand whose turn it is, by card, option, distance and target."""
    seat, steps_home = state.active, gap(state.sam)
    ways = WAYS[state.stamps[seat] > 0]
    aims: dict[str, list[int]] = {}
    found = []
    for card in state.hands[seat]:
        for way in ways[card]:
            action = way.action
            aimed_at: list[int] = []
            if action in AIMED and way.steps < steps_home:  # GP-25: else no target is needed
                if action not in aims:
                    aims[action] = targets(state, action)
                aimed_at = aims[action]
            for target in aimed_at or (None,):
                args = {"card": card, "option": way.option, "distance": way.distance, "target": target}
                found.append(Move("play", args))
    return found


def default_play(state: State) -> Move:
    """What the clock lays (GP-138): of equals the earlier card, the earlier option, the lower seat."""
    seat, steps_home = state.active, gap(state.sam)
    ways = WAYS[state.stamps[seat] > 0]
    aims: dict[str, int | None] = {}
    best, lowest = None, (True, True, 99)
    for card in state.hands[seat]:
        for way in ways[card]:
            action, target, is_home = way.action, None, way.steps >= steps_home
            if action in AIMED and not is_home:
                if action not in aims:
                    aims[action] = next(iter(targets(state, action)), None)
                target = aims[action]
            rank = (is_home, target is not None, way.steps)
            if rank < lowest:
                best, lowest = (card, way, target), rank
    assert best is not None, "P holds a card"
    card, way, target = best
    return Move("play", {"card": card, "option": way.option, "distance": way.distance, "target": target})


def way_of(ways: dict[str, tuple[Way, ...]], move: Move) -> Way:
    """In which way this play uses its card; a distance counts for Delivery Truck alone (GP-25)."""
    fitting = [way for way in ways[move.args["card"]] if way.option == move.args["option"]]
    return next((way for way in fitting if way.distance == move.args["distance"]), fitting[0])
