"""Current wages: what the job pays each seat after results, ruling and cases ("Category" to "Challenge")."""

from games.titles.adulting.cards import CARDS, Card
from games.titles.adulting.state import State
from games.titles.adulting.work.category import eliminated


def wages(state: State) -> dict[int, int]:
    """The wages of each seat in the game, with extra money but without Overtime."""
    job, card = state.round.job, CARDS[state.round.card]
    gone = state.round.convicted  # AD-87: no unpaid wages
    if card.job == "category":
        # 1 for the first player out, 2 for the second …; players still in share the last place (AD-66, AD-72, AD-73).
        out = eliminated(job)
        paid = {seat: out.index(seat) + 1 if seat in out else len(job.players) for seat in job.players}
    else:
        gone = [*gone, *state.round.out]  # AD-205
        if card.job == "challenge":
            paid = {seat: len(state.present) - place for place, seat in enumerate(placed(state))}  # AD-97
        else:
            paid = _number_wages(state, card)
    return {seat: 0 if seat in gone else paid.get(seat, 0) + (seat in job.bonus) for seat in state.present}


def _number_wages(state: State, card: Card) -> dict[int, int]:
    """What the numbers that count earn. Payout: by the printed steps (AD-90). Rank: one for each player in the game,
    less one for each better number (AD-84, AD-85)."""
    job, in_round, most = state.round.job, state.in_round, len(state.present)
    given = {seat: number for seat, number in job.numbers.items() if seat in in_round and seat not in job.disallowed}
    numbers = {seat: number for seat, number in given.items() if number is not None}
    if card.job == "payout":
        return {seat: card.pay(number) for seat, number in numbers.items()}
    sign = 1 if card.direction == "high" else -1
    return {seat: most - sum(sign * other > sign * own for other in numbers.values()) for seat, own in numbers.items()}


def due(state: State) -> dict[int, int]:
    """The wages as paid, and therefore as shown (AD-101): doubled by Overtime (AD-216). They are final once they are
    paid or due at the till."""
    if state.round.wages:
        return {seat: amount for seat, amount in state.round.wages.items() if seat in state.present}
    return {seat: 2 * amount if state.players[seat].overtime else amount for seat, amount in wages(state).items()}


def placed(state: State) -> list[int]:
    """Challenge: the seats whose performance counts, best first."""
    in_round = state.in_round
    return [seat for seat in state.round.job.order if seat in in_round]
