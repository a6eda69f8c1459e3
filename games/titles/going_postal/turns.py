"""How a turn begins and ends: who plays next, who leads a round, who is asked about a take-over (GP-26 to GP-31)."""

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import State, after, can_pay, is_in, order_of
from games.titles.going_postal.years import end_deal, is_deal_over


def begin(state: State, seat: int, context: Context) -> str:
    """This personality's turn: nothing of the turn before is carried over (GP-113, GP-154)."""
    state.is_leading, state.was_stamped = state.brought, state.brought and _leader(state) == seat
    state.active, state.turn = seat, state.turn + 1
    state.brought, state.named = False, None
    state.is_laid, state.aim, state.claimer, state.is_taken = False, None, None, False
    state.has_traded, state.offers = False, []
    context.forget()  # answers to the turn before must not come back
    ask_eliminated(state)
    if state.is_leading:
        context.log("leads" if state.was_stamped else "begins", "GP-30", seat=seat)
    return "take_turn"


def ask_eliminated(state: State) -> None:
    """Whose standing order has something to say about this turn (GP-78); nobody's on the Post Office (GP-153)."""
    state.asked = []
    if state.options.pace == "async":
        state.asked = [seat for seat in can_pay(state) if _speaks(state, seat)]


def _speaks(state: State, seat: int) -> bool:
    """Does the standing order of this seat say anything but no about the turn?"""
    order = order_of(state, seat)
    is_meant = order.targets is None or state.active in order.targets
    return order.mode != "never" and is_meant and state.price <= order.max_price


def answers_by_order(state: State) -> dict[int, Move]:
    """What standing orders answer to the take-over question: the first claim, and every pass (GP-78, GP-79).

    Who was not asked when the turn began has passed; a newer order counts from the next turn on.
    """
    if state.options.pace != "async":
        return {}
    payers = can_pay(state)
    speaking = [seat for seat in payers if seat in state.asked and _speaks(state, seat)]
    answers = {seat: Move("pass") for seat in payers if seat not in speaking}
    claiming = [seat for seat in speaking if order_of(state, seat).mode == "always"]
    return answers | {seat: Move("claim") for seat in claiming[:1]}


def end(state: State, context: Context) -> str:
    """End of the turn: control goes back to P, then the one that plays next begins (GP-26, GP-30, GP-75, GP-86)."""
    if state.is_over:
        return "take_turn"
    state.claimer, state.aim = None, None
    if state.brought:
        state.round += 1
    if is_deal_over(state):
        return _next_deal(state, context)
    following = follows(state)
    assert following is not None, "somebody has a card"
    return begin(state, following, context)


def follows(state: State) -> int | None:
    """Who plays next. Whoever is out of the game or has no card is skipped (GP-26, GP-31, GP-98, GP-150).

    None: nobody has a card (Blitz, GP-99).
    """
    order = _order(state, _leader(state) if state.brought else state.named)
    return next((seat for seat in order if is_in(state, seat) and state.hands[seat]), None)


def leads(state: State) -> int | None:
    """Who would lead if the card to be played brought Sam to the Post Office; in Blitz it can be P's last (GP-150).

    None: nobody would have a card, and the deal would end.
    """
    is_last = state.options.blitz and len(state.hands[state.active]) == 1
    playing = [seat for seat in _order(state, _leader(state)) if is_in(state, seat) and state.hands[seat]]
    return next((seat for seat in playing if not (is_last and seat == state.active)), None)


def _order(state: State, named: int | None) -> list[int]:
    """Who is to play next, in order: the one that is named, if any, and on in the direction of play; P at last."""
    first = after(state, state.active) if named is None else (named, *after(state, named))
    return [*first, state.active]


def _leader(state: State) -> int | None:
    """Who has to lead the new round: the stamped one, with the option `next` nobody in particular (GP-30, GP-151)."""
    return state.active if state.options.lead_after_stamp == "stamped" else None


def _next_deal(state: State, context: Context) -> str:
    """A new deal: the next in the direction of play after the one that had the last turn begins (GP-104)."""
    end_deal(state, context)
    if state.is_over:
        return "take_turn"
    state.brought = False  # nobody leads: the deal begins, wherever Sam stands
    first = next(seat for seat in [*after(state, state.active), state.active] if is_in(state, seat))
    return begin(state, first, context)
