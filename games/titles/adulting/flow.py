"""From step to step: draw, work, ruling, answers, votes, wages, bids, next round, end (sections "Round Overview" to
"Ending the Game"). Each function returns the name of the next step."""

from typing import Any

from games.kernel.step import Context
from games.titles.adulting import effects, sorting
from games.titles.adulting.cards import CARDS, EFFECT
from games.titles.adulting.naming import play_lists
from games.titles.adulting.state import Bid, Case, Due, Job, Report, Round, State, Theft, from_left, pay, points
from games.titles.adulting.wages import due, placed

RAISE = 3  # what Outdoor Voice adds in the comparison (AD-140)
FIRST = {"rank": "number", "payout": "number", "challenge": "perform"}


def draw(state: State, context: Context) -> str:
    """The dealer takes the top card; an empty deck ends the match (AD-22, AD-27, AD-50, AD-52)."""
    if not state.deck:
        return end(state, "deck", context)
    round = state.round
    round.card = state.deck.pop()
    card = CARDS[round.card]
    takes_part = card.job == "payout" or (card.job == "rank" and state.options.dealer_ranks)
    players = [seat for seat in from_left(state) if takes_part or seat != round.dealer]
    round.job, round.reached = Job(players, turn=players[0]), "drawn"
    context.log("drew", "AD-22", seat=round.dealer, suits="".join(card.suits), effect=card.effect, job=card.job)
    if card.job == "category":
        return "naming" if state.options.category == "turns" else "list"
    return FIRST[card.job]


def to_ruling(state: State) -> str:
    """The work is done. Secret lists are played through (AD-76)."""
    state.round.reached = "worked"
    if CARDS[state.round.card].job == "category" and state.options.category == "lists":
        play_lists(state)
    return "ruling"


def pay_wages(state: State, context: Context) -> str:
    """The votes have closed: wages are paid, or fall due at the till (AD-105, AD-189)."""
    round, job = state.round, state.round.job
    round.wages = due(state)
    if CARDS[round.card].job == "challenge" and placed(state):
        best = placed(state)[0]
        state.best.append((best, job.texts[best] or ""))
    for seat, amount in round.wages.items():
        if amount:
            state.players[seat].overtime = False  # AD-216
    if state.options.bank == "open":
        round.dues = {seat: Due("wages", amount) for seat, amount in round.wages.items() if amount}
        return "till"
    for seat, amount in round.wages.items():
        pay(state, None, seat, amount)
    context.log("wages", "AD-105", wages={str(seat): amount for seat, amount in round.wages.items()})
    round.reached = "paid"
    return to_bids(state)


def to_bids(state: State) -> str:
    """Who may bid: adults whose answer stands, unless kept from it by Early Night (AD-120, AD-215)."""
    round = state.round
    round.bidders = [seat for seat in from_left(state, round.adults) if seat not in round.early_night]
    return "bids"


def bidding(state: State) -> list[int]:
    """The bidders that are still in the round, in order of ties (AD-133)."""
    return [seat for seat in state.round.bidders if seat in state.in_round]


def open_bids(state: State, context: Context) -> str:
    """Nobody bids: the card is discarded; one: it is free; else the highest bid wins (AD-121, AD-131, AD-136)."""
    active = bidding(state)
    if not active:
        context.log("shame", "AD-121")
        return close_round(state, "shame", context)
    if len(active) == 1:
        context.log("single", "AD-136", seat=active[0])
        return close_round(state, "single", context, active[0])
    return _auction(state, active, context)


def counts(bid: Bid) -> int:
    """What a bid counts in the comparison (AD-140)."""
    return bid.amount + (RAISE if EFFECT.get(bid.card) == "outdoor_voice" else 0)


