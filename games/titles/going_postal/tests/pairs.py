"""Pairs of positions for tests of secrecy, made without `determinize`."""

from itertools import product

from games.titles.going_postal.state import State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Forget the orders of others (GP-135), change what they whisper to each other, and exchange a card of another hand
    for the lowest different one of the pile, else one set aside or in a third hand. False while hands are shown."""
    if state.winner is not None or state.accused is not None or state.aim is not None:
        return False
    state.orders = {other: order for other, order in state.orders.items() if other == seat}
    for whisper in state.whispers:
        if whisper.text and seat not in (whisper.teller, whisper.to):
            whisper.text = "Something else."
    offered = [offer.card for offer in state.offers]
    known = {seat, state.active if seat == state.claimer else seat}  # GP-73
    hands = [hand for other, hand in enumerate(state.hands) if other not in known]
    for hand, pile in product(hands, (state.pile, state.aside, *hands)):
        for (at, card), (place, other) in product(enumerate(hand), enumerate(pile)):
            if card != other and hand is not pile and not {card, other} & {*offered}:
                hand[at], pile[place] = other, card
                return True
    return False
