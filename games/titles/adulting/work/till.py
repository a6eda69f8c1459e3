"""The till of an open bank: players key in what they take or pay, and others may call them out (section "Fines")."""

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.adulting import flow
from games.titles.adulting.state import Payment, State, from_left, pay

MOST = 20  # to take, unless more is due (AD-197)


def top(state: State, seat: int) -> int:
    """The highest amount that this seat can key in (AD-197)."""
    due = state.round.dues[seat]
    return state.players[seat].money if due.kind == "price" else max(MOST, due.amount)


def close(state: State, answers: dict[int, Move], context: Context) -> str:
    """Pay the keyed amounts and make them public together. A seat that keyed nothing gets the right amount."""
    round = state.round
    flow.disclose(state, context)
    keyed = {}
    for seat in from_left(state, [seat for seat in round.dues if seat in state.present]):
        due = round.dues[seat]
        amount = answers[seat].args["amount"] if seat in answers else due.amount
        amount = pay(state, seat, None, amount) if due.kind == "price" else pay(state, None, seat, amount)
        state.payments.append(Payment(seat, due.kind, due.amount, amount, round.number))
        keyed[str(seat)] = {"kind": due.kind, "amount": amount}
    context.log("till", "AD-189", keyed=keyed)
    round.dues = {}
    if round.is_void or not round.card:
        # AD-233: the dealer has left, so the round's card is discarded.
        return flow.close_round(state, "void") if round.card else "next_round"
    return flow.to_bids(state)


def callable_payment(state: State, caller: int | None, seat: int) -> Payment | None:
    """The payment of this seat that the caller can call out now, if any."""
    if seat == caller or seat not in state.present:
        return None
    return next((one for one in state.payments if one.seat == seat and one.caller < 0), None)


def call(state: State, caller: int, seat: int, context: Context) -> None:
    """A thief pays twice the gain, the caller takes 1; a wrong call costs 1 (AD-192 to AD-196)."""
    payment = callable_payment(state, caller, seat)
    if payment is None:
        return  # another player called it out first
    payment.caller = caller
    if payment.gain > 0:
        paid = pay(state, seat, None, 2 * payment.gain)
        pay(state, None, caller, 1)
        context.log("caught", "AD-192", seat=caller, thief=seat, gain=payment.gain, paid=paid)
    else:
        paid = pay(state, caller, seat, 1)
        context.log("wrong_call", "AD-195", seat=caller, accused=seat, paid=paid)
