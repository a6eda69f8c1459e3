"""Redraws everything that a seat cannot know (HD-128), for search bots and leak tests."""

import msgspec

from games.kernel.rng import Rng
from games.titles.dinosaurs.cards import VALUE
from games.titles.dinosaurs.state import NO_ORDERS, Player, State, living

_decode = msgspec.json.Decoder(State).decode


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A copy of the state with decks and the hands and face-down cards of others redrawn, and their orders removed."""
    deal = _decode(msgspec.json.encode(state))
    deal.disasters.sort()  # so that the shuffle does not depend on the real order; the same goes for the pool below
    rng.shuffle(deal.disasters)
    if deal.ranks is not None:  # hands are open, only the decks are still hidden (HD-130)
        deal.deck.sort()
        rng.shuffle(deal.deck)
        return deal
    _redeal(deal, seat, rng)
    return deal


def _redeal(deal: State, seat: int | None, rng: Rng) -> None:
    known = deal.shown if deal.phase in ("grab", "keep") and deal.active == seat else None  # compared by identity
    hidden = {other: player for other, player in enumerate(deal.players) if other != seat}
    pool = [*deal.deck, *([] if deal.looked is known else deal.looked)]
    for player in hidden.values():
        pool += [] if player.hand is known else player.hand
        pool += [card for card in (None if deal.is_revealed else player.card, player.pick) if card is not None]
    pool.sort()
    rng.shuffle(pool)
    _deal_face_down(deal, list(hidden.values()), pool)
    needed = {other: [_take_point(pool)] for other in _must_hold_point(deal) if other in hidden}
    for other, player in hidden.items():
        player.orders = NO_ORDERS
        if player.hand is not known:
            first = needed.get(other, [])
            player.hand = first + [pool.pop() for _ in range(len(player.hand) - len(first))]
    if deal.looked is not known:
        deal.looked = [pool.pop() for _ in deal.looked]
    deal.deck, deal.finals = pool, [other for other in deal.finals if other == seat]


def _deal_face_down(deal: State, hidden: list[Player], pool: list[str]) -> None:
    """Replace the face-down cards, which are always Point cards."""
    for player in hidden:
        if player.card is not None and not deal.is_revealed:
            player.card = _take_point(pool)
        if player.pick is not None:
            player.pick = _take_point(pool)


def _must_hold_point(deal: State) -> list[int]:
    """The seats whose hand must hold a Point card, because they are still asked for one."""
    if deal.phase == "choose":
        return [seat for seat in living(deal) if deal.players[seat].card is None]
    return [seat for seat in deal.sudden if deal.players[seat].pick is None] if deal.phase == "sudden" else []


def _take_point(pool: list[str]) -> str:
    return pool.pop(next(place for place, card in enumerate(pool) if card in VALUE))
