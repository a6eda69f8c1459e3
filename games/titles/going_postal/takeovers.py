"""Take-overs by the eliminated: who can pay, standing orders, the claim itself (GP-69 to GP-79)."""

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import Order, State, after

FIRST_ORDER = Order()  # ask, all seats, 3 (GP-78)


def can_pay(state: State) -> list[int]:
    """Who could take over this turn: eliminated, not gone, with the price, in the order of GP-79 (GP-69 to GP-72)."""
    price = state.price
    if not price or state.is_taken or max(state.vendetta) < price:
        return []
    eliminated = [seat for seat in after(state, state.active) if state.out[seat] is not None and seat not in state.gone]
    return [seat for seat in eliminated if state.vendetta[seat] >= price]


def all_orders(state: State) -> dict[str, tuple[int, int, Order]]:
    """Asynchronous: what the decision on each standing order depends on, by its key (GP-78)."""
    if state.options.pace == "live":
        return {}
    eliminated = [seat for seat, out in enumerate(state.out) if out is not None and seat not in state.gone]
    return {f"{seat}.orders": (seat, state.seats, state.orders.get(seat, FIRST_ORDER)) for seat in eliminated}


def ask_eliminated(state: State) -> None:
    """Whose standing order has something to say about this turn (GP-78); nobody's on the Post Office (GP-153)."""
    is_async = state.options.pace == "async"
    state.asked = [seat for seat in can_pay(state) if _speaks(state, seat)] if is_async else []


def _speaks(state: State, seat: int) -> bool:
    """Does the standing order of this seat say anything but no about the turn?"""
    order = state.orders.get(seat, FIRST_ORDER)
    is_meant = order.targets is None or state.active in order.targets
    return order.mode != "never" and is_meant and state.price <= order.max_price


def answers_by_order(state: State) -> dict[int, Move]:
    """What standing orders answer to the take-over question: the first claim, and every pass (GP-78, GP-79).

    Who was not asked when the turn began has passed; a newer order counts from the next turn on.
    """
    if state.options.pace != "async":
        return {}
    payers = can_pay(state)
    passes = {seat: Move("pass") for seat in payers if seat not in state.asked or not _speaks(state, seat)}
    claiming = [seat for seat in payers if seat not in passes and state.orders.get(seat, FIRST_ORDER).mode == "always"]
    return passes | {seat: Move("claim") for seat in claiming[:1]}


def take_over(state: State, seat: int, context: Context) -> None:
    """The price is paid at once; P's sealed card is destroyed, open offers lapse (GP-70, GP-77, GP-113)."""
    price = state.price
    state.vendetta[seat] -= price
    state.claimer, state.is_taken, state.asked, state.offers = seat, True, [], []
    context.forget()
    hand = {seat: {"hand": list(state.hands[state.active])}}
    context.log("took_over", "GP-70", hand, "match", seat=seat, other=state.active, price=price)
