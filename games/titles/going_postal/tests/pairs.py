"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.going_postal.state import State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Exchange a card of another hand for the lowest different one of the pile. False while hands are being shown."""
    if state.winner is not None or state.accused is not None or state.aim is not None:
        return False
    for other, hand in enumerate(state.hands):
        for at, card in enumerate(hand) if other not in (seat, state.active) else ():
            place = next((place for place, lower in enumerate(state.pile) if lower != card), None)
            if place is not None and all(offer.card != card for offer in state.offers):
                hand[at], state.pile[place] = state.pile[place], card
                return True
    return False
