"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.dinosaurs.cards import KIND
from games.titles.dinosaurs.state import NO_ORDERS, State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Turn both decks round, forget the orders of others (HD-121), and, while hands are hidden, exchange a card of
    another hand for one of the deck."""
    for other, player in enumerate(state.players):
        player.orders = player.orders if other == seat else NO_ORDERS
    state.disasters.reverse()
    state.deck.reverse()
    if state.ranks is not None or state.robbed is not None:
        return True
    for other, player in enumerate(state.players):
        for at, card in enumerate(player.hand) if other != seat else ():
            for place, deeper in enumerate(state.deck):
                if deeper != card and KIND[deeper] == KIND[card]:  # so that whatever is asked can still be answered
                    player.hand[at], state.deck[place] = deeper, card
                    return True
    return True
