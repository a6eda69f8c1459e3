"""The normal effects of Point cards, each one value that says all of it (HD-57, HD-59 to HD-62, HD-66 to HD-74)."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from games.kernel.step import Context
from games.titles.dinosaurs import piles
from games.titles.dinosaurs.cards import CARDS, KIND, NORMAL, VALUE, WITH_EFFECT
from games.titles.dinosaurs.state import State, living, neighbours, others, point_cards

LOOKS = 2  # cards that Treenoculars shows
Args = dict[str, Any]
Options = Callable[[State, int], Sequence[str | int]]


class Effect(Struct, frozen=True):
    """A normal effect: its question, what can be chosen, how a wrong choice is refused, and what it does.

    `is_possible`: whether public facts leave it a use (HD-57). `field`: the argument that names what is chosen, "" for
    nothing. `limits`: where the choice must be from, wide to narrow, each with clause and sentence. `sizes`: how many
    make a choice; it is a list where it can be more than one, `wrong_size` refuses others. `hint`: what to choose, for
    the table.
    """

    clause: str
    question: str
    is_possible: Callable[[State, int], object]
    use: Callable[[State, int, Args, Context], str]
    field: str = ""
    limits: tuple[tuple[Options, str, str], ...] = ()
    sizes: tuple[int, ...] = (1,)
    wrong_size: tuple[str, str] = ("", "")
    hint: str = ""

    @property
    def fewest(self) -> int:
        """How much one has to choose to use it."""
        return self.sizes[0] if self.field else 0

    @property
    def is_list(self) -> bool:
        """Whether the choice is a list."""
        return self.sizes[-1] > 1

    @property
    def unused(self) -> Args:
        """The arguments of an effect that is not used."""
        return {self.field: [] if self.is_list else None} if self.field else {}

    def options(self, state: State, seat: int) -> Sequence[str | int]:
        """All that can be chosen."""
        return self.limits[-1][0](state, seat)

    def uses(self, state: State, seat: int) -> list[Args]:
        """The arguments of every use."""
        if not self.field:
            return [{}]
        options = self.options(state, seat)
        if not self.is_list:
            return [{self.field: one} for one in options]
        return [{self.field: list(some)} for size in self.sizes for some in combinations(options, size)]


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


def effect_of(state: State, seat: int) -> Effect:
    """The effect of the Point card that lies in front of this seat."""
    return EFFECTS[kind_of(state, seat)]


def _hand(state: State, seat: int) -> list[str]:
    return state.players[seat].hand


def _points(state: State, seat: int) -> list[str]:
    return point_cards(_hand(state, seat))


def _with_effect(state: State, seat: int) -> list[str]:
    return [card for card in _hand(state, seat) if card in WITH_EFFECT]


def _plain_neighbours(state: State, seat: int) -> list[int]:
    """Players on the left and right with a plain card: what Grappling Snake can take (HD-68, HD-69)."""
    return [other for other in neighbours(state, seat) if CARDS[str(state.players[other].card)].timing == "plain"]


def _with_cards(state: State, seat: int) -> list[int]:
    """Other living players who have a card in hand: whom Dino Grabber can take from (HD-70)."""
    return [other for other in others(state, seat) if state.players[other].hand]


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


PLANT = ("HD-59", "Hungry Plant: name two different other players who are still in the game.")
NOT_HELD = "That card is not in your hand."
EFFECTS = {
    "pet-rock": Effect(
        "HD-72",
        "Pet Rock: discard a Point card and add its value?",
        _hand,
        _add_value,
        "discard",
        ((_hand, "HD-72", NOT_HELD), (_points, "HD-72", "Pet Rock: discard one Point card from your hand.")),
        hint="Choose the Point card that you discard.",
    ),
    "smoothie": Effect(
        "HD-67",
        "'Delicious' Smoothie: discard a card with an effect and add its value?",
        _hand,
        _add_value,
        "discard",
        (
            (_hand, "HD-67", NOT_HELD),
            (_with_effect, "HD-67", "'Delicious' Smoothie: discard one Point card that has an effect."),
        ),
        hint="Choose the Point card with an effect that you discard.",
    ),
    "fire-spray": Effect(
        "HD-66",
        "Fire Spray: discard one, two or three cards?",
        _hand,
        _fire_spray,
        "discard",
        ((_hand, "HD-66", NOT_HELD),),
        (1, 2, 3),
        ("HD-66", "Fire Spray: discard one, two or three different cards, or decline."),
        hint="Choose one to three cards that you discard.",
    ),
    "grappling-snake": Effect(
        "HD-68",
        "Grappling Snake: swap with a plain card on your left or right?",
        _plain_neighbours,
        _snake,
        "target",
        (
            (neighbours, "HD-69", "Grappling Snake: swap only with the player next to you on the left or right."),
            (_plain_neighbours, "HD-68", "Grappling Snake: a Point card with an effect cannot be taken."),
        ),
        hint="Choose the player with whom you swap.",
    ),
    "dino-grabber": Effect(
        "HD-70",
        "Dino Grabber: see another player’s hand and take one card?",
        _with_cards,
        _grabber,
        "target",
        ((_with_cards, "HD-70", "Dino Grabber: pick another player in the game who has cards in hand."),),
        hint="Choose the player whose hand you look at.",
    ),
    "hungry-plant": Effect(
        "HD-59",
        "Hungry Plant: make two other players swap Point cards?",
        lambda state, seat: len(others(state, seat)) >= 2,  # HD-60
        _plant,
        "targets",
        ((others, *PLANT),),
        (2,),
        PLANT,
        hint="Choose two players.",
    ),
    "treenoculars": Effect(
        "HD-61",
        "Treenoculars: see the two top cards and keep one?",
        lambda state, seat: state.deck,  # HD-29
        _treenoculars,
    ),
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
