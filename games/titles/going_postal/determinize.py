"""Redraws everything that a seat cannot know, for search bots and leak tests."""

import msgspec

from games.kernel.rng import Rng
from games.titles.going_postal.state import LOOKS, Order, State


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A copy of the state in which hidden cards and the sealed offers, whispers and orders of others are redrawn."""
    deal = msgspec.json.decode(msgspec.json.encode(state), type=State)
    if state.is_over:
        return deal  # all hands are public; whispers stay as they are (GP-145)
    _deal_again(deal, known_hands(state, seat), knows_top(state, seat), rng)
    _redraw_talk(deal, seat, rng)
    _redraw_orders(deal, seat, rng)
    return deal


def known_hands(state: State, seat: int | None) -> set[int]:
    """The seats whose hands this seat sees now (GP-73, GP-87, GP-120)."""
    known = {seat, state.accused}
    if seat == state.decider:
        known |= {state.active, state.aim.target if state.aim else None}
    return {other for other in known if other is not None}


def knows_top(state: State, seat: int | None) -> int:
    """The number of cards on top of the pile that this seat sees now (GP-90)."""
    is_sorting = seat == state.decider and state.aim is not None and state.aim.kind == "sort"
    return min(LOOKS, len(state.pile)) if is_sorting else 0


def _deal_again(deal: State, known: set[int], top: int, rng: Rng) -> None:
    hidden = [other for other in range(deal.seats) if other not in known]
    cut = len(deal.pile) - top
    cards = deal.pile[:cut] + deal.aside + [card for other in hidden for card in deal.hands[other]]
    cards.sort()  # so that the shuffle does not depend on the real order
    rng.shuffle(cards)
    for other in hidden:
        deal.hands[other] = [cards.pop() for _ in deal.hands[other]]
    deal.aside = [cards.pop() for _ in deal.aside]
    deal.pile[:cut] = cards


def _redraw_talk(deal: State, seat: int | None, rng: Rng) -> None:
    """Redraw the sealed cards of offers, and whether a whisper of others was a showing (GP-117)."""
    for offer in deal.offers:
        if offer.giver != seat and deal.hands[offer.giver]:
            offer.card = rng.choose(deal.hands[offer.giver])
    for whisper in deal.whispers:
        if seat not in (whisper.teller, whisper.to):
            is_showing = not whisper.is_settled and bool(rng.below(2))
            whisper.text = "" if is_showing else "Something."
            whisper.hand = list(deal.hands[whisper.teller]) or ["bulk-1"] if is_showing else []


def _redraw_orders(deal: State, seat: int | None, rng: Rng) -> None:
    for other, out in enumerate(deal.out):
        if out is not None and other != seat and other not in deal.gone:
            deal.orders[other] = Order(rng.choose(("ask", "always", "never")), None, 1 + rng.below(3))
            if rng.below(2):
                deal.orders.pop(other)
    own = [other for other in deal.asked if other == seat]
    deal.asked = own + [other for other in range(deal.seats) if other in deal.orders and other != seat and rng.below(2)]
