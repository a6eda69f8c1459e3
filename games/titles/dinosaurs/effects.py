"""The normal effects of Point cards, each one value that says all of it (HD-57, HD-59 to HD-62, HD-66 to HD-74)."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from games.kernel.step import Context
from games.titles.dinosaurs import piles
from games.titles.dinosaurs.cards import CARDS, KIND, NORMAL, PHRASES, VALUE, WITH_EFFECT
from games.titles.dinosaurs.state import State, living, neighbours, others, point_cards

LOOKS = 2  # cards that Treenoculars shows
Args = dict[str, Any]
Options = Callable[[State, int], Sequence[str | int]]
Use = Callable[[State, int, Args, Context], str]


class Effect(Struct, frozen=True):
    """A normal effect: what it does, its question, what can be chosen, how a wrong choice is refused.

    `is_possible`: whether public facts leave it a use (HD-57). `field`: the argument that names what is chosen, "" for
    nothing. `limits`: where the choice must be from, wide to narrow; `refused`: clause and sentence for each. `sizes`:
    how many make a choice; it is a list where it can be more than one, `wrong_size` refuses others. `hint`: what to
    choose, for the table.
    """

    is_possible: Callable[[State, int], object]
    use: Use
    limits: tuple[Options, ...]
    clause: str
    question: str
    field: str = ""
    refused: Sequence[Sequence[str]] = ()
    sizes: Sequence[int] = (1,)
    wrong_size: Sequence[str] = ()
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
        return self.limits[-1](state, seat)

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


def _add_value(state: State, seat: int, args: Args, context: Context) -> str:
    """Pet Rock and 'Delicious' Smoothie (HD-67, HD-72, HD-73)."""
    player, card = state.players[seat], args["discard"]
    kind = kind_of(state, seat)
    context.log("effect", EFFECTS[kind].clause, seat=seat, effect=kind, cards=[card], bonus=VALUE[card])
    player.hand.remove(card)
    player.bonus += VALUE[card]
    piles.discard(state, [card], context)
    return "next_effect"


def _fire_spray(state: State, seat: int, args: Args, context: Context) -> str:
    """Fire Spray: no card is drawn for those thrown away (HD-66)."""
    cards = args["discard"]
    context.log("effect", "HD-66", seat=seat, effect="fire-spray", cards=list(cards))
    for card in cards:
        state.players[seat].hand.remove(card)
    piles.discard(state, cards, context)
    return "next_effect"


def _snake(state: State, seat: int, args: Args, context: Context) -> str:
    """Grappling Snake (HD-68)."""
    target = args["target"]
    context.log("effect", "HD-68", seat=seat, effect="grappling-snake", target=target, card=state.players[target].card)
    _swap(state, seat, target)
    return "next_effect"


def _plant(state: State, seat: int, args: Args, context: Context) -> str:
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


def _treenoculars(state: State, seat: int, args: Args, context: Context) -> str:
    """Treenoculars: the two top cards leave the deck, which is renewed at once if it is empty (HD-61, HD-62)."""
    context.log("effect", "HD-61", seat=seat, effect="treenoculars")
    state.looked = [card for _ in range(LOOKS) if (card := piles.take_top(state, context)) is not None]
    return "keep"


def _grabber(state: State, seat: int, args: Args, context: Context) -> str:
    """Dino Grabber: the other hand is shown (HD-70)."""
    state.robbed = args["target"]
    context.log("effect", "HD-70", seat=seat, effect="dino-grabber", target=state.robbed)
    return "grab"


# Whether it has a use, what it does, and what can be chosen; what is asked and refused stands in phrases.toml.
_RULES: dict[str, tuple[Callable[[State, int], object], Use, tuple[Options, ...]]] = {
    "pet-rock": (_hand, _add_value, (_hand, _points)),
    "smoothie": (_hand, _add_value, (_hand, _with_effect)),
    "fire-spray": (_hand, _fire_spray, (_hand,)),
    "grappling-snake": (_plain_neighbours, _snake, (neighbours, _plain_neighbours)),
    "dino-grabber": (_with_cards, _grabber, (_with_cards,)),
    "hungry-plant": (lambda state, seat: len(others(state, seat)) >= 2, _plant, (others,)),  # HD-60
    "treenoculars": (lambda state, seat: state.deck, _treenoculars, ()),  # HD-29
}
EFFECTS = {kind: Effect(*rules, **PHRASES["ask"][kind]) for kind, rules in _RULES.items()}


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
