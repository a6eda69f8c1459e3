"""Standing orders: kept for their own player, used where they fit, gone with the round (HD-120 to HD-124)."""

from typing import Any

from games.kernel.types import Move
from games.titles.dinosaurs import danger, decisions, effects
from games.titles.dinosaurs.state import NO_ORDERS, Orders, State


def keep(state: State, seat: int, args: dict[str, Any]) -> None:
    """A new set replaces the old one (HD-120)."""
    state.players[seat].orders = Orders(**args)


def forget(state: State) -> None:
    """The round is over: only sticky settings stay, without the cards that were named (HD-124)."""
    for player in state.players:
        own = player.orders
        if own is not NO_ORDERS:
            player.orders = Orders(own.instants, own.effect, own.disaster, sticky=True) if own.sticky else NO_ORDERS


def for_effect(state: State) -> dict[int, Move]:
    """One's own effect is declined (HD-121)."""
    seat = state.order[state.turn_at]
    if state.players[seat].orders.effect != "decline":
        return {}
    return {seat: decisions.declining(effects.effect_of(state, seat))}


def for_instants(state: State) -> dict[int, Move]:
    """No card, final: by order, or because an earlier answer of this window was final (HD-81, HD-121)."""
    return {
        seat: decisions.passing(decisions.playable(player.hand))
        for seat, player in enumerate(state.players)
        if player.hand and (seat in state.finals or player.orders.instants == "pass")  # who is out holds no cards
    }


def for_sudden(state: State) -> dict[int, Move]:
    """The first named card that is still in hand; with none left the player is asked (HD-123).

    One seat at a time: answers are taken one by one, and their number must not tell which came by order.
    """
    for seat in state.sudden:
        player = state.players[seat]
        card = next((card for card in player.orders.sudden if card in player.hand), None)
        if card is not None and player.pick is None:
            return {seat: Move("sudden", {"card": card})}
    return {}


def for_disaster(state: State) -> dict[int, Move]:
    """Take, or insure if possible; taking is left to the player if it would eliminate (HD-122, HD-123)."""
    seat = state.receiver
    assert seat is not None
    player = state.players[seat]
    insurances = decisions.held(player.hand, "insurance")
    if player.orders.disaster == "insure" and insurances:
        return {seat: Move("insure", {"card": insurances[0]})}
    if player.orders.disaster == "ask" or danger.would_eliminate(state, seat):
        return {}
    drop = player.orders.drop
    return {seat: Move("take", {"discard": drop if drop in player.hand else None})}
