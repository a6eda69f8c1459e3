"""Redraw everything that a seat cannot know, for search bots and leak tests."""

import msgspec

from games.kernel.rng import Rng
from games.titles.parcels.state import State, cards_of, counts_of


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A copy of the state with the other hands and the deck redrawn, and the other plans removed.

    After the match all hands are public (PC-88), so only the deck is redrawn.
    """
    drawn = msgspec.convert(msgspec.to_builtins(state), State)
    hidden = [other for other in range(state.seats) if other != seat and state.ranks is None]
    pool = [*drawn.deck, *(card for other in hidden for card in cards_of(state.hands[other]))]
    pool.sort()  # so that the redraw does not depend on the real order
    rng.shuffle(pool)
    for other in hidden:
        drawn.plans[other] = []
        drawn.hands[other] = counts_of([pool.pop() for _ in range(sum(state.hands[other]))])
    drawn.deck = pool
    return drawn
