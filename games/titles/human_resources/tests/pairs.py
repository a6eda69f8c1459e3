"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.human_resources.state import State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Exchange a card of the other hand for one deep in the deck, of the same colour, which all see (HR-09)."""
    if state.is_over:
        return False
    known = max([1, *(state.known[one] for one in range(len(state.known)) if one == seat)])
    for other, hand in enumerate(state.hands):
        for at, card in enumerate(hand) if other != seat else ():
            for place, deeper in enumerate(state.deck[:-known]):
                if deeper[-1] == card[-1] and deeper != card:
                    hand[at], state.deck[place] = deeper, card
                    return True
    return False
