"""Another deal that looks the same: everything that a seat cannot know is redrawn (HD-128; search bots, leak tests)."""

import msgspec

from games.kernel.rng import Rng
from games.titles.dinosaurs.cards import VALUE
from games.titles.dinosaurs.state import NO_ORDERS, Player, State

_decode = msgspec.json.Decoder(State).decode
_encode = msgspec.json.Encoder().encode


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A new state: hands, face-down cards and picks of others, both decks and the orders of others are redrawn."""
    deal = _decode(_encode(state))
    deal.disasters.sort()  # so that the redraw tells nothing about the cards as they lie; and the pool below
    rng.shuffle(deal.disasters)
    if deal.ranks is not None:  # hands are open; only the order of the decks is not (HD-130)
        deal.deck.sort()
        rng.shuffle(deal.deck)
        return deal
    hidden = [player for number, player in enumerate(deal.players) if number != seat]
    pool = [*deal.deck, *(card for player in hidden for card in _unknown(deal, player, seat))]
    sees_looked = state.phase == "keep" and deal.order[deal.turn_at] == seat
    pool += [] if sees_looked else deal.looked
    pool.sort()
    rng.shuffle(pool)
    _lay_points(deal, hidden, pool)
    owed = [[_take_point(pool)] if _owes_point(deal, player) else [] for player in hidden]
    for player, first in zip(hidden, owed, strict=True):
        player.orders = NO_ORDERS
        if not _is_shown(deal, player, seat):
            player.hand = first + [pool.pop() for _ in range(len(player.hand) - len(first))]
    if not sees_looked:
        deal.looked = [pool.pop() for _ in deal.looked]
    deal.deck, deal.finals = pool, [other for other in deal.finals if other == seat]
    return deal


def _is_shown(deal: State, player: Player, seat: int | None) -> bool:
    """Whether Dino Grabber shows this hand to the seat now (HD-70)."""
    return deal.robbed is not None and deal.players[deal.robbed] is player and deal.order[deal.turn_at] == seat


def _unknown(deal: State, player: Player, seat: int | None) -> list[str]:
    """The cards of this player that the seat cannot know."""
    cards = [] if _is_shown(deal, player, seat) else list(player.hand)
    laid = None if deal.is_revealed else player.card
    return cards + [card for card in (laid, player.pick) if card is not None]


def _owes_point(deal: State, player: Player) -> bool:
    """Whether this hand must hold a Point card: its owner is asked for one."""
    if player.out is not None or not player.hand:
        return False
    if deal.phase == "choose":
        return player.card is None
    return deal.phase == "sudden" and player.pick is None and any(deal.players[s] is player for s in deal.sudden)


def _lay_points(deal: State, hidden: list[Player], pool: list[str]) -> None:
    """What lies face down is a Point card."""
    for player in hidden:
        if player.card is not None and not deal.is_revealed:
            player.card = _take_point(pool)
        if player.pick is not None:
            player.pick = _take_point(pool)


def _take_point(pool: list[str]) -> str:
    return pool.pop(next(place for place, card in enumerate(pool) if card in VALUE))
