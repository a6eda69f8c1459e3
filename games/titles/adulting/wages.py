"""Wages as they stand: what the job pays each seat by results, ruling and courts ("Category" to "Challenge")."""

from games.titles.adulting import naming
from games.titles.adulting.cards import CARDS
from games.titles.adulting.state import State


def wages(state: State) -> dict[int, int]:
    """What each seat in the game is owed, extra money included, Overtime not."""
    job, card = state.round.job, CARDS[state.round.card]
    owed = dict.fromkeys(state.present, 0)
    paid = {"category": _category, "rank": _rank, "payout": _payout, "challenge": _challenge}[card.job](state)
    for seat in owed:
        if seat in state.round.convicted:
            continue  # AD-87: no unpaid wages
        if seat in state.round.out and card.job != "category":
            continue  # AD-205
        owed[seat] = paid.get(seat, 0) + (seat in job.bonus)
    return owed


def due(state: State) -> dict[int, int]:
    """The wages as they are paid, and so as they are shown (AD-101): doubled by Overtime (AD-216). Once they are paid,
    or due at the till, nothing changes them."""
    if state.round.wages:
        return {seat: amount for seat, amount in state.round.wages.items() if seat in state.present}
    return {seat: 2 * amount if state.players[seat].overtime else amount for seat, amount in wages(state).items()}


def ranked(state: State) -> list[tuple[int, int]]:
    """Rank: (seat, number) of the numbers that count."""
    job = state.round.job
    return [
        (seat, number)
        for seat, number in job.numbers.items()
        if number is not None and seat not in job.disallowed and seat in state.in_round
    ]


def placed(state: State) -> list[int]:
    """Challenge: the seats whose performance counts, best first."""
    job = state.round.job
    return [seat for seat in job.order if seat in state.in_round]


def _category(state: State) -> dict[int, int]:
    """1 for the first player out, 2 for the second …; who is still in shares the last place (AD-66, AD-72, AD-73)."""
    job = state.round.job
    out = naming.eliminated(job)
    paid = {seat: place for place, seat in enumerate(out, 1)}
    return paid | {seat: len(job.players) for seat in job.players if seat not in out}


def _rank(state: State) -> dict[int, int]:
    """N less the number of strictly better ones (AD-84, AD-85)."""
    counted, most = ranked(state), len(state.present)
    sign = 1 if CARDS[state.round.card].direction == "high" else -1
    return {seat: most - sum(sign * other > sign * number for _, other in counted) for seat, number in counted}


def _payout(state: State) -> dict[int, int]:
    """By the printed steps (AD-90)."""
    card = CARDS[state.round.card]
    return {seat: card.pay(number) for seat, number in ranked(state)}


def _challenge(state: State) -> dict[int, int]:
    """First N, then one less each (AD-97)."""
    return {seat: len(state.present) - place for place, seat in enumerate(placed(state))}
