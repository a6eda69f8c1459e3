"""Bids, and who wins the card (section "Bidding Phase")."""

from collections.abc import Mapping
from typing import Any

from games.kernel.step import Context
from games.titles.adulting.flow import close_round
from games.titles.adulting.state import Bid, Due, State, pay
from games.titles.adulting.work import effects, sorting
from games.titles.adulting.work.wages import due


def bidding(state: State) -> list[int]:
    """The bidders still in the round, in the order that breaks ties (AD-133)."""
    in_round = state.in_round
    return [seat for seat in state.round.bidders if seat in in_round]


def standing_top(state: State, seat: int) -> int | None:
    """The highest standing bid: own money plus the wages to come. None if the seat cannot leave one (AD-137)."""
    if not sorting.is_adult(state, seat) or seat in state.round.early_night:
        return None
    return state.players[seat].money + due(state).get(seat, 0)


def open_bids(state: State, context: Context) -> str:
    """No bidder: discard the card. One: they get it free. Else the highest bid wins (AD-121, AD-131, AD-136)."""
    active = bidding(state)
    if not active:
        context.log("shame", "AD-121")
        return close_round(state, "shame")
    if len(active) == 1:
        context.log("single", "AD-136", seat=active[0])
        return close_round(state, "single", active[0])
    for seat in active:
        bid, player = state.round.bids.get(seat) or Bid(0), state.players[seat]  # AD-139: a missing bid is 0
        # AD-138: a bid above the money left is lowered to it
        state.round.bids[seat] = Bid(min(bid.amount, player.money), bid.card if bid.card in player.hand else "")
    state.round.bids = {seat: state.round.bids[seat] for seat in active}
    return _auction(state, state.round.bids, context)


def _auction(state: State, bids: Mapping[int, Bid], context: Context) -> str:
    """The highest bid wins; the first of equal bids wins a tie (AD-131, AD-133, AD-134)."""
    top = max(bid.counts for bid in bids.values())
    winner, *ties = [seat for seat, bid in bids.items() if bid.counts == top]
    price, is_open = bids[winner].price, state.options.bank == "open"
    for seat, bid in bids.items():
        if bid.card:
            effects.discard(state, seat, bid.card)  # AD-46
    told = {str(seat): {"amount": bid.amount, "card": bid.card} for seat, bid in bids.items()}
    facts: dict[str, Any] = {} if is_open else {"price": price}
    context.log("bids", "AD-131", bids=told, seat=winner, ties=ties, **facts)
    if is_open:
        owed = {winner: Due("price", price)} | {seat: Due("tie", bids[seat].amount) for seat in ties}
        state.round.dues = {seat: due for seat, due in owed.items() if due.amount}
    else:
        pay(state, winner, None, price)
        for seat in ties:  # AD-134: tied losers keep their bid and receive it once more
            pay(state, None, seat, bids[seat].amount)
    return close_round(state, "auction", winner, None if is_open else price, ties)
