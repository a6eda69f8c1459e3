"""Pairs of positions for tests of secrecy, made without `determinize`."""

from games.titles.adulting.state import Bid, State


def change_what_is_hidden(state: State, seat: int | None) -> bool:
    """Turn the deck round under its top card, whose back all see (AD-11), exchange the answers of its cards, and raise
    the bids of others that are not opened, or never were (AD-137)."""
    hidden = state.deck[:-1]
    state.deck[:-1] = hidden[::-1]
    state.flipped = [card for card in state.flipped if card not in hidden] + [
        card for card in hidden if card not in state.flipped
    ]
    report = state.report
    if report is None or (report.number, report.end) != (state.round.number, "auction"):
        others = {other: Bid(bid.amount + 1, bid.card) for other, bid in state.round.bids.items() if other != seat}
        state.round.bids |= others
    return len(hidden) > 1
