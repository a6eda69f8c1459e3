"""Another deal that looks the same: everything that a seat cannot know is redrawn (for search bots and leak tests)."""

import msgspec

from games.kernel.rng import Rng
from games.titles.parcels.state import State, cards_of, counts_of


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A new state that looks the same to this seat: other hands and the deck redrawn, other plans forgotten.

    After the match the hands are open (PC-88), so that only the deck is redrawn.
    """
    drawn = msgspec.convert(msgspec.to_builtins(state), State)
    hidden = [other for other in range(state.seats) if other != seat and state.ranks is None]
    pool = [*drawn.deck, *(card for other in hidden for card in cards_of(state.hands[other]))]
    pool.sort()  # so that the redraw tells nothing about the cards as they lie
    rng.shuffle(pool)
    for other in hidden:
        drawn.plans[other] = []
        drawn.hands[other] = counts_of([pool.pop() for _ in range(sum(state.hands[other]))])
    drawn.deck = pool
    return drawn
