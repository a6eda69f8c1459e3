"""Redraw everything that a seat cannot know, for search bots and leak tests."""

import msgspec

from games.kernel.rng import Rng
from games.titles.human_resources.state import State


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A copy of the state with the other hand, unseen faces and the deck redrawn; visible colours stay (HR-09)."""
    deal = msgspec.json.decode(msgspec.json.encode(state), type=State)
    if state.is_over:
        return deal  # nothing is hidden any more (HR-124)
    hands = [hand for other, hand in enumerate(deal.hands) if other != seat]
    cubicles = [cubicle for _, cubicle in sorted(deal.office.items()) if seat is None or cubicle.by != seat]
    known = deal.known[seat] if seat is not None else 0
    unseen = deal.deck[: len(deal.deck) - known]
    cards = [card for hand in hands for card in hand] + [cubicle.card for cubicle in cubicles] + unseen
    cards.sort()  # so that the redraw does not depend on the real order
    rng.shuffle(cards)

    def other_than(card: str) -> str:
        """Draw a card of the same colour, as colours are visible to everyone."""
        found = next(other for other in cards if other[-1] == card[-1])
        cards.remove(found)
        return found

    for hand in hands:
        hand[:] = map(other_than, hand)
    for cubicle in cubicles:
        cubicle.card = other_than(cubicle.card)
    top = [other_than(unseen[-1])] if unseen and not known else []  # its colour is visible (HR-10)
    deal.deck[: len(unseen)] = cards + top
    return deal
