"""The transitions between steps: setup, draw, ruling, wages, bids, next round, end (sections "Game Setup" to "Ending
the Game"), and players who leave (AD-230 to AD-235). Functions that move on return the name of the next step."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel.errors import need
from games.kernel.game import Beginning
from games.kernel.step import Context
from games.titles.adulting.cards import CARDS
from games.titles.adulting.state import (
    Case,
    Due,
    Job,
    Options,
    Player,
    Report,
    Round,
    State,
    Theft,
    from_left,
    pay,
    points,
)
from games.titles.adulting.work import sorting
from games.titles.adulting.work.category import end_naming, play_lists, settle_turn
from games.titles.adulting.work.wages import due, placed

FEWEST = 3  # with fewer players the match ends (AD-230)


def finalize_options(options: Options, known: Beginning) -> Options:
    """Choose the first dealer by what the lobby knows; unchanged for "random" (AD-15, AD-16)."""
    if options.first_dealer == "played_most":
        played = known.matches_played
        most = [seat for seat, count in enumerate(played) if count == max(played)]
        return replace(options, first_dealer=known.choose(most))
    if options.first_dealer == "oldest" and known.pointed is not None:
        return replace(options, first_dealer=known.pointed)
    return options


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Shuffle, choose the first dealer, give out starting money. The first round has no scoring phase."""
    need(options.pace in ("live", "async"), "AD-236", f"{options.pace} is not a value of option pace.")
    asks_both = options.sorting == "with_work" and options.answers == "in_turn"
    words = "The sorting question can only be asked with the job when answers are given together."
    need(not asks_both, "AD-114", words)
    first = options.first_dealer
    need(type(first) is not int or first in range(seats), "AD-16", "The first dealer must be one of the seats.")
    deck = list(CARDS)
    context.rng.shuffle(deck)
    flipped = [card for card in CARDS if context.rng.below(2)]
    dealer = first if isinstance(first, int) else context.rng.below(seats)
    players = [Player(options.start_money, mantle=[[], [], []]) for _ in range(seats)]
    players[dealer].money += options.first_dealer_money
    state = State(options, players, deck, flipped, Round(1, dealer), first=dealer)
    state.paid_out = sum(player.money for player in players)
    context.log("began", "AD-15", seat=dealer)
    return state, draw(state, context)


def draw(state: State, context: Context) -> str:
    """The dealer draws the top card; an empty deck ends the match (AD-22, AD-27, AD-50, AD-52)."""
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
    return "perform" if card.job == "challenge" else "number"


def to_ruling(state: State) -> str:
    """End the work phase; play out secret lists (AD-76)."""
    state.round.reached = "worked"
    if CARDS[state.round.card].job == "category" and state.options.category == "lists":
        play_lists(state)
    return "ruling"


def pay_wages(state: State, context: Context) -> str:
    """Pay wages when the votes have closed; with an open bank they fall due at the till (AD-105, AD-189)."""
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
    return to_bids(state)


def to_bids(state: State) -> str:
    """The bidders are the adults whose answer stands, unless Early Night bars them (AD-120, AD-215)."""
    round = state.round
    round.reached = "paid"
    round.bidders = [seat for seat in from_left(state, round.adults) if seat not in round.early_night]
    return "bids"


def close_round(state: State, how: str, winner: int = -1, price: int | None = 0, ties: Sequence[int] = ()) -> str:
    """Give the card to the winner, or discard it (-1); then the till if payments are due, or the next round (AD-25)."""
    round = state.round
    place = state.discard if winner < 0 else state.players[winner].hand
    place.append(round.card)
    paid = {} if state.options.bank == "open" else dict(sorted(round.wages.items()))
    bids = dict(sorted(round.bids.items())) if how == "auction" else {}  # in the order in which they are stored
    cases = [case for case in round.cases if case.stage == "closed"]
    facts = (winner, price, bids, list(ties), paid, list(sorting.told(state)), cases)
    state.report = Report(round.number, round.dealer, round.card, how, *facts)
    round.winner, round.card = winner, ""
    return "till" if round.dues else "next_round"


