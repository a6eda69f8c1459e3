"""Take-overs by the eliminated: who can pay, standing orders, the claim itself (GP-69 to GP-79)."""

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import Order, State, after

FIRST_ORDER = Order()  # ask, all seats, 3 (GP-78)


def can_pay(state: State) -> list[int]:
    """The eliminated seats that can pay for taking over this turn, in the order of GP-79 (GP-69 to GP-72)."""
    price = state.price
    if not price or state.is_taken or max(state.vendetta) < price:
        return []
    eliminated = [seat for seat in after(state, state.active) if state.out[seat] is not None and seat not in state.gone]
    return [seat for seat in eliminated if state.vendetta[seat] >= price]


def all_orders(state: State) -> dict[str, tuple[int, int, Order]]:
    """In correspondence: by key, what the decision on each standing order depends on (GP-78)."""
    if state.options.pace == "live":
        return {}
    eliminated = [seat for seat, out in enumerate(state.out) if out is not None and seat not in state.gone]
    return {f"{seat}.orders": (seat, state.seats, state.orders.get(seat, FIRST_ORDER)) for seat in eliminated}


def ask_eliminated(state: State) -> None:
    """Ask the seats whose standing order does not pass this turn (GP-78); nobody on the Post Office (GP-153)."""
    is_async = state.options.pace == "async"
    state.asked = [seat for seat in can_pay(state) if _may_claim(state, seat)] if is_async else []


def _may_claim(state: State, seat: int) -> bool:
    """Whether the standing order of this seat does anything but pass this turn."""
    order = state.orders.get(seat, FIRST_ORDER)
    applies = order.targets is None or state.active in order.targets
    return order.mode != "never" and applies and state.price <= order.max_price


def answers_by_order(state: State) -> dict[int, Move]:
    """The answers of standing orders to a take-over: the first claim, and every pass (GP-78, GP-79).

    Seats that were not asked when the turn began have passed; newer orders apply from the next turn on.
    """
    if state.options.pace != "async":
        return {}
    payers = can_pay(state)
    passes = {seat: Move("pass") for seat in payers if seat not in state.asked or not _may_claim(state, seat)}
    claiming = [seat for seat in payers if seat not in passes and state.orders.get(seat, FIRST_ORDER).mode == "always"]
    return passes | {seat: Move("claim") for seat in claiming[:1]}


def take_over(state: State, seat: int, context: Context) -> None:
    """Pay the price and take the turn over; P's sealed card is destroyed, open offers lapse (GP-70, GP-77, GP-113)."""
    price = state.price
    state.vendetta[seat] -= price
    state.claimer, state.is_taken, state.asked, state.offers = seat, True, [], []
    context.forget()
    hand = {seat: {"hand": list(state.hands[state.active])}}
    context.log("took_over", "GP-70", hand, "match", seat=seat, other=state.active, price=price)
