"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.parcels.state import State, cards_of


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Forget the plans of others (PC-93), and exchange a card of another hand for one of the deck, else of a third
    hand. False if there is none."""
    state.plans = [plan if mine == seat else [] for mine, plan in enumerate(state.plans)]
    others = [other for other in state.active if other != seat and sum(state.hands[other])]
    for one in others:
        for mine in set(cards_of(state.hands[one])):
            at = next((at for at, card in enumerate(state.deck) if card != mine), None)
            if at is not None:
                state.hands[one][mine] -= 1
                state.hands[one][state.deck[at]] += 1
                state.deck[at] = mine
                return True
            for other in others:
                for yours in set(cards_of(state.hands[other])) - {mine} if other != one else ():
                    for hand, lost, gained in ((one, mine, yours), (other, yours, mine)):
                        state.hands[hand][lost] -= 1
                        state.hands[hand][gained] += 1
                    return True
    return False