def next_round(state: State, context: Context) -> str:
    """Pass the deck to the left (AD-26), or end the match after the last round (AD-148)."""
    context.end_round()
    if is_last_round(state):
        return end(state, "rounds", context)
    state.round = Round(state.round.number + 1, from_left(state)[0])
    return "scoring"


def is_last_round(state: State) -> bool:
    """Has the match a last round, and is this it (AD-148)?"""
    return 0 < state.options.round_limit <= state.round.number


def end(state: State, why: str, context: Context) -> str:
    """End the match at once: drop open cases and return the money set aside (section 7 of the rules)."""
    drop_cases(state, state.open_cases, context)
    disclose(state, context)
    state.over = why
    scores = {str(seat): points(state.players[seat].mantle) for seat in state.present}
    context.log("over", "AD-142" if why == "spades" else "AD-146", by=why, spades=state.spades, scores=scores)
    return "scoring"


def result(state: State) -> list[int] | None:
    """Ranks by score, then money; players who left come last, the earliest at the end (AD-146, AD-235)."""
    if not state.over:
        return None
    standing = [(0, one.left, 0) if one.left else (1, points(one.mantle), one.money) for one in state.players]
    return [1 + sum(other > own for other in standing) for own in standing]


def drop_cases(state: State, cases: Sequence[Case], context: Context) -> None:
    """Close these cases without a verdict and return the money set aside."""
    for case in cases:
        release(state, case)
        case.stage, case.outcome = "closed", "dropped"
        context.log("dropped", "AD-234", case=case.number)


def release(state: State, case: Case) -> None:
    """Return the money set aside to the filer, or to the bank if the filer has left."""
    amount, case.escrow = case.escrow, 0
    if state.players[case.filer].left:
        state.paid_out -= amount
    else:
        state.players[case.filer].money += amount


def disclose(state: State, context: Context) -> None:
    """End the time for calling out payments, and log the thefts that nobody noticed (AD-191)."""
    for payment in state.payments:
        if payment.caller < 0 and payment.gain > 0:
            state.thefts.append(Theft(payment.round, payment.seat, payment.gain))
            context.log("unnoticed", "AD-191", seat=payment.seat, gain=payment.gain, round=payment.round)
    state.payments = []


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """Remove the seat from the game. Returns the next step, None to stay in the open one."""
    player, was_dealer = state.players[seat], state.dealer == seat
    player.left, player.reason = 1 + max(one.left for one in state.players), reason
    player.overtime = False
    context.log("left", "AD-230" if reason == "resigned" else "AD-231", seat=seat, reason=reason)
    parties = [case for case in state.open_cases if seat in (case.filer, case.against, case.magistrate)]
    drop_cases(state, parties, context)  # AD-234: a case needs both parties and the magistrate
    pay(state, seat, None, player.money)
    state.discard += player.hand
    player.hand = []
    if len(state.present) < FEWEST:
        return end(state, "players", context)
    if was_dealer and state.round.has("drawn"):
        return _void_round(state, context)
    if was_dealer:
        state.round.dealer = from_left(state)[0]  # AD-233: before the draw, the next player deals instead
    elif state.round.card and CARDS[state.round.card].job == "category" and seat in state.round.job.players:
        _leave_naming(state, seat)
    return None


def _void_round(state: State, context: Context) -> str | None:
    """End the round because the dealer has left; payments already due at the till are still made (AD-233)."""
    if state.round.dues:
        state.round.is_void = True
        return None
    drop_cases(state, state.open_cases, context)
    disclose(state, context)
    state.busy = False
    context.log("void", "AD-233")
    return close_round(state, "void")


def _leave_naming(state: State, seat: int) -> None:
    if state.options.category == "turns" and not state.round.has("paid"):
        end_naming(state, seat, "left")
        settle_turn(state)
    elif state.options.category == "lists" and state.round.job.record:
        play_lists(state)
