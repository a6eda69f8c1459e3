"""Another deal that looks the same: everything that a seat cannot know is redrawn (for search bots and leak tests)."""

from collections.abc import Callable

import msgspec

from games.kernel.rng import Rng
from games.titles.human_resources.state import Cubicle, State

Slot = tuple[str, Callable[[str], None]]


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A new state with the other hand, unseen faces of the office and the deck redrawn; open colours stay (HR-09)."""
    deal = msgspec.json.decode(msgspec.json.encode(state), type=State)
    if state.is_over:
        return deal  # everything is open (HR-124)
    coloured, free = _slots(deal, seat)
    cards = sorted(card for card, _ in coloured + free)  # the redraw tells nothing about the cards as they lie
    rng.shuffle(cards)
    for card, put in coloured:
        found = next(other for other in cards if other[-1] == card[-1])
        cards.remove(found)
        put(found)
    for (_, put), card in zip(free, cards, strict=True):
        put(card)
    return deal


def _slots(deal: State, seat: int | None) -> tuple[list[Slot], list[Slot]]:
    """(places whose colour is open, places of which nothing is known): the card there, and how to put another."""
    coloured: list[Slot] = []
    for other, hand in enumerate(deal.hands):
        if other != seat:
            coloured += [(card, _into(hand, index)) for index, card in enumerate(hand)]
    for _, cubicle in sorted(deal.office.items()):
        if seat is None or cubicle.by != seat:
            coloured.append((cubicle.card, _onto(cubicle)))
    known = deal.known[seat] if seat is not None else 0
    hidden = len(deal.deck) - known
    free = [(card, _into(deal.deck, index)) for index, card in enumerate(deal.deck[:hidden])]
    if free and not known:
        coloured.append(free.pop())  # the colour of the top card is open (HR-10)
    return coloured, free


def _into(cards: list[str], index: int) -> Callable[[str], None]:
    def put(card: str) -> None:
        cards[index] = card

    return put


def _onto(cubicle: Cubicle) -> Callable[[str], None]:
    def put(card: str) -> None:
        cubicle.card = card

    return put
