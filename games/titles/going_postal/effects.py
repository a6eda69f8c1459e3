"""What a played card does: move, office or draw step, action, settling (GP-12 to GP-29, GP-80 to GP-92)."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal import turn_order
from games.titles.going_postal.cards import ACTIONS, AIMED, walk, way_of
from games.titles.going_postal.hands import draw_up, settle_all, surplus
from games.titles.going_postal.stamps import clear_marker, eliminate, give_stamp, lose_stamp
from games.titles.going_postal.state import BURN_OUT, LEFT, LOOKS, RIGHT, RUSH, Aim, State, in_game


def lay(state: State, move: Move, context: Context) -> str:
    """P's card is played and carried out; returns the next step."""
    seat, way, target = state.active, way_of(move), move.args["target"]
    state.hands[seat].remove(way.card)
    state.discard.append(way.card)
    state.is_laid, state.offers = True, []  # GP-113
    state.start = state.sam
    state.sam, state.brought = walk(state.sam, way.steps)
    action = "" if state.brought else way.action
    facts = {"card": way.card, "action": action, "target": target, "option": way.option, "steps": way.steps}
    context.log("laid", "GP-12", seat=seat, by=state.claimer, **facts, start=state.start, sam=state.sam)
    if state.brought:  # the turn ends at once: stamp, checks, P settles its hand (GP-27 to GP-29)
        give_stamp(state, context)
    if not state.is_over:
        draw_up(state, seat, context)  # GP-20
    if state.brought or state.is_over:
        return finish(state, context)
    if target is not None or (action and action not in AIMED):
        EFFECTS[action].carry_out(state, seat if target is None else target, context)  # GP-22
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
    return turn_order.end(state, context)


def targets(state: State, action: str) -> list[int]:
    """The legal targets of an aimed action of P, by seat."""
    if action == "praise" and state.year >= BURN_OUT:  # GP-92
        return []
    found = in_game(state)
    for fits, _, _ in EFFECTS[action].needs:
        found = [seat for seat in found if fits(state, seat)]
    return found


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
    known = {seat: {"card": card} for seat in sorted({state.active, target, state.decider})}
    context.log("took", "GP-89", known, "match", seat=state.active, other=target)


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


Need = tuple[Callable[[State, int], object], str, str]
"""What must be true of a target, and the refusal; "" for the clause of the action."""
IS_OTHER: Need = (lambda state, seat: seat != state.active, "", "You cannot aim this action at yourself.")
IS_MARKED: Need = (lambda state, seat: state.marked[seat], "", "That personality has no marker stamp.")
HOLDS: Need = (lambda state, seat: state.hands[seat], "", "That personality has no card.")
NO_STAMP = "That personality has no postal stamp."


class Effect(Struct, frozen=True):
    """What an action does to its target, one without a target to or for P; and at whom it can be aimed."""

    carry_out: Callable[[State, int, Context], None]
    needs: tuple[Need, ...] = ()


EFFECTS = {
    "mark": Effect(
        _mark,
        (
            (IS_OTHER[0], "GP-59", IS_OTHER[2]),
            (lambda state, seat: not state.marked[seat], "GP-58", "That personality already has a marker stamp."),
            (lambda state, seat: state.stamps[seat] or not state.options.cutthroat, "GP-125", NO_STAMP),
        ),
    ),
    "eliminate": Effect(
        lambda state, target, context: eliminate(state, [target], "Going Postal", "GP-64", context),
        (IS_OTHER, IS_MARKED),
    ),
    "clear": Effect(lambda state, target, context: clear_marker(state, target, "GP-61", context), (IS_MARKED,)),
    "calm": Effect(partial(_calm, "GP-83")),
    "praise": Effect(partial(_calm, "GP-84"), (IS_OTHER, (lambda state, seat: state.stamps[seat], "", NO_STAMP))),
    "reverse": Effect(_reverse),
    "next": Effect(_next, (IS_OTHER,)),
    "inspect": Effect(_inspect, (IS_OTHER, HOLDS)),
    "swap": Effect(_swap, (IS_OTHER,)),
    "take": Effect(_take, (IS_OTHER, HOLDS)),
    "sort": Effect(_sort),
    "rush": Effect(_rush),
}
assert set(EFFECTS) == set(ACTIONS) and {id for id, effect in EFFECTS.items() if effect.needs} == AIMED
