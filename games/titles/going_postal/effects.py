"""What a played card does: move, office or draw step, action, settling (GP-12 to GP-29, GP-80 to GP-91)."""

from collections.abc import Callable
from functools import partial

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal import turns
from games.titles.going_postal.cards import ACTIONS, AIMED, walk
from games.titles.going_postal.plays import way_of
from games.titles.going_postal.stamps import clear_marker, eliminate, give_stamp, lose_stamp
from games.titles.going_postal.state import BURN_OUT, LEFT, RIGHT, Aim, State
from games.titles.going_postal.years import draw_up, settle_all, surplus

LOOKS, RUSH = 3, 4  # cards of Sorting Room and Holiday Rush (GP-90, GP-91)


def lay(state: State, move: Move, context: Context) -> str:
    """P's card is played and carried out; returns the next step."""
    args, seat = move.args, state.active
    card, option, target = args["card"], args["option"], args["target"]
    way = way_of(move)
    state.hands[seat].remove(card)
    state.discard.append(card)
    state.is_laid, state.offers = True, []  # GP-113
    state.start = start = state.sam
    state.sam, state.brought = walk(start, way.steps)
    action = "" if state.brought else way.action
    where = {"option": option, "steps": way.steps, "start": start, "sam": state.sam}
    context.log("laid", "GP-12", seat=seat, by=state.claimer, card=card, action=action, target=target, **where)
    return _reach_office(state, context) if state.brought else _go_on(state, action, target, context)


def _reach_office(state: State, context: Context) -> str:
    """The turn ends at once: stamp, checks, P settles its hand (GP-27 to GP-29)."""
    give_stamp(state, context)
    if not state.is_over:
        draw_up(state, state.active, context)
    return finish(state, context)


def _go_on(state: State, action: str, target: int | None, context: Context) -> str:
    """Draw step, action, and its follow-up if it has one (GP-20, GP-22)."""
    draw_up(state, state.active, context)
    if state.is_over:
        return turns.end(state, context)
    if target is not None or (action and action not in AIMED):
        EFFECTS[action](state, state.active if target is None else target, context)
    return "follow_up" if state.aim is not None else settle(state, context)


def settle(state: State, context: Context) -> str:
    """After the action all hands are settled (GP-50)."""
    if not state.is_over:
        settle_all(state, context)
    return finish(state, context)


def finish(state: State, context: Context) -> str:
    """P discards its surplus by choice, then the turn ends (GP-51)."""
    if not state.is_over and surplus(state):
        return "discard_down"
    return turns.end(state, context)


def _mark(state: State, target: int, context: Context) -> None:
    state.marked[target] = True
    context.log("marked", "GP-80", seat=target)


def _calm(clause: str, state: State, seat: int, context: Context) -> None:
    if state.year < BURN_OUT:  # the draw step may have begun the year since the target was named (GP-92)
        lose_stamp(state, seat, clause, context)
    else:
        context.log("burnt_out", "GP-92", seat=seat)


def _reverse(state: State, seat: int, context: Context) -> None:
    state.direction = RIGHT if state.direction == LEFT else LEFT
    context.log("direction", "GP-85", direction=state.direction)


def _next(state: State, target: int, context: Context) -> None:
    state.named = target
    context.log("named", "GP-86", seat=target)


def _inspect(state: State, target: int, context: Context) -> None:
    state.aim = Aim("inspect", target)
    shown = {"hand": list(state.hands[target])}
    context.log("inspected", "GP-87", {state.decider: shown, target: shown}, "match", seat=target, by=state.active)


def _swap(state: State, target: int, context: Context) -> None:
    seat = state.active
    state.hands[seat], state.hands[target] = state.hands[target], state.hands[seat]
    context.log("swapped", "GP-88", seat=seat, other=target)


def _take(state: State, target: int, context: Context) -> None:
    card = context.rng.choose(state.hands[target])
    state.hands[target].remove(card)
    state.hands[state.active].append(card)
    known = {seat: {"card": card} for seat in {state.active, target, state.decider}}
    context.log("took", "GP-89", dict(sorted(known.items())), "match", seat=state.active, other=target)


def _sort(state: State, seat: int, context: Context) -> None:
    """With one card it is only looked at; with none, and in Blitz, nothing happens (GP-90, GP-106)."""
    cards = state.pile[: -LOOKS - 1 : -1]
    if len(cards) > 1:
        state.aim = Aim("sort")
    elif cards:
        log_sorted(state, cards, context)


def log_sorted(state: State, cards: list[str], context: Context) -> None:
    """The cards that were looked at, as they lie now, top first: for the one who decides alone (GP-136)."""
    known = {state.decider: {"cards": list(cards)}}
    context.log("sorted", "GP-90", known, "match", seat=state.active, by=state.claimer, count=len(cards))


def _rush(state: State, seat: int, context: Context) -> None:
    """Never ends a year (GP-39); in Blitz there is no pile (GP-106)."""
    cards = state.pile[: -RUSH - 1 : -1]
    if cards:
        del state.pile[-len(cards) :]
        state.discard += cards
        context.log("rushed", "GP-91", cards=cards)


# What an action does to its target, and one without a target to or for P.
EFFECTS: dict[str, Callable[[State, int, Context], None]] = {
    "mark": _mark,
    "eliminate": lambda state, target, context: eliminate(state, [target], "Going Postal", "GP-64", context),
    "clear": lambda state, target, context: clear_marker(state, target, "GP-61", context),
    "calm": partial(_calm, "GP-83"),
    "praise": partial(_calm, "GP-84"),
    "reverse": _reverse,
    "next": _next,
    "inspect": _inspect,
    "swap": _swap,
    "take": _take,
    "sort": _sort,
    "rush": _rush,
}
assert set(EFFECTS) == set(ACTIONS)
