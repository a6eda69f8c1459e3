"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.going_postal.state import State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Forget the orders of others (GP-135), change what they whisper to each other, and exchange a card of another hand
    for the lowest different one of the pile. False while hands are being shown."""
    if state.winner is not None or state.accused is not None or state.aim is not None:
        return False
    state.orders = {other: order for other, order in state.orders.items() if other == seat}
    for whisper in state.whispers:
        if whisper.text and seat not in (whisper.teller, whisper.to):
            whisper.text = "Something else."
    for other, hand in enumerate(state.hands):
        for at, card in enumerate(hand) if other not in (seat, state.active) else ():
            place = next((place for place, lower in enumerate(state.pile) if lower != card), None)
            if place is not None and all(offer.card != card for offer in state.offers):
                hand[at], state.pile[place] = state.pile[place], card
                return True
    return False