def _auction(state: State, active: list[int], context: Context) -> str:
    round = state.round
    bids = {seat: _opened(state, seat) for seat in active}
    round.bids = bids
    top = max(counts(bid) for bid in bids.values())
    tied = [seat for seat in active if counts(bids[seat]) == top]
    winner, ties = tied[0], tied[1:]
    price = bids[winner].amount
    if EFFECT.get(bids[winner].card) == "coupon":
        price = (price + 1) // 2  # AD-218
    for seat in active:
        if bids[seat].card:
            effects.discard(state, seat, bids[seat].card)  # AD-46
    is_open = state.options.bank == "open"
    facts: dict[str, Any] = {"seat": winner, "ties": ties} | ({} if is_open else {"price": price})
    told = {str(seat): {"amount": bid.amount, "card": bid.card} for seat, bid in bids.items()}
    context.log("bids", "AD-131", bids=told, **facts)
    owed = {winner: Due("price", price)} | {seat: Due("tie", bids[seat].amount) for seat in ties}
    owed = {seat: one for seat, one in owed.items() if one.amount}
    if not is_open:
        for seat, one in owed.items():  # AD-134: a tie is paid on top of keeping the bid
            payer, payee = (seat, None) if one.kind == "price" else (None, seat)
            pay(state, payer, payee, one.amount)
        owed = {}
    return close_round(state, "auction", context, winner, None if is_open else price, ties, owed)


def _opened(state: State, seat: int) -> Bid:
    """The bid as it counts: not above the money left (AD-138); none in time is 0 (AD-139)."""
    bid = state.round.bids.get(seat) or Bid(0)
    player = state.players[seat]
    return Bid(min(bid.amount, player.money), bid.card if bid.card in player.hand else "")


def close_round(
    state: State,
    how: str,
    context: Context,
    winner: int = -1,
    price: int | None = 0,
    ties: list[int] | None = None,
    owed: dict[int, Due] | None = None,
) -> str:
    """The card leaves the table; then the till, if something is due, and the next round (AD-25, AD-26)."""
    round = state.round
    place = state.discard if winner < 0 else state.players[winner].hand
    place.append(round.card)
    paid = {} if state.options.bank == "open" else dict(round.wages)
    bids = dict(round.bids) if how == "auction" else {}
    state.report = Report(round.number, round.dealer, round.card, how, winner, price, bids, ties or [], paid)
    state.report.answers = sorting.told(state)
    state.report.cases = [case for case in round.cases if case.stage == "closed"]
    round.winner = winner
    round.card = ""
    if owed:
        round.dues = owed
        return "till"
    return next_round(state, context)


def next_round(state: State, context: Context) -> str:
    """The deck passes to the left (AD-26); after the last round the match ends (AD-148)."""
    context.end_round()
    number = state.round.number
    if state.options.round_limit and number >= state.options.round_limit:
        return end(state, "rounds", context)
    state.round = Round(number + 1, from_left(state)[0])
    return "scoring"


def end(state: State, why: str, context: Context) -> str:
    """The match is over at once; open cases are dropped and money set aside returns (section 7 of the rules)."""
    drop_cases(state, state.open_cases, context)
    disclose(state, context)
    state.over = why
    scores = {str(seat): points(player.mantle) for seat, player in enumerate(state.players) if not player.left}
    context.log("over", "AD-142" if why == "spades" else "AD-146", by=why, spades=state.spades, scores=scores)
    return "scoring"


def drop_cases(state: State, cases: list[Case], context: Context) -> None:
    """Close these cases without a verdict; money set aside returns."""
    for case in cases:
        release(state, case)
        case.stage, case.outcome = "closed", "dropped"
        context.log("dropped", "AD-234", case=case.number)


def release(state: State, case: Case) -> None:
    """Money set aside goes back to the filer, or to the bank if the filer has left."""
    amount, case.escrow = case.escrow, 0
    if state.players[case.filer].left:
        state.paid_out -= amount
    else:
        state.players[case.filer].money += amount


def disclose(state: State, context: Context) -> None:
    """Payments can no longer be called out: the true amounts are told (AD-191)."""
    for payment in state.payments:
        if payment.caller < 0 and payment.gain > 0:
            state.thefts.append(Theft(payment.round, payment.seat, payment.gain))
            context.log("unnoticed", "AD-191", seat=payment.seat, gain=payment.gain, round=payment.round)
    state.payments = []


def standing_top(state: State, seat: int) -> int | None:
    """The highest standing bid: own money and the wages to come; None for whoever cannot leave one (AD-137)."""
    if not sorting.is_adult(state, seat) or seat in state.round.early_night:
        return None
    return state.players[seat].money + due(state).get(seat, 0)
