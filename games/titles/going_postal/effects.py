"""Carrying out a played card: move, office or draw step, action, settling (GP-12 to GP-29, GP-80 to GP-92)."""

from collections.abc import Callable

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal import turn_order
from games.titles.going_postal.cards import ACTIONS, AIMED, walk, way_of
from games.titles.going_postal.hands import draw_up, settle_all, surplus
from games.titles.going_postal.stamps import clear_marker, eliminate, give_stamp, lose_stamp
from games.titles.going_postal.state import BURN_OUT, LEFT, LOOKS, RIGHT, RUSH, Aim, State, in_game


def play_card(state: State, move: Move, context: Context) -> str:
    """Play P's card and carry it out. Return the next step."""
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
    if not state.is_over and (target is not None or (action and action not in AIMED)):
        _carry_out(state, action, seat if target is None else target, context)  # GP-22
    return "follow_up" if state.aim is not None else settle(state, context)


def settle(state: State, context: Context) -> str:
    """Settle all hands after the action (GP-50); P may have to choose what to discard before the turn ends (GP-51)."""
    if not state.brought and not state.is_over:
        settle_all(state, context)
    if not state.is_over and surplus(state):
        return "discard_down"
    return turn_order.end(state, context)


def targets(state: State, action: str) -> list[int]:
    """The legal targets of one of P's aimed actions, by seat."""
    if action == "praise" and state.year >= BURN_OUT:  # GP-92
        return []
    seats = in_game(state)
    for fits, _, _ in NEEDS[action]:
        seats = [seat for seat in seats if fits(state, seat)]
    return seats


def _carry_out(state: State, action: str, seat: int, context: Context) -> None:
    """Carry out an action on its target, or on P if it has none."""
    clause = ACTIONS[action].clause
    match action:
        case "mark":
            state.marked[seat] = True
            context.log("marked", clause, seat=seat)
        case "eliminate":
            eliminate(state, [seat], "Going Postal", "GP-64", context)
        case "clear":
            clear_marker(state, seat, "GP-61", context)
        case "calm" | "praise" if state.year < BURN_OUT:
            lose_stamp(state, seat, clause, context)
        case "calm" | "praise":  # burn-out began in the draw step, after the target was named
            context.log("burnt_out", "GP-92", seat=seat)
        case "reverse":
            state.direction = RIGHT if state.direction == LEFT else LEFT
            context.log("direction", clause, direction=state.direction)
        case "next":
            state.named = seat
            context.log("named", clause, seat=seat)
        case "sort" | "rush":
            _act_on_pile(state, action, context)
        case _:
            _act_on_hand(state, action, seat, context)


def _act_on_hand(state: State, action: str, target: int, context: Context) -> None:
    """Postal Inspector, Wrong Address and Opened by Mistake, which use another hand (GP-87 to GP-89)."""
    seat, hand = state.active, state.hands[target]
    match action:
        case "inspect":
            state.aim = Aim("inspect", target)
            shown = {"hand": list(hand)}
            context.log("inspected", "GP-87", {state.decider: shown, target: shown}, "match", seat=target, by=seat)
        case "swap":
            state.hands[seat], state.hands[target] = hand, state.hands[seat]
            context.log("swapped", "GP-88", seat=seat, other=target)
        case "take":
            card = context.rng.choose(hand)
            hand.remove(card)
            state.hands[seat].append(card)
            known = {viewer: {"card": card} for viewer in sorted({seat, target, state.decider})}
            context.log("took", "GP-89", known, "match", seat=seat, other=target)


def _act_on_pile(state: State, action: str, context: Context) -> None:
    """Sorting Room and Holiday Rush, which use the top of the pile; Blitz has no pile (GP-90, GP-91, GP-106)."""
    cards = state.pile[: -(RUSH if action == "rush" else LOOKS) - 1 : -1]
    if action == "rush" and cards:  # never ends a year (GP-39)
        del state.pile[-len(cards) :]
        state.discard += cards
        context.log("rushed", "GP-91", cards=cards)
    elif len(cards) > 1:
        state.aim = Aim("sort")
    elif cards:
        log_sorted(state, cards, context)


def log_sorted(state: State, cards: list[str], context: Context) -> None:
    """Log the cards that were looked at in their new order, top first, for the decider only (GP-136)."""
    known = {state.decider: {"cards": list(cards)}}
    context.log("sorted", "GP-90", known, "match", seat=state.active, by=state.claimer, count=len(cards))


Need = tuple[Callable[[State, int], object], str, str]
"""A condition on a target, with clause and sentence of its refusal; clause "": that of the action."""
IS_OTHER: Need = (lambda state, seat: seat != state.active, "", "You cannot aim this action at yourself.")
IS_MARKED: Need = (lambda state, seat: state.marked[seat], "", "That personality has no marker stamp.")
HOLDS: Need = (lambda state, seat: state.hands[seat], "", "That personality has no card.")
NO_STAMP = "That personality has no postal stamp."
NEEDS: dict[str, tuple[Need, ...]] = {
    "mark": (
        (IS_OTHER[0], "GP-59", IS_OTHER[2]),
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
