"""Drawing, settling and dealing hands, and the end of a year or deal when cards run out (GP-20, GP-32 to GP-50, GP-94
to GP-106).

Every function may end the match: callers check `state.is_over` before they go on.
"""

from games.kernel.rng import Rng
from games.kernel.step import Context
from games.titles.going_postal.cards import DECK
from games.titles.going_postal.stamps import eliminate, most_stamped, win_at_end
from games.titles.going_postal.state import DEAL_MOST, State, after, allowance, in_game, sane


def draw_up(state: State, seat: int, context: Context) -> None:
    """Draw up to the allowance; if the pile runs out, the year ends (GP-20, GP-21, GP-32, GP-36)."""
    missing = allowance(state, seat) - len(state.hands[seat])
    if missing <= 0 or state.options.blitz:
        return  # GP-96
    missing -= _draw(state, seat, missing, context)
    while missing:
        end_year(state, seat, context)
        if state.is_over or not state.pile:
            return  # GP-34; GP-38: cards that are still missing are not drawn
        missing -= _draw(state, seat, missing, context)


def _draw(state: State, seat: int, most: int, context: Context) -> int:
    """Draw up to `most` cards from the pile. Return how many were drawn."""
    drawn = state.pile[: -most - 1 : -1]
    if drawn:
        del state.pile[-most:]
        state.hands[seat] += drawn
        private = {seat: {"cards": drawn}}
        if seat == state.active and state.claimer is not None:
            private[state.claimer] = {"cards": list(drawn)}
        context.log("drew", "GP-20", private, "match", seat=seat, count=len(drawn))
    return len(drawn)


def end_year(state: State, seat: int, context: Context) -> None:
    """End the year, as this personality cannot draw: check the wins, then reshuffle the discards (GP-32 to GP-44)."""
    sane_ones = sane(state)
    context.log("year_over", "GP-32", seat=seat, year=state.year, sane=sane_ones)
    if not state.options.cutthroat and not state.options.postal:  # GP-124, GP-129
        win_at_end(state, "GP-40", "GP-41", context)
        if state.is_over:
            return
        if not sane_ones and not state.is_overtime:
            state.is_overtime, tied = True, most_stamped(state)
            context.log("overtime", "GP-42", seats=tied, stamps=state.stamps[tied[0]])
    context.before_deal()
    state.pile, state.discard = state.discard, []
    context.rng.shuffle(state.pile)
    state.year, state.wrong = state.year + 1, []
    context.log("year", "GP-35", year=state.year, cards=len(state.pile))


def settle_all(state: State, context: Context) -> None:
    """After an action, fill up short hands, then discard the surplus of all but P at random (GP-50, GP-51)."""
    if state.options.blitz:
        return
    order, hands = (state.active, *after(state, state.active)), state.hands
    uneven = [seat for seat in order if len(hands[seat]) != allowance(state, seat)]
    for seat in uneven:
        draw_up(state, seat, context)
        if state.is_over:
            return
    for seat in uneven:
        hand, lost = state.hands[seat], []
        while seat != state.active and len(hand) > allowance(state, seat):
            lost.append(hand.pop(context.rng.below(len(hand))))
        if lost:
            state.discard += lost
            context.log("surplus", "GP-51", seat=seat, cards=lost)


def surplus(state: State) -> int:
    """The number of cards that P has to discard (GP-29, GP-50); none in Blitz (GP-97)."""
    return 0 if state.options.blitz else max(0, len(state.hands[state.active]) - allowance(state, state.active))


def deal(state: State, rng: Rng) -> None:
    """Blitz: shuffle all 48 cards, deal them to those in the game, set the rest aside (GP-94, GP-95, GP-104)."""
    cards = list(DECK)
    rng.shuffle(cards)
    left = in_game(state)
    size = min(DEAL_MOST, len(cards) // len(left))
    for seat in left:
        state.hands[seat] = [cards.pop() for _ in range(size)]
    state.aside, state.pile, state.discard = cards, [], []


def end_deal(state: State, context: Context) -> None:
    """Blitz: check the wins, eliminate, and deal again (GP-99 to GP-104, GP-131)."""
    sane_ones, clause = sane(state), "GP-131"
    context.log("deal_over", "GP-99", year=state.year, sane=sane_ones)
    if not state.options.cutthroat:
        clause = "GP-103"
        win_at_end(state, "GP-100", "GP-101", context)
    if sane_ones and not state.is_over:
        eliminate(state, [seat for seat in in_game(state) if state.stamps[seat]], "end of deal", clause, context)
    if state.is_over:
        return
    context.before_deal()
    deal(state, context.rng)
    state.year, state.wrong = state.year + 1, []
    context.log("deal", "GP-104", year=state.year, cards=len(state.hands[in_game(state)[0]]), aside=len(state.aside))
