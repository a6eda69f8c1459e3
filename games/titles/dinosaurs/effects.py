"""The normal effects of Point cards, one small function each (HD-57, HD-59 to HD-62, HD-66 to HD-74)."""

from collections.abc import Callable
from typing import Any

from games.kernel.step import Context
from games.titles.dinosaurs import piles
from games.titles.dinosaurs.cards import CARDS, KIND, NORMAL, VALUE
from games.titles.dinosaurs.state import State, living, neighbours, others

LOOKS = 2  # cards that Treenoculars shows


def order_of_effects(state: State, context: Context) -> list[int]:
    """Seats with normal effects: lowest value, then fewer points, then by lot (HD-50 to HD-52, HD-56)."""
    seats = [seat for seat in living(state) if state.players[seat].card in NORMAL]
    rank = {seat: (VALUE[str(state.players[seat].card)], state.players[seat].points) for seat in seats}
    if len(set(rank.values())) < len(seats):
        context.rng.shuffle(seats)  # HD-52; the sort keeps this order among equals
    return sorted(seats, key=lambda seat: rank[seat])


def kind_of(state: State, seat: int) -> str:
    """The kind of the Point card that lies in front of this seat."""
    return KIND[str(state.players[seat].card)]


def is_possible(state: State, seat: int) -> bool:
    """Whether public facts leave this seat's effect a use (HD-57)."""
    return POSSIBLE[kind_of(state, seat)](state, seat)


def plain_neighbours(state: State, seat: int) -> list[int]:
    """Players on the left and right with a plain card: what Grappling Snake can take (HD-68, HD-69)."""
    return [other for other in neighbours(state, seat) if CARDS[str(state.players[other].card)].timing == "plain"]


def with_cards(state: State, seat: int) -> list[int]:
    """Other living players who have a card in hand: whom Dino Grabber can take from (HD-70)."""
    return [other for other in others(state, seat) if state.players[other].hand]


def _has_hand(state: State, seat: int) -> bool:
    return bool(state.players[seat].hand)


POSSIBLE: dict[str, Callable[[State, int], bool]] = {
    "grappling-snake": lambda state, seat: bool(plain_neighbours(state, seat)),
    "hungry-plant": lambda state, seat: len(others(state, seat)) >= 2,  # HD-60
    "dino-grabber": lambda state, seat: bool(with_cards(state, seat)),
    "treenoculars": lambda state, seat: bool(state.deck),  # HD-29
    "pet-rock": _has_hand,
    "smoothie": _has_hand,
    "fire-spray": _has_hand,
}


def use(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Carry out the effect of this seat's card; the name of the next step."""
    return USES[kind_of(state, seat)](state, seat, args, context)


def _add_value(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Pet Rock and 'Delicious' Smoothie (HD-67, HD-72, HD-73)."""
    player, card = state.players[seat], args["discard"]
    kind = kind_of(state, seat)
    context.log(
        "effect", "HD-72" if kind == "pet-rock" else "HD-67", seat=seat, effect=kind, cards=[card], bonus=VALUE[card]
    )
    player.hand.remove(card)
    player.bonus += VALUE[card]
    piles.discard(state, [card], context)
    return "next_effect"


def _fire_spray(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Fire Spray: no card is drawn for those thrown away (HD-66)."""
    cards = args["discard"]
    context.log("effect", "HD-66", seat=seat, effect="fire-spray", cards=list(cards))
    for card in cards:
        state.players[seat].hand.remove(card)
    piles.discard(state, cards, context)
    return "next_effect"


def _snake(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Grappling Snake (HD-68)."""
    target = args["target"]
    context.log("effect", "HD-68", seat=seat, effect="grappling-snake", target=target, card=state.players[target].card)
    _swap(state, seat, target)
    return "next_effect"


def _plant(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Hungry Plant (HD-59)."""
    one, two = args["targets"]
    cards = [state.players[one].card, state.players[two].card]
    context.log("effect", "HD-59", seat=seat, effect="hungry-plant", targets=[one, two], cards=cards)
    _swap(state, one, two)
    return "next_effect"


def _swap(state: State, one: int, two: int) -> None:
    """Only the cards change places; bonus and trait stay with the player (HD-45, HD-73)."""
    first, second = state.players[one], state.players[two]
    first.card, second.card = second.card, first.card


def _treenoculars(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Treenoculars: the two top cards leave the deck, which is renewed at once if it is empty (HD-61, HD-62)."""
    context.log("effect", "HD-61", seat=seat, effect="treenoculars")
    state.looked = [card for _ in range(LOOKS) if (card := piles.take_top(state, context)) is not None]
    return "keep"


def _grabber(state: State, seat: int, args: dict[str, Any], context: Context) -> str:
    """Dino Grabber: the other hand is shown (HD-70)."""
    state.robbed = args["target"]
    context.log("effect", "HD-70", seat=seat, effect="dino-grabber", target=state.robbed)
    return "grab"


USES: dict[str, Callable[[State, int, dict[str, Any], Context], str]] = {
    "pet-rock": _add_value,
    "smoothie": _add_value,
    "fire-spray": _fire_spray,
    "grappling-snake": _snake,
    "hungry-plant": _plant,
    "treenoculars": _treenoculars,
    "dino-grabber": _grabber,
}


def grab(state: State, seat: int, card: str, context: Context) -> None:
    """The card that Dino Grabber takes: known to the two players concerned (HD-71)."""
    target = state.robbed
    assert target is not None
    private = {who: {"card": card} for who in (seat, target)}
    context.log("grab", "HD-71", private, seat=seat, target=target)
    state.players[target].hand.remove(card)
    state.players[seat].hand.append(card)
    state.robbed = None


def keep(state: State, seat: int, card: str, context: Context) -> None:
    """The card of Treenoculars that goes to the hand; the other one is discarded face up (HD-61)."""
    rest = [other for other in state.looked if other != card]
    context.log("keep", "HD-61", {seat: {"card": card}}, seat=seat, cards=rest)
    state.players[seat].hand.append(card)
    state.looked = []
    piles.discard(state, rest, context)
