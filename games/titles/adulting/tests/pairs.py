"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.adulting.state import State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Turn the deck round under its top card, whose back all see (AD-11), and exchange the answers of its cards."""
    hidden = state.deck[:-1]
    state.deck[:-1] = hidden[::-1]
    state.flipped = [card for card in state.flipped if card not in hidden] + [
        card for card in hidden if card not in state.flipped
    ]
    return len(hidden) > 1
